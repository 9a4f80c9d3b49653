"""Private notes on the page of a match: kept, changed, never shown to anybody else."""

from __future__ import annotations

from chalicelib.matches import service
from tests.site.company import alert, company
from tests.site.house import House

SECRET = "Bram never takes <orange>."


def test_notes_are_kept_for_their_author_alone(home: House) -> None:
    table = company(home)
    page = table.does("Anna", "note", text=SECRET)
    assert "Done: your notes are kept." in page
    assert "Bram never takes &lt;orange&gt;." in page
    for name in ("Bram", "Cees", "nobody"):
        assert "never takes" not in table.page(name)
    assert service.read_note(home.env, table.sessions["Anna"].player, table.match.id).text == SECRET


def test_only_those_who_sit_there_have_notes_and_no_link_opens_them(home: House) -> None:
    table = company(home)
    table.does("Anna", "note", text=SECRET)
    assert 'value="note"' not in table.page("Cees")
    assert "403 now: " in alert(table.posts("Cees", "note", text="x", version="0"))
    assert "401 now: " in alert(table.posts("nobody", "note", text="x", version="0"))
    page = home.browser().get(home.link(table.match, 0)).body.decode()
    assert 'value="note"' not in page
    assert "never takes" not in page


def test_a_note_that_was_changed_elsewhere_is_not_overwritten_unseen(home: House) -> None:
    table = company(home)
    old = table.page("Anna")
    service.write_note(home.env, table.sessions["Anna"].player, table.match.id, "Written on the telephone")
    assert 'name="version" value="0"' in old
    answer = table.posts("Anna", "note", text="Written here", version="0")
    assert alert(answer).startswith("409 notes: ")
    page = answer.body.decode()
    assert "Written on the telephone" in page
    assert ">Written here</textarea>" in page
    assert 'name="version" value="1"' in page, "what was read can be written over"
    assert ">Written here</textarea>" in table.does("Anna", "note", text="Written here")


def test_what_is_no_note_is_refused(home: House) -> None:
    table = company(home)
    assert alert(table.sends("Anna", "note", text="x" * 4_001)).startswith("400 notes: This text cannot be kept. ")
    assert alert(table.sends("Anna", "note", text="x", version="")).startswith("400 notes: ")


def test_notes_stay_when_the_match_is_over(home: House) -> None:
    table = company(home)
    service.resign(home.env, table.match.id, table.caller("Bram"))
    assert SECRET.replace("<", "&lt;").replace(">", "&gt;") in table.does("Anna", "note", text=SECRET)
