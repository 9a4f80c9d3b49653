"""Behind an API's stage ("/api") and on https: links keep the prefix, cookies are bound."""

from __future__ import annotations

import re

from tests.site.house import BOT, ME, fields_of, house, moves_of

URL = "https://play.example.org/api"


def test_every_link_and_form_stays_under_the_prefix() -> None:
    with house(URL) as home:
        anna = home.session("Anna")
        match = home.table(anna.player, ME, BOT)
        browser = home.browser()
        browser.cookies["__Host-tp"] = (anna.token, "/")
        for target in ("/", "/login", "/logout", f"/m/{match.id}", "/rules/keer-op-keer"):
            page = browser.get(target).body.decode()
            leads = re.findall(r'(?:href|action)="(/[^"]*)"', page)
            assert [lead for lead in leads if not lead.startswith("/api/")] == []


def test_cookies_are_bound_to_https() -> None:
    with house(URL) as home:
        anna = home.session("Anna")
        match = home.table(anna.player, ME, BOT)
        browser = home.browser()
        page = browser.get(home.link(match, 0)).body.decode()
        fields = {**fields_of(page, "choose"), "move": moves_of(page)[0]}
        played = browser.post(f"/m/{match.id}", fields, Origin="https://play.example.org")
        assert played.headers["Location"] == f"/api/m/{match.id}#now"
        cookie = played.headers["Set-Cookie"]
        assert cookie.startswith("__Secure-tp-seat=")
        assert f"Path=/api/m/{match.id}; " in cookie
        assert cookie.endswith("; Secure")
