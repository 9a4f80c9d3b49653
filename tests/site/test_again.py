"""Playing again, from the page of a match that is over: one rematch for all, linked both ways."""

from __future__ import annotations

from chalicelib.matches import service
from tests.site.company import Company, alert, company
from tests.site.house import House


def _over(home: House, **wish: object) -> Company:
    table = company(home, **wish)  # type: ignore[arg-type]
    service.resign(home.env, table.match.id, table.caller("Bram"))
    return table


def test_a_rematch_is_asked_for_joined_and_linked_both_ways(home: House) -> None:
    table = _over(home, name="Friday")
    target = table.sends("Anna", "rematch").headers["Location"]
    rematch = home.load(table.match).roster.rematch
    assert target == f"/m/{rematch}#now"
    link = f'href="/m/{rematch}"'
    for name in ("Anna", "Bram", "Cees", "nobody"):
        assert link in table.page(name)
    assert 'value="rematch"' not in table.page("Anna")
    assert "Join the rematch" in table.page("Bram")
    assert table.sends("Bram", "rematch").headers["Location"] == target
    page = table.browser("Bram").get(f"/m/{rematch}").body.decode()
    assert f'It is a rematch of: <a href="{table.path}"><bdi>Friday</bdi></a>' in page
    assert "It is your turn" in page


def test_only_who_sat_there_may_ask_for_one(home: House) -> None:
    table = _over(home)
    for name in ("Cees", "nobody"):
        assert 'value="rematch"' not in table.page(name)
    assert "403 now: " in alert(table.posts("Cees", "rematch"))
    assert "401 now: " in alert(table.posts("nobody", "rematch"))
    page = home.browser().get(home.link(table.match, 0)).body.decode()
    assert "Log in to play again" in page


def test_there_is_none_while_the_match_runs(home: House) -> None:
    table = company(home)
    assert 'value="rematch"' not in table.page("Anna")
    assert "409 now: " in alert(table.posts("Anna", "rematch"))


def test_a_rematch_that_was_called_off_makes_room_for_another(home: House) -> None:
    table = _over(home)
    table.sends("Anna", "rematch")
    first = home.load(table.match).roster.rematch
    service.leave(home.env, table.sessions["Anna"].player, first)
    assert f"/m/{first}" not in table.page("Bram")
    table.sends("Bram", "rematch")
    assert home.load(table.match).roster.rematch != first
