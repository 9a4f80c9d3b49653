"""Mail about one match, on its page: chosen by those who sit there or are invited, and shown to nobody else."""

from __future__ import annotations

import re

from chalicelib.matches import service
from chalicelib.matches.seating import SeatWish
from tests.site.company import alert, company
from tests.site.house import ME, House

CHOSEN = {"turn": "off", "reminder": "", "match": "", "table": "", "talk": "now"}


def test_a_match_has_choices_of_its_own(home: House) -> None:
    table = company(home)
    page = table.does("Anna", "mail", **CHOSEN)
    assert "Kept. It holds from the next mail on." in page
    assert re.search(r'<select id="mail-turn".*?<option value="off" selected>', page)
    found = service.match_mail(home.env, table.sessions["Anna"].player, table.match.id)
    assert (found.mail["turn"], found.mail["talk"], found.own["match"]) == ("off", "now", None)
    table.does("Anna", "mail", **dict.fromkeys(CHOSEN, ""))
    assert set(service.match_mail(home.env, table.sessions["Anna"].player, table.match.id).own.values()) == {None}


def test_whoever_is_invited_chooses_too(home: House) -> None:
    bram = home.session("Bram")
    match = home.table(home.player("Anna"), ME, SeatWish("player", "bram"))
    browser = home.browser(bram)
    assert 'value="mail"' in browser.get(f"/m/{match.id}").body.decode()
    assert browser.post(f"/m/{match.id}", {"do": "mail", **CHOSEN}).status_code == 303
    assert service.match_mail(home.env, bram.player, match.id).mail["turn"] == "off"


def test_nobody_else_has_a_choice(home: House) -> None:
    table = company(home)
    for name in ("Cees", "nobody"):
        assert 'value="mail"' not in table.page(name)
    assert "403 now: " in alert(table.posts("Cees", "mail", **CHOSEN))
    assert "401 now: " in alert(table.posts("nobody", "mail", **CHOSEN))
    assert 'value="mail"' not in home.browser().get(home.link(table.match, 0)).body.decode(), "a seat link is no player"


def test_what_cannot_be_chosen_is_refused_there(home: House) -> None:
    table = company(home)
    assert alert(table.sends("Anna", "mail", **{**CHOSEN, "turn": "often"})).startswith("400 mail: ")
    assert alert(table.posts("Anna", "mail", turn="off")).startswith("400 mail: ")
    assert set(service.match_mail(home.env, table.sessions["Anna"].player, table.match.id).own.values()) == {None}
