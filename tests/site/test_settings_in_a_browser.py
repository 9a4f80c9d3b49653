"""Settings, the first page and the form for a new match in a real browser: narrow and wide, axe-core, the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from chalicelib.matches import service
from chalicelib.matches.match import Caller
from chalicelib.matches.pace import DAY
from chalicelib.matches.seating import SeatWish
from chalicelib.players import blocks
from chalicelib.players.repository import load_profile
from chalicelib.players.sessions import Session
from tests.site.axe import complaints_of
from tests.site.house import BOT, ME, House
from tests.site.window import NARROW, WIDE, served, window

ANNA, BRAM = SeatWish("player", "anna"), SeatWish("player", "bram")


def _furnished(home: House) -> Session:
    """Anna, who has something of everything in her settings and on the first page."""
    anna, bram = home.session("Anna"), home.session("W" * 12)
    home.player("Bram")
    home.table(bram.player, ME, ANNA, visibility="private")
    home.table(anna.player, ME, BOT, name="W" * 40, pace=service.Pace(absence_days=0))
    over = home.table(anna.player, ME, BOT)
    service.resign(home.env, over.id, Caller(anna.player))
    taken = home.table(bram.player, ME, ANNA, visibility="public")
    service.join(home.env, anna.player, taken.id)
    service.substitute(home.env, taken.id, Caller(bram.player))
    blocks.block(home.env, anna.player, "bram")
    now = home.clock.now()
    service.announce(home.env, anna.player, 0, now + DAY)
    service.announce(home.env, anna.player, now + 5 * DAY, now + 6 * DAY)
    service.spread(home.env)
    return anna


def _refuse(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Time zone", exact=True).fill("Mars")
    page.get_by_role("button", name="Keep this").first.click()
    page.wait_for_selector('[role="alert"]')


def _invite(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("Who sits here").nth(1).select_option("mail")
    page.get_by_label("The mail address of whoever is invited").nth(1).fill("gran")
    page.get_by_role("button", name="Set up the match").click()
    page.wait_for_selector('[role="alert"]')


STATES: dict[str, Callable[[Page], object]] = {
    "the first page, looking for a substitute": lambda page: page.goto("/?status=substitute&free=1"),
    "settings": lambda page: page.goto("/settings"),
    "settings that are refused": _refuse,
    "inviting by mail": _invite,
}


@pytest.mark.parametrize("state", STATES)
def test_a_page_is_fit_for_everybody(home: House, chromium: Browser, state: str) -> None:
    anna = _furnished(home)
    with served(home) as url, window(chromium, url, scripts=True, session=anna) as (page, _):
        STATES[state](page)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        for width in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert complaints_of(page) == []


def test_settings_are_changed_by_keyboard_and_without_scripts(home: House, chromium: Browser) -> None:
    anna = home.session("Anna")
    with served(home) as url, window(chromium, url, session=anna) as (page, complaints):
        page.goto("/settings")
        page.get_by_label("Time zone", exact=True).focus()
        page.keyboard.press("Control+A")
        page.keyboard.type("Africa/Johannesburg")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("Kept. Your matches follow within a minute.")
        page.get_by_label("Back at").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Say until when you are away.")
        page.get_by_text("Delete my account", exact=True).focus()
        page.keyboard.press("Enter")
        page.get_by_label("To confirm, type your handle: anna").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Type your own handle, as it stands here.")
        assert all("Content" not in each for each in complaints)
    assert load_profile(home.store, anna.player).zone == "Africa/Johannesburg"


def test_what_is_refused_leads_to_its_field(home: House, chromium: Browser) -> None:
    anna = home.session("Anna")
    with served(home) as url, window(chromium, url, session=anna) as (page, complaints):
        page.goto("/settings")
        page.locator("#quiet-from").fill("22:00")
        page.locator("#hours").get_by_role("button", name="Keep this").click()
        expect(page.locator("#quiet-until")).to_be_focused()
        expect(page.locator("#quiet-until")).to_have_accessible_description(re.compile("Quiet hours take two times"))
        page.goto("/settings?language=nl")
        page.locator("#block").fill("nobody-here")
        page.get_by_role("button", name="Blokkeren").click()
        expect(page.locator("#block")).to_be_focused()
        assert [each for each in complaints if "40" not in each] == []
