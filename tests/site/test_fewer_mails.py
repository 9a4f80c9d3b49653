"""The link in every mail: a program or its reader stops its kind with a POST, and looking at it changes nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from chalicelib.matches.match import Match
from chalicelib.players.mail_links import Kind, mail_link_token
from chalicelib.players.profile import SPOKEN, Profile
from chalicelib.players.repository import load_profile
from chalicelib.players.wishes import GROUPS
from tests.site.company import alert_of, text_of
from tests.site.house import BOT, ME, Browser, House

FORM = ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click")
PARTS = (
    "multipart/form-data; boundary=x7",
    '--x7\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x7--\r\n',
)


class Reader:
    """Anna, who is logged in nowhere, and the mails that she has about a match."""

    def __init__(self, home: House, language: str = "en") -> None:
        self.home = home
        self.me = home.player("Anna", language)
        self.match: Match = home.table(self.me, ME, BOT, name="Friday")
        self.browser: Browser = home.browser()

    @property
    def profile(self) -> Profile:
        return load_profile(self.home.store, self.me)

    def link(self, kind: Kind = "talk", match: str | None = None) -> str:
        about = self.match.id if match is None else match
        return f"/u/{mail_link_token(self.home.env, self.profile, kind, about)}"

    def page(self, link: str) -> str:
        answer = self.browser.get(link)
        assert answer.status_code == 200
        return str(answer.body.decode())


@pytest.mark.parametrize(("kind", "body"), [FORM, PARTS])
@pytest.mark.parametrize("group", GROUPS)
def test_one_post_without_login_stops_its_kind_and_leaves_the_others(
    home: House, kind: str, body: str, group: Kind
) -> None:
    reader = Reader(home)
    before = [mode for each, mode in reader.profile.mail.all().items() if each != group]
    link = reader.link(group)
    for _ in range(2):
        answer = reader.browser.send("POST", link, body, {"Content-Type": kind})
        assert (answer.status_code, answer.headers.get("Location")) == (200, None)
        after = reader.profile.mail.all()
        assert [mode for each, mode in after.items() if each != group] == before
        assert [mode for each, mode in after.items() if each == group] == ["off"]


@pytest.mark.parametrize(("kind", "body"), [FORM, PARTS])
def test_the_daily_mail_is_stopped_with_what_is_in_it(home: House, kind: str, body: str) -> None:
    reader = Reader(home)
    reader.browser.send("POST", reader.link("digest", ""), body, {"Content-Type": kind})
    after = {"turn": "now", "reminder": "now", "match": "now", "table": "off", "talk": "off"}
    assert reader.profile.mail.all() == after


def test_a_page_of_another_site_may_post_it_for_its_reader(home: House) -> None:
    reader = Reader(home)
    given = {"Content-Type": FORM[0], "Origin": "https://mail.example.com", "Sec-Fetch-Site": "cross-site"}
    assert reader.browser.send("POST", reader.link(), FORM[1], given).status_code == 200
    assert reader.profile.mail.mode("talk") == "off"


def test_no_cookie_counts_for_what_a_program_posts(home: House) -> None:
    bram = home.session("Bram")
    inside = home.browser(bram)
    given = {"Content-Type": FORM[0], "Origin": "https://evil.example"}
    answer = inside.send("POST", "/settings", f"{FORM[1]}&do=delete&sure=yes&typed=bram", given)
    assert answer.headers["Location"].startswith("/login")
    assert load_profile(home.store, bram.player).name == "Bram"


def test_opening_it_shows_what_will_happen_and_changes_nothing(home: House) -> None:
    reader = Reader(home)
    before, link = reader.profile, reader.link()
    page = reader.page(link)
    assert reader.profile == before
    assert "What is said at your tables" in page
    assert "Friday" in page
    assert re.findall(r'name="do" value="(\w+)"', page) == ["everywhere", "here"]
    assert 'href="/settings#mail"' in page
    assert "No more of these" in page


def test_its_buttons_stop_the_kind_for_the_match_or_everywhere(home: House) -> None:
    reader = Reader(home)
    link = reader.link()
    answer = reader.browser.post(link, {"do": "here"})
    assert "No more of these come to you about this match:" in answer.body.decode()
    assert (reader.profile.mail.mode("talk", reader.match.id), reader.profile.mail.mode("talk")) == ("off", "digest")
    assert re.findall(r'name="do" value="(\w+)"', reader.page(link)) == ["everywhere"]
    answer = reader.browser.post(link, {"do": "everywhere"})
    assert "Done. No more of these come to you:" in answer.body.decode()
    assert reader.profile.mail.mode("talk") == "off"
    assert "None of these come to you any more." in reader.page(link)


def test_the_daily_mail_has_one_button_and_none_where_nothing_comes_in_it(home: House) -> None:
    reader = Reader(home)
    link = reader.link("digest", "")
    assert re.findall(r'name="do" value="(\w+)"', reader.page(link)) == ["everywhere"]
    assert reader.browser.post(link, {"do": "here"}).status_code == 404
    reader.browser.post(link, {"do": "everywhere"})
    assert "None of these come to you any more." in reader.page(link)


@pytest.mark.parametrize("form", [{}, {"do": "all"}, {"List-Unsubscribe": "Maybe"}])
def test_another_form_changes_nothing(home: House, form: dict[str, str]) -> None:
    reader = Reader(home)
    before = reader.profile
    answer = reader.browser.post(reader.link(), form)
    assert answer.status_code == 400
    assert "incomplete" in text_of(alert_of(answer.body.decode()))
    assert reader.profile == before


def test_a_forged_link_is_none(home: House) -> None:
    reader = Reader(home)
    forged = reader.link().replace(".talk.", ".turn.")
    other = replace(reader.profile, email="else@example.org")
    for link in (forged, "/u/x", f"/u/{mail_link_token(home.env, other, 'talk', reader.match.id)}"):
        assert reader.browser.get(link).status_code == 404
        assert reader.browser.send("POST", link, FORM[1], {"Content-Type": FORM[0]}).status_code == 404
    assert reader.profile.mail.all()["turn"] == "now"


def test_a_match_that_is_gone_is_not_named(home: House) -> None:
    reader = Reader(home)
    page = reader.page(reader.link(match="gone"))
    assert "Friday" not in page


@pytest.mark.parametrize("language", SPOKEN)
def test_the_page_is_in_the_language_of_the_mail(home: House, language: str) -> None:
    reader = Reader(home, language)
    heading = {"en": "Fewer mails", "nl": "Minder mails", "sv": "Färre mejl", "af": "Minder e-posse"}[language]
    assert f"<h1>{heading}</h1>" in reader.page(reader.link())
