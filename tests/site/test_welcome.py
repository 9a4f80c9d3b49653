"""The first page of a new account: the name that it was invited by, the zone of its browser, and the way on."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from chalicelib.matches.seating import SeatWish
from chalicelib.players.authentication import CredentialCache, authenticate
from chalicelib.players.profile import SPOKEN, Profile
from chalicelib.players.repository import load_profile
from tests.site.axe import complaints_of
from tests.site.house import ME, Browser, House
from tests.site.test_invitation import address
from tests.site.window import NARROW, WIDE, served, window

DORA = SeatWish("invite", email="dora@example.org", name="Dora")


def _enter(home: House, browser: Browser, name: str = "", then: str = "") -> str:
    """Where a login with a new address leads."""
    browser.post("/login", {"email": "dora@example.org", "name": name, "next": then})
    login = home.queue.take()[0]["login"]
    return str(browser.post("/login", {"token": login["token"], "next": then}).headers["Location"])


def _profile(home: House, browser: Browser) -> Profile:
    token = browser.cookies["tp"][0]
    return load_profile(home.store, authenticate(home.env, token, CredentialCache(0)).player)


def _page(browser: Browser, target: str) -> str:
    answer = browser.get(target)
    assert answer.status_code == 200
    return str(answer.body.decode())


def test_who_is_invited_by_mail_keeps_the_name_they_are_called(home: House) -> None:
    target = address(home, home.table(home.player("Anna"), ME, DORA))
    browser = home.browser()
    (login,) = re.findall(r'class="button" href="(/login\?next=[^"]+)"', _page(browser, target))
    assert re.search(r'<input id="name"[^>]* value="Dora">', _page(browser, login))
    assert _enter(home, browser, "Dora", target) == f"/welcome?{urlencode({'next': target})}"
    assert (_profile(home, browser).name, _profile(home, browser).handle) == ("Dora", "dora")
    assert re.search(r'<input id="name"[^>]* value="Dora">', _page(browser, "/welcome"))


@pytest.mark.parametrize("then", ["/i?token=made-up", "/i?token=a.b.c", "/m/0000000000000000", "/"])
def test_no_other_page_offers_a_name(home: House, then: str) -> None:
    assert re.search(r'<input id="name"[^>]* value="">', _page(home.browser(), f"/login?{urlencode({'next': then})}"))


def test_a_name_is_offered_no_more_once_the_invitation_is_answered(home: House) -> None:
    match = home.table(home.player("Anna"), ME, DORA)
    target, browser = address(home, match), home.browser()
    browser.post("/i", {"do": "decline", "token": target.partition("=")[2]})
    assert 'value="Dora"' not in _page(browser, f"/login?{urlencode({'next': target})}")


def test_a_new_account_is_asked_for_name_and_zone_once(home: House) -> None:
    browser = home.browser()
    assert _enter(home, browser) == "/welcome"
    before = _profile(home, browser)
    assert before.handle.startswith("player-")
    page = _page(browser, "/welcome")
    assert f"Without a name you are called {before.handle}." in page
    assert re.search(r'<select id="zone" name="zone" data-guess[^>]*>\s*<option value="">', page)
    kept = browser.post("/welcome", {"name": "Dora Ørsted", "zone": "Europe/Copenhagen"})
    assert (kept.status_code, kept.headers["Location"]) == (303, "/")
    after = _profile(home, browser)
    assert (after.name, after.handle, after.zone) == ("Dora Ørsted", "dora-orsted", "Europe/Copenhagen")
    assert _enter(home, browser) == "/", "who is known is not asked again"


def test_a_handle_that_is_taken_stays_as_it_was(home: House) -> None:
    home.player("Dora")
    browser = home.browser()
    browser.post("/login", {"email": "other@example.org"})
    browser.post("/login", {"token": home.queue.take()[0]["login"]["token"]})
    before = _profile(home, browser)
    assert browser.post("/welcome", {"name": "Dora", "zone": "UTC"}).status_code == 303
    assert _profile(home, browser).name == "Dora"
    assert _profile(home, browser).handle == before.handle


def test_a_handle_that_was_chosen_is_not_changed(home: House) -> None:
    session = home.session("Dora")
    browser = home.browser(session)
    assert browser.post("/welcome", {"name": "Somebody", "zone": "UTC"}).status_code == 303
    assert (_profile(home, browser).name, _profile(home, browser).handle) == ("Somebody", "dora")


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"zone": ""}, "zone"), ({"zone": "Mars/Olympus"}, "zone"), ({"name": "x" * 41, "zone": "UTC"}, "name")],
)
@pytest.mark.parametrize("language", SPOKEN)
def test_what_cannot_be_kept_is_refused_at_its_field(
    home: House, typed: dict[str, str], field: str, language: str
) -> None:
    browser = home.browser(home.session("Dora", language))
    answer = browser.post("/welcome", {"name": "Dora", "next": "/new", **typed})
    page = answer.body.decode()
    assert answer.status_code == 400
    assert re.search(rf'id="{field}" [^>]*aria-describedby="[^"]*refused" aria-invalid="true" autofocus', page)
    assert f'<span lang="{language}">' in page
    assert 'name="next" value="/new"' in page


@pytest.mark.parametrize(
    ("language", "likely"), [("nl", "Europe/Amsterdam"), ("sv", "Europe/Stockholm"), ("af", "Africa/Johannesburg")]
)
def test_the_zone_of_most_readers_is_offered(home: House, language: str, likely: str) -> None:
    page = _page(home.browser(home.session("Dora", language)), "/welcome")
    assert re.findall(r'<option value="([^"]*)" selected>', page) == [likely]


def test_a_zone_that_is_known_stays_chosen(home: House) -> None:
    session = home.session("Dora")
    home.change(session.player, zone="America/Argentina/Buenos_Aires")
    page = _page(home.browser(session), "/welcome")
    assert '<option value="America/Argentina/Buenos_Aires" selected>Argentina/Buenos Aires</option>' in page
    assert "data-guess" not in page


@pytest.mark.parametrize("wanted", ["//evil.example", "https://evil.example", "/logout"])
def test_it_leads_to_pages_of_ours_alone(home: House, wanted: str) -> None:
    browser = home.browser(home.session("Dora"))
    assert 'href="/">Not now</a>' in _page(browser, f"/welcome?{urlencode({'next': wanted})}")
    assert browser.post("/welcome", {"zone": "UTC", "next": wanted}).headers["Location"] == "/"


def test_strangers_log_in_first_and_other_sites_are_refused(home: House) -> None:
    assert home.browser().get("/welcome?next=/new").headers["Location"] == "/login?next=%2Fnew"
    assert home.browser().post("/welcome", {"zone": "UTC"}).headers["Location"] == "/login"
    session = home.session("Dora")
    refused = home.browser(session).post("/welcome", {"zone": "Europe/Oslo"}, Origin="https://evil.example")
    assert refused.status_code == 403
    assert load_profile(home.store, session.player).zone == "UTC"


def test_the_first_page_leads_there_who_has_told_no_zone(home: House) -> None:
    session = home.session("Dora")
    assert 'href="/welcome">Change that' in _page(home.browser(session), "/")
    home.change(session.player, zone="Europe/Oslo")
    assert 'href="/settings#profile">Change that' in _page(home.browser(session), "/")


def test_it_is_fit_for_everybody_and_small(home: House, chromium: Chromium) -> None:
    session = home.session("Dora", "nl")
    assert len(home.browser(session).get("/welcome").body) < 100_000
    with served(home) as url, window(chromium, url, scripts=True, session=session) as (page, complaints):
        page.goto("/welcome")
        for width in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert (complaints_of(page), complaints) == ([], [])


def test_the_browsers_own_zone_is_chosen_where_scripts_run(home: House, chromium: Chromium) -> None:
    session = home.session("Dora", "nl")
    with served(home) as url, chromium.new_context(base_url=url, timezone_id="Australia/Lord_Howe") as context:
        context.add_cookies([{"name": "tp", "value": session.token, "url": url}])
        page = context.new_page()
        page.goto("/welcome")
        expect(page.get_by_label("Jouw tijdzone")).to_have_value("Australia/Lord_Howe")
        page.get_by_role("button").click()
        page.wait_for_url(f"{url}/")
    assert load_profile(home.store, session.player).zone == "Australia/Lord_Howe"


def test_without_scripts_the_list_does(home: House, chromium: Chromium) -> None:
    session = home.session("Dora")
    with served(home) as url, window(chromium, url, session=session) as (page, complaints):
        page.goto("/welcome")
        page.get_by_role("button", name="Keep this").click()
        expect(page.get_by_label("Your time zone")).to_be_focused()
        page.get_by_label("Your time zone").select_option("Africa/Windhoek")
        page.get_by_role("button", name="Keep this").click()
        page.wait_for_url(f"{url}/")
        assert [each for each in complaints if "400" not in each] == []
    assert load_profile(home.store, session.player).zone == "Africa/Windhoek"
