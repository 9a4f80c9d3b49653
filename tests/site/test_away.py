"""Being away in one match, by its page: local times in, moments out, and who is told."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from tests.site.company import Company, alert, company, text_of
from tests.site.house import ME, OPEN, House

AMSTERDAM = ZoneInfo("Europe/Amsterdam")


def _local(home: House, seconds: int) -> str:
    """What the wall in Amsterdam shows so many seconds from now, as a browser sends it."""
    return datetime.fromtimestamp(home.clock.now() + seconds, AMSTERDAM).strftime("%Y-%m-%dT%H:%M")


def _company(home: House, **wish: object) -> Company:
    table = company(home, **wish)  # type: ignore[arg-type]
    home.change(table.sessions["Anna"].player, zone="Europe/Amsterdam")
    return table


def test_an_absence_is_announced_by_the_players_own_clock_seen_by_all_and_called_off(home: House) -> None:
    table = _company(home)
    assert "Times are those of Europe/Amsterdam." in table.page("Anna")
    page = table.does("Anna", "away", **{"from": _local(home, DAY), "until": _local(home, 3 * DAY)})
    ((since, until),) = table.seat().apart
    now = home.clock.now()
    assert (since, until) == (now + DAY - (now + DAY) % 60, now + 3 * DAY - (now + 3 * DAY) % 60)
    assert "You are away here from" in page
    assert "(Europe/Amsterdam, UTC+" in page
    assert "This match allows 21 days a year; 19 of them are left this year." in text_of(page)
    assert "Will be away from" in table.page("Bram")
    assert 'value="here"' not in table.does("Anna", "here")
    assert table.seat().apart == ()


def test_without_a_beginning_it_begins_now_and_the_clock_stands_still(home: House) -> None:
    table = _company(home)
    before = home.load(table.match).head.deadlines[0]
    table.does("Anna", "away", until=_local(home, 2 * DAY))
    assert home.load(table.match).head.deadlines[0] >= before + 2 * DAY - 60
    assert "the clock stands still." in table.page("Cees")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"until": ""}, "422 away: This absence is not possible. Say until when you are away."),
        ({"until": "tomorrow"}, "422 away: This absence is not possible. A date and a time are written as in"),
        ({"until": "2026-02-30T12:00"}, "422 away: This absence is not possible. A date and a time are written as in"),
        ({"until": "1999-01-01T00:00"}, "422 away: This absence is not possible. An absence ends after it begins."),
        ({"from": "2099-01-01T00:00", "until": "2099-02-01T00:00"}, "422 away: This absence is not possible. An"),
    ],
)
def test_what_is_no_absence_is_refused_and_what_was_typed_stays(home: House, fields: dict[str, str], told: str) -> None:
    table = _company(home)
    answer = table.sends("Anna", "away", **fields)
    assert alert(answer).startswith(told)
    assert all(f'value="{value}"' in answer.body.decode() for value in fields.values())
    assert 'aria-invalid="true"' in answer.body.decode()


def test_more_days_than_the_match_allows_are_refused(home: House) -> None:
    table = _company(home, pace=Pace(absence_days=3))
    answer = table.sends("Anna", "away", until=_local(home, 4 * DAY))
    assert "In this match you may be away for 3 days a year; 3 of them are left" in alert(answer)


def test_where_nobody_may_be_away_no_form_says_otherwise(home: House) -> None:
    table = _company(home, pace=Pace(absence_days=0))
    page = table.page("Anna")
    assert "Nobody can be away in this match" in page
    assert 'value="away"' not in page


def test_what_was_announced_for_all_matches_is_told_and_not_ended_here(home: House) -> None:
    table = _company(home)
    service.announce(home.env, table.sessions["Anna"].player, 0, home.clock.now() + DAY)
    service.spread(home.env)
    page = table.page("Anna")
    assert "You announced for all of your matches: away from" in page
    assert 'href="/settings#away"' in page
    assert 'value="here"' not in page
    assert "404 away: " in alert(table.posts("Anna", "here"))


@pytest.mark.parametrize(
    ("name", "typed", "moment"),
    [
        ("from", "2027-03-28T02:30", "2027-03-28T03:00+02:00"),
        ("until", "2027-03-28T02:30", "2027-03-28T03:00+02:00"),
        ("from", "2026-10-25T02:30", "2026-10-25T02:30+02:00"),
        ("until", "2026-10-25T02:30", "2026-10-25T02:30+01:00"),
    ],
)
def test_times_that_the_wall_skips_or_shows_twice_are_read(home: House, name: str, typed: str, moment: str) -> None:
    table = _company(home)
    meant = int(datetime.fromisoformat(moment).timestamp())
    home.clock.advance(meant - 12 * HOUR - home.clock.now())
    table.sessions["Anna"] = home.session("Anna")  # the one before is too old by then
    table.browsers.clear()
    other = _local(home, 20 * HOUR) if name == "from" else _local(home, HOUR)
    until_or_from = {"from": "until", "until": "from"}[name]
    table.does("Anna", "away", **{name: typed, until_or_from: other})
    ((since, until),) = table.seat().apart
    assert {"from": since, "until": until}[name] == meant


def test_a_table_that_waits_can_be_told_too(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, OPEN)
    table = Company(home, match, {"Anna": anna})
    until = datetime.fromtimestamp(home.clock.now() + DAY, ZoneInfo("UTC")).strftime("%Y-%m-%d %H:%M")
    assert "You are away here from" in table.does("Anna", "away", until=until)
    assert "Away until" in table.page("nobody")
