"""The pages in a real browser, without scripts: click a move, read what happened, on a telephone's width too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from chalicelib import games
from chalicelib.post.names import named_html
from chalicelib.rules import LANGUAGES, Chance
from tests.games.walks import KEYS
from tests.site.house import BOT, ME, House
from tests.site.window import served, window


def test_a_move_is_played_by_keyboard_and_button_from_the_link_in_a_mail(home: House, chromium: Browser) -> None:
    match = home.table(home.player("Anna"), ME, BOT, BOT)
    with served(home) as url, window(chromium, url) as (page, complaints):
        page.goto(home.link(match, 0))
        assert page.get_by_role("heading", name="It is your turn").is_visible()
        picker = page.get_by_label("Pick one of the moves that the rules allow")
        move = picker.locator("option").nth(1).text_content()
        picker.select_option(move)
        page.get_by_role("button", name="Play this move").press("Enter")
        page.wait_for_url(f"**/m/{match.id}#now")
        assert page.get_by_text("Anna crossed").first.is_visible()
        assert complaints == []


def test_a_refused_move_is_in_sight_and_what_was_typed_is_kept(home: House, chromium: Browser) -> None:
    match = home.table(home.player("Anna"), ME, BOT)
    with served(home) as url, window(chromium, url) as (page, _):
        page.goto(home.link(match, 0))
        page.get_by_label("Or type it, as the rules page shows").fill("b1 A1")
        page.get_by_role("button", name="Play what I typed").click()
        page.wait_for_selector('[role="alert"]')
        box = page.get_by_role("alert").bounding_box()
        top = page.viewport_size["height"] if page.viewport_size else 0
        assert box is not None
        assert 0 <= box["y"] < top
        assert page.get_by_label("Or type it, as the rules page shows").input_value() == "b1 A1"


def test_a_login_link_logs_in_with_one_press(home: House, chromium: Browser) -> None:
    with served(home) as url, window(chromium, url) as (page, complaints):
        page.goto("/login")
        page.get_by_label("Your mail address").fill("anna@example.org")
        page.get_by_role("button", name="Send me a link").click()
        page.wait_for_selector('[role="status"]')
        page.goto(f"/login?token={home.queue.take()[0]['login']['token']}")
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{url}/welcome")
        page.get_by_role("link", name="Not now").click()
        page.wait_for_url(f"{url}/")
        assert page.get_by_role("heading", name="My matches").is_visible()
        assert complaints == []


@pytest.mark.parametrize("target", ["/", "/login", "/rules/keer-op-keer", "/nowhere", "{link}", "{link}&log=all"])
def test_nothing_is_wider_than_a_narrow_screen(home: House, chromium: Browser, target: str) -> None:
    match = home.table(home.player("Anna" * 10), ME, *[BOT] * 5, name="W" * 40)
    with served(home) as url, window(chromium, url, scripts=True) as (page, complaints):
        page.goto(target.replace("{link}", home.link(match, 0)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert [each for each in complaints if "404" not in each] == []


BROKEN = """() => [...document.querySelectorAll('th[scope=col]')].flatMap(head => {
    const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), torn = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const word of node.data.matchAll(/\\S+/g)) {
            const range = document.createRange()
            range.setStart(node, word.index)
            range.setEnd(node, word.index + word[0].length)
            if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) torn.push(word[0])
        }
    return torn
})"""
"""The words of column heads that go on in a second line."""


def test_no_head_of_a_table_breaks_inside_a_word_on_a_narrow_screen(home: House, chromium: Browser) -> None:
    names = ("Anna van der Meulen", "Bartholomeus", "Cees", "Dora")
    boards = []
    for key in KEYS:
        game, seats = games.get(key), min(4, max(games.meta(key).seats))
        state = game.initial_state(seats, {}, Chance(b"a table", (), 0))
        over = state
        for seat in range(seats - 1):
            over = over if game.outcome(over) else game.resign(over, seat, Chance(b"a table", (), 1))
        views = [game.view(each, 0) for each in (state, over)]
        boards += [named_html(game.html(view, language), names) for view in views for language in LANGUAGES]
    with served(home) as url, window(chromium, url, scripts=True) as (page, _):
        page.goto("/login")
        page.evaluate("boards => document.querySelector('main').innerHTML = boards.join('<hr>')", boards)
        assert page.evaluate("document.querySelectorAll('th[scope=col]').length") > len(boards)
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
