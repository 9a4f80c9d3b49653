"""What goes on around a table, in a real browser: by keyboard alone, without scripts, and fit for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Request

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from tests.site.axe import complaints_of
from tests.site.company import Company, company
from tests.site.house import House
from tests.site.window import NARROW, WIDE, served, window


def _busy(home: House) -> Company:
    """A table at which everything is going on at the same time."""
    pace = Pace(bank=DAY, increment=HOUR, weekends=False, then="substitute")
    table = company(home, players=2, pace=pace, visibility="public", name="W" * 40)
    for name, text in (("Anna", "Hello\n" * 3), ("Bram", "x" * 300), ("Cees", "\u05e9\u05dc\u05d5\u05dd")):
        service.say(home.env, table.match.id, text, table.caller(name))
    service.unsay(home.env, table.match.id, 2, table.caller("Bram"))
    service.offer_draw(home.env, table.match.id, table.caller("Bram"))
    service.substitute(home.env, table.match.id, table.caller("Bram"))
    wishes = [service.OrderWish("move", "r5 A1"), service.OrderWish("pass", until=9)]
    service.give_orders(home.env, table.match.id, wishes, table.caller("Anna"))
    since = home.clock.now() + DAY
    service.announce_here(home.env, table.match.id, since, since + DAY, table.caller("Anna"))
    service.write_note(home.env, table.sessions["Anna"].player, table.match.id, "Bram likes blue.")
    return table


def _lent(home: House) -> Company:
    """A table at which a bot plays for the first."""
    table = company(home)
    service.lend(home.env, table.match.id, table.caller("Anna"))
    return table


def _over(home: House) -> Company:
    """A table that plays again."""
    table = company(home)
    service.resign(home.env, table.match.id, table.caller("Bram"))
    service.rematch(home.env, table.sessions["Bram"].player, table.match.id)
    return table


STATES = [(_busy, "Anna"), (_busy, "Bram"), (_busy, "Cees"), (_busy, "nobody"), (_lent, "Anna"), (_over, "Anna")]


@pytest.mark.parametrize(("made", "who"), STATES)
def test_all_around_a_table_is_fit_for_everybody(
    home: House, chromium: Browser, made: Callable[[House], Company], who: str
) -> None:
    table = made(home)
    session = table.sessions.get(who)
    with served(home) as url, window(chromium, url, scripts=True, session=session) as (page, complaints):
        page.goto(table.path)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        for width in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert complaints_of(page) == []
        assert complaints == []


def _reach(page: Page, selector: str) -> None:
    """Go on with the tabulator until the focus is there."""
    wanted = page.locator(selector)
    for _ in range(80):
        if wanted.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by keyboard")


def test_talk_and_a_bot_take_no_mouse(home: House, chromium: Browser) -> None:
    table = company(home)
    with served(home) as url, window(chromium, url, scripts=True, session=table.sessions["Anna"]) as (page, complaints):
        page.goto(table.path)
        _reach(page, "#talk summary")
        page.keyboard.press("Enter")
        _reach(page, "#say")
        page.keyboard.type("By keyboard")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**#talk")
        assert page.locator(".said").all_text_contents() == ["By keyboard"]
        _reach(page, "#bot summary")
        page.keyboard.press("Space")
        _reach(page, "#bot button")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="A bot plays for you").wait_for()
        _reach(page, "#now button")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="A bot has chosen for you").wait_for()
        assert table.seat().lent == 0
        assert complaints == []


def test_what_is_refused_is_in_sight_where_the_form_is(home: House, chromium: Browser) -> None:
    table = company(home, pace=Pace(absence_days=2))
    with served(home) as url, window(chromium, url, session=table.sessions["Anna"]) as (page, _):
        page.goto(table.path)
        page.locator("#away summary").press("Enter")
        page.get_by_label("Back at").fill("2027-01-01T12:00")
        page.get_by_role("button", name="Say that I am away").press("Enter")
        page.wait_for_selector('[role="alert"]')
        box, size = page.get_by_role("alert").bounding_box(), page.viewport_size
        assert box is not None
        assert size is not None
        assert 0 <= box["y"] < size["height"]
        assert page.get_by_label("Back at").input_value() == "2027-01-01T12:00"


def test_the_page_is_light_however_much_goes_on(home: House, chromium: Browser) -> None:
    table = _busy(home)
    with served(home) as url, window(chromium, url, session=table.sessions["Anna"]) as (page, _):
        sizes = list[int]()

        def weigh(request: Request) -> None:
            answer = request.response()
            sizes.append(len(answer.body()) if answer else 0)

        page.on("requestfinished", weigh)
        page.goto(table.path)
        page.wait_for_load_state("networkidle")
        assert len(sizes) <= 6
        assert sum(sizes) <= 100_000
