"""The tables on the first page: what can be looked for, page by page, and seats that can be taken over."""

from __future__ import annotations

import html
import re

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Caller, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.players import blocks
from chalicelib.site.tables import AT_ONCE
from tests.site.house import BOT, ME, OPEN, Browser, House

BRAM = SeatWish("player", "bram")


def _section(browser: Browser, query: str = "") -> str:
    answer = browser.get(f"/{query}")
    assert answer.status_code == 200
    (found,) = re.findall(r'<section id="tables">.*?</section>', answer.body.decode(), re.DOTALL)
    return str(found)


def _names(section: str) -> list[str]:
    return re.findall(r'<a class="name" href="/m/[0-9a-z]+"><bdi>([^<]*)</bdi>', section)


def _public(home: House, player: str, name: str, *seats: SeatWish, **wish: object) -> str:
    home.clock.advance(1)
    return home.table(player, *(seats or (ME, OPEN)), visibility="public", name=name, **wish).id


@pytest.fixture
def crowded(home: House) -> House:
    """A house with tables of many kinds."""
    anna, bram = home.player("Anna"), home.player("Bram")
    _public(home, anna, "quick", pace=Pace(HOUR))
    _public(home, anna, "middle", pace=Pace(2 * DAY, weekends=False))
    _public(home, bram, "slow", pace=Pace(7 * DAY))
    _public(home, bram, "large", ME, OPEN, OPEN, BOT)
    _public(home, bram, "other", game="sequence-dice")
    return home


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["quick", "middle", "slow", "large", "other"]),
        ("?game=sequence-dice", ["other"]),
        ("?seats=4", ["large"]),
        ("?free=2", ["large"]),
        ("?time=short", ["quick"]),
        ("?time=middle", ["middle", "large", "other"]),
        ("?time=long", ["slow", "large", "other"]),
        ("?weekends=no", ["middle"]),
        ("?weekends=yes&time=short", ["quick"]),
        ("?player=@Bram&seats=2", ["slow", "other"]),
        ("?player=zed", []),
        ("?game=chess&seats=x&free=0&time=now&weekends=2&after=%25&status=odd&joinable=yes", None),
    ],
)
def test_tables_are_looked_for_by_all_that_matters(crowded: House, query: str, names: list[str] | None) -> None:
    everything = ["quick", "middle", "slow", "large", "other"]
    section = _section(crowded.browser(), query)
    assert _names(section) == (everything if names is None else names)
    assert ("None that fit at the moment." in section) is (names == [])
    is_narrow = bool(query) and names is not None
    assert ("<details open>" in section) is is_narrow


def test_what_was_looked_for_stays_in_the_form(crowded: House) -> None:
    query = '?game=keer-op-keer&seats=4&free=2&time=long&weekends=yes&player=%22b"&language=en'
    section = _section(crowded.browser(), query)
    for value in ("keer-op-keer", "4", "2", "long", "yes"):
        assert f'<option value="{value}" selected>' in section
    assert f'value="{html.escape(chr(34) + "b" + chr(34)).replace("&quot;", "&#34;")}"' in section
    assert '<input type="hidden" name="language" value="en">' in section


def test_tables_where_one_sits_can_be_left_out(crowded: House) -> None:
    session = crowded.session("Cees")
    mine = _public(crowded, session.player, "mine")
    browser = crowded.browser(session)
    assert "mine" in _names(_section(browser))
    assert _names(_section(browser, "?joinable=yes")) == ["quick", "middle", "slow", "large", "other"]
    assert 'name="joinable"' not in _section(crowded.browser())
    assert mine


def test_blocked_players_tables_are_not_there(crowded: House) -> None:
    session = crowded.session("Cees")
    blocks.block(crowded.env, session.player, "bram")
    assert _names(_section(crowded.browser(session))) == ["quick", "middle"]


def test_seats_to_take_over_are_listed_with_whose_they_are(home: House) -> None:
    anna, bram = home.player("Anna"), home.player("Bram")
    match = home.table(anna, ME, BRAM, name="Handed on")
    service.join(home.env, bram, match.id)
    service.substitute(home.env, match.id, Caller(anna))
    browser = home.browser()
    assert 'href="/?status=substitute#tables"' in _section(browser)
    assert _names(_section(browser)) == []
    section = _section(browser, "?status=substitute")
    assert _names(section) == ["Handed on"]
    assert "<h2>Matches that look for a substitute</h2>" in section
    assert re.search(r"To take over:\s+<bdi>Anna</bdi></p>", section)


def test_long_lists_go_on_on_further_pages_with_what_is_looked_for(home: House) -> None:
    anna = home.player("Anna")
    for number in range(AT_ONCE + 1):
        _public(home, anna, f"table {number}", pace=Pace(HOUR))
    browser = home.browser()
    first = _section(browser, "?time=short&done=leave")
    (more,) = re.findall(r'<a href="/(\?[^"]+)#tables">More tables', first)
    assert "time=short" in more
    assert "done" not in more
    second = _section(browser, html.unescape(more))
    assert _names(first) + _names(second) == [f"table {number}" for number in range(AT_ONCE + 1)]
    assert "More tables" not in second


def test_looking_is_a_form_that_is_fetched_and_shows_itself(home: House) -> None:
    section = _section(home.browser())
    assert '<form method="get" action="/#tables"' in section
    fields = set(re.findall(r'(?:select|input) id="[a-z]+" name="([a-z]+)"', section))
    assert fields == {"status", "game", "seats", "free", "time", "weekends", "player"}
