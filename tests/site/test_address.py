"""The mail address in the settings, and what every page says to whoever gets no mail, until a login."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from chalicelib.players.ports import Put
from chalicelib.players.profile import SPOKEN
from chalicelib.players.repository import load_profile, profile_item
from chalicelib.players.sessions import LOGIN_MAILS
from chalicelib.site.words import speaker
from tests.site.house import ME, OPEN, Browser, House

SINCE = 1_789_990_000


def silence(home: House, player: str, why: str = "bounced") -> None:
    """Let the address of a player get no mail any more."""
    before = load_profile(home.store, player)
    after = replace(before, silenced=(SINCE, why), version=before.version + 1)
    home.store.commit([Put(profile_item(after))])


def banner(browser: Browser, target: str) -> str:
    """What stands above everything on a page; "" for nothing."""
    page = html.unescape(str(browser.get(target).body.decode()))
    found = re.search(r'<main id="main">\n<div class="note bad" role="status"><p>(.*?)</p></div>', page)
    return found[1] if found else ""


@pytest.mark.parametrize("language", SPOKEN)
def test_every_page_says_since_when_and_what_helps(home: House, language: str) -> None:
    session = home.session("Anna", language)
    match = home.table(session.player, ME, OPEN)
    browser = home.browser(session, language)
    pages = ("/", f"/m/{match.id}", "/settings", "/new", "/rules/keer-op-keer")
    assert [banner(browser, page) for page in pages] == [""] * len(pages)
    silence(home, session.player)
    sentence = "Mail to your address came back on {when}, so you get none now."
    begins = speaker(language)(sentence, when="\0").split("\0")[0]
    told = {banner(browser, page) for page in pages}
    assert len(told) == 1
    (text,) = told
    assert text.startswith(begins)
    assert "2026" in text
    assert "UTC" in text
    assert 'href="/settings#address"' in text


def test_a_complaint_is_told_as_one_and_nobody_else_is_told(home: House) -> None:
    session = home.session("Anna")
    match = home.table(session.player, ME, OPEN)
    silence(home, session.player, "complained")
    assert "called unwanted" in banner(home.browser(session), "/")
    assert banner(home.browser(home.session("Bram")), f"/m/{match.id}") == ""
    assert banner(home.browser(), "/") == ""
    assert banner(home.browser(), home.link(match, 0)) == ""


def test_a_mail_to_check_proves_the_address_once_its_link_is_used(home: House) -> None:
    session = home.session("Anna", "nl")
    silence(home, session.player)
    browser = home.browser(session, "nl")
    answer = browser.post("/settings", {"do": "check"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings?done=check#address")
    assert "Er is een mail onderweg." in str(browser.get("/settings?done=check").body.decode())
    ((message, _),) = home.queue.messages
    owed = message["login"]
    assert (owed["address"], owed["language"], owed["then"]) == ("anna@example.org", "nl", "/settings")
    assert load_profile(home.store, session.player).silenced
    answer = home.browser().post("/login", {"token": owed["token"], "next": owed["then"]})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings")
    assert load_profile(home.store, session.player).silenced is None
    assert banner(browser, "/settings") == ""


def test_mails_to_check_are_counted_like_those_to_log_in(home: House) -> None:
    session = home.session("Anna")
    browser = home.browser(session)
    for _ in range(LOGIN_MAILS.limit - 1):  # one was for the account itself
        assert browser.post("/settings", {"do": "check"}).status_code == 303
    answer = browser.post("/settings", {"do": "check"})
    page = str(answer.body.decode())
    assert answer.status_code == 429
    (section,) = re.findall(r'<section id="address">.*?</section>', page, re.DOTALL)
    assert 'role="alert"' in section
    assert len(home.queue.messages) == LOGIN_MAILS.limit - 1
