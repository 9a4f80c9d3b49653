"""The link to one's calendar in the settings: shown once where it is made, and gone when it is taken back."""

from __future__ import annotations

import html
import re

import icalendar
import pytest

from chalicelib.players import feed
from chalicelib.players.profile import SPOKEN
from chalicelib.site.words import speaker
from tests.site.house import BASE, ME, OPEN, House


@pytest.mark.parametrize("language", SPOKEN)
def test_it_is_made_shown_once_and_opens_the_calendar(home: House, language: str) -> None:
    session = home.session("Anna", language)
    browser, say = home.browser(session, language), speaker(language)
    page = html.unescape(str(browser.get("/settings").body.decode()))
    assert say("Make a link to my calendar") in page
    assert say("Take the link back") not in page
    answer = browser.post("/settings", {"do": "calendar"})
    page = html.unescape(str(answer.body.decode()))
    assert answer.status_code == 200
    found = re.search(r'<code class="secret">([^<]+)</code>', page)
    assert found
    url = found[1]
    assert url.startswith(f"{BASE}/calendar.ics?key={session.player}.")
    assert f'href="webcal:{url.removeprefix("http:")}"' in page
    assert "no-store" in answer.headers["Cache-Control"]
    fetched = home.browser().get(url.removeprefix(BASE))
    assert fetched.status_code == 200
    assert icalendar.Calendar.from_ical(fetched.body).walk("VEVENT") == []
    page = html.unescape(str(browser.get("/settings").body.decode()))
    assert url.partition("key=")[2] not in page
    assert say("Make a new link, and end the one there is") in page


def test_a_new_one_ends_the_old_one_and_taking_it_back_ends_all(home: House) -> None:
    session = home.session("Anna")
    home.table(session.player, ME, OPEN)
    browser = home.browser(session)
    paths = []
    for _ in range(2):
        page = str(browser.post("/settings", {"do": "calendar"}).body.decode())
        paths.append(re.findall(r'<code class="secret">http://[^/]+([^<]+)</code>', page)[0])
    assert [browser.get(path).status_code for path in paths] == [404, 200]
    answer = browser.post("/settings", {"do": "calendar-end"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings?done=calendar-end#calendar")
    assert "Done: the link opens nothing any more." in str(browser.get("/settings?done=calendar-end").body.decode())
    assert browser.get(paths[1]).status_code == 404
    assert feed.feed_since(home.env, session.player) == 0


def test_opening_the_page_makes_none(home: House) -> None:
    session = home.session("Anna")
    browser = home.browser(session)
    browser.get("/settings?do=calendar")
    browser.post("/settings", {"do": "calendar"}, Origin="https://evil.example")
    assert feed.feed_since(home.env, session.player) == 0
