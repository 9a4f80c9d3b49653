"""Home, login, rules, styles: and what holds for every page."""

from __future__ import annotations

import re

import pytest

from chalicelib.players.profile import SPOKEN
from tests.site.house import BOT, ME, OPEN, House


def test_home_tells_a_stranger_what_this_is(home: House) -> None:
    match = home.table(home.player("Anna"), ME, OPEN, visibility="public", name="Come and play")
    page = home.browser().get("/").body.decode()
    assert "Board games at the pace of the post</h1>" in page
    assert f'href="/m/{match.id}"' in page
    assert 'href="/rules/keer-op-keer"' in page


def test_home_lists_ones_own_matches_those_that_wait_first(home: House) -> None:
    anna = home.session("Anna")
    home.table(anna.player, ME, OPEN, name="Waiting")
    home.table(anna.player, ME, BOT, name="Running")
    page = home.browser(anna).get("/").body.decode()
    assert page.index("Running") < page.index("It is your turn.") < page.index("Waiting")


def test_home_says_when_ones_time_is_up(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    assert "You have time until:" in home.browser(anna).get("/").body.decode()
    home.clock.advance(home.load(match).head.deadlines[0] - home.clock.now())
    page = home.browser(anna).get("/").body.decode()
    assert "<strong>Your time is up:</strong>" in page
    assert "You have time until:" not in page


def test_a_login_link_is_asked_for_used_once_and_the_session_ended(home: House) -> None:
    browser = home.browser()
    asked = browser.post("/login", {"email": "Anna@Example.org", "name": "Anna"})
    assert asked.status_code == 202
    assert "anna@example.org" in asked.body.decode()
    token = home.queue.take()[0]["login"]["token"]
    page = browser.get(f"/login?token={token}")
    assert "Set-Cookie" not in page.headers
    assert token in page.body.decode()
    entered = browser.post("/login", {"token": token})
    assert (entered.status_code, entered.headers["Location"]) == (303, "/welcome")
    assert "My matches</h1>" in browser.get("/").body.decode()
    again = home.browser().post("/login", {"token": token})
    assert (again.status_code, "was used already" in again.body.decode()) == (401, True)
    assert browser.get("/logout").status_code == 200
    assert browser.post("/logout", {}).status_code == 303
    assert "My matches</h1>" not in browser.get("/").body.decode()
    assert not browser.cookies


def test_the_page_of_a_login_link_speaks_the_language_of_its_mail(home: House) -> None:
    english = home.browser(language="en")
    page = english.get("/login?token=abc&language=nl").body.decode()
    assert '<html lang="nl"' in page
    assert 'action="/login?language=nl"' in page
    refused = english.post("/login?language=nl", {"token": "abc"}).body.decode()
    assert '<html lang="nl"' in refused


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"email": "nobody"}, 400),
        ({"email": "a@example.org\r\nBcc: b@example.org"}, 400),
        ({"email": "a@example.org", "name": "x" * 41}, 400),
        ({}, 400),
        ({"token": "made-up"}, 401),
    ],
)
def test_a_login_that_cannot_be_is_told_beside_the_form(home: House, fields: dict[str, str], status: int) -> None:
    answer = home.browser().post("/login", fields)
    page = answer.body.decode()
    assert answer.status_code == status
    assert 'role="alert"' in page
    assert 'name="email"' in page
    assert home.queue.take() == []


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("target", ["/", "/login", "/login?token=abc", "/logout", "/rules/keer-op-keer", "/m/gone"])
def test_every_page_speaks_every_language(home: House, target: str, language: str) -> None:
    by_header = home.browser(language=f"xx, {language};q=0.5").get(target)
    by_query = home.browser().get(f"{target}{'&' if '?' in target else '?'}language={language}")
    for answer in (by_header, by_query):
        assert f'<html lang="{language}">' in answer.body.decode()


@pytest.mark.parametrize("target", ["/", "/login", "/logout", "/rules/keer-op-keer", "/m/gone", "/m/{match}"])
def test_every_page_is_well_formed_and_shut_to_others(home: House, target: str) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, BOT)
    answer = home.browser(anna).get(target.replace("{match}", match.id))
    page = answer.body.decode()
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert page.count("<h1>") == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    referred = re.findall(r'(?:for|aria-labelledby|aria-describedby)="([^"]+)"', page)
    assert set(referred) <= set(ids)
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


def test_the_styles_may_be_kept_for_ever_under_the_name_of_their_state(home: House) -> None:
    link = re.findall(r'href="(/site\.css\?v=\w+)"', home.browser().get("/").body.decode())[0]
    answer = home.browser().get(link)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/css; charset=utf-8")
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_page_with_a_board_is_small(home: House) -> None:
    anna = home.session("Anna")
    match = home.table(anna.player, ME, *[BOT] * 5)
    browser = home.browser(anna)
    size = len(browser.get(f"/m/{match.id}").body) + len(browser.get("/site.css").body)
    assert size <= 100 * 1024
