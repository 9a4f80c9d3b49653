"""The page of settings: what its forms change, what they refuse at which field, and who gets there."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players import accounts, blocks, sessions
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.ports import Put
from chalicelib.players.profile import NEWCOMERS, SPOKEN, Profile
from chalicelib.players.repository import load_profile, profile_item
from chalicelib.players.wishes import DEFAULTS, Wishes
from chalicelib.site.words import catalogue
from tests.site.house import BOT, ME, Browser, House

PROFILE = {"do": "profile", "name": "Anna", "handle": "anna", "language": "en", "zone": "Europe/Amsterdam"}
MAIL = {"do": "mail", "digest": "08:00"} | {str(group): str(mode) for group, mode in DEFAULTS.items()}
HOURS = {"do": "hours", "quiet-from": "", "quiet-until": "", "remind": "match", "reminders": ""}


class Desk:
    """Anna, her browser, and the page of settings in it."""

    def __init__(self, home: House, language: str = "en") -> None:
        self.home = home
        self.session: sessions.Session = home.session("Anna", language)
        self.me = self.session.player
        self.browser: Browser = home.browser(self.session)

    def page(self, query: str = "") -> str:
        """The page as it is."""
        answer = self.browser.get(f"/settings{query}")
        assert answer.status_code == 200
        return str(answer.body.decode())

    def done(self, fields: dict[str, str]) -> str:
        """The page that a form leads to that was carried out."""
        answer = self.browser.post("/settings", fields)
        assert answer.status_code == 303
        target, _, part = answer.headers["Location"].partition("#")
        page = self.page(target.removeprefix("/settings"))
        assert re.search(rf'<section id="{part}">.*?role="status".*?</section>', page, re.DOTALL)
        return page

    def refused(self, fields: dict[str, str], field: str, part: str) -> str:
        """The page that refuses a form at a field of a part."""
        answer = self.browser.post("/settings", fields)
        assert answer.status_code in (400, 404, 409, 422)
        page = str(answer.body.decode())
        (section,) = re.findall(rf'<section id="{part}">.*?</section>', page, re.DOTALL)
        assert re.search(rf'<input id="{field}"[^>]* aria-describedby="[^"]*refused" aria-invalid="true"', section)
        (told,) = re.findall(r'role="alert" id="refused">(.*?)</div>', section, re.DOTALL)
        assert page.count('role="alert"') == 1
        return html.unescape(str(told))

    @property
    def profile(self) -> Profile:
        """What is kept of her."""
        return load_profile(self.home.store, self.me)


@pytest.fixture
def desk(home: House) -> Desk:
    """Anna at her settings."""
    return Desk(home)


def test_profile_and_zone_are_kept_and_times_follow(desk: Desk) -> None:
    desk.done({**PROFILE, "name": "Anna <b>", "handle": "@Anna-2", "language": "nl", "zone": "Africa/Johannesburg"})
    found = desk.profile
    assert (found.name, found.handle, found.language, found.zone) == ("Anna <b>", "anna-2", "nl", "Africa/Johannesburg")
    page = desk.page()
    assert "<h1>Instellingen</h1>" in page
    assert "Africa/Johannesburg, UTC+2" in page
    assert "Anna &lt;b&gt;" in page


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"name": ""}, "name", "A name has 1 to 40 characters, at least one of them visible."),
        ({"handle": "-"}, "handle", "A handle has 3 to 20 characters out of a-z, 0-9 and -, with no - at either end."),
        ({"handle": "bram"}, "handle", "This handle is taken; please choose another one."),
        ({"zone": "Europe/Atlantis"}, "zone", "A time zone is named as in Europe/Amsterdam or UTC."),
    ],
)
@pytest.mark.parametrize("language", SPOKEN)
def test_a_profile_is_refused_at_its_field(
    home: House, language: str, changes: dict[str, str], field: str, said: str
) -> None:
    home.player("Bram")
    desk = Desk(home, language)
    told = desk.refused({**PROFILE, **changes}, field, "profile")
    words = catalogue(language)
    assert f"<strong>{words.get('This cannot be kept', 'This cannot be kept')}.</strong>" in told
    assert words.get(said, said) in told
    assert desk.profile.zone == "UTC"


def test_a_language_that_is_none_is_refused(desk: Desk) -> None:
    answer = desk.browser.post("/settings", {**PROFILE, "language": "tlh"})
    assert answer.status_code == 400
    assert re.search(r'<select id="language"[^>]* aria-invalid="true"', answer.body.decode())


def test_quiet_hours_and_reminders_are_kept(desk: Desk) -> None:
    page = desk.done({**HOURS, "quiet-from": "22:30", "quiet-until": "07:00", "remind": "own", "reminders": "10 %, 75"})
    assert (desk.profile.quiet, desk.profile.reminders) == ((1350, 420), (75, 10))
    assert 'name="quiet-from" type="time" aria-describedby="quiet-help" value="22:30"' in page
    assert 'value="75, 10"' in page
    assert 'name="remind" value="own" checked' in page
    desk.done({**HOURS, "remind": "never"})
    assert (desk.profile.quiet, desk.profile.reminders) == (None, ())
    desk.done(HOURS)
    assert desk.profile.reminders is None


def test_percentages_that_are_typed_are_meant_where_the_way_stays_as_it_was(desk: Desk) -> None:
    desk.done(HOURS)
    desk.done({**HOURS, "reminders": "60, 20"})
    assert desk.profile.reminders == (60, 20)
    desk.done({**HOURS, "reminders": "60, 20"})
    assert desk.profile.reminders is None


def test_what_comes_by_mail_and_when_is_kept(desk: Desk) -> None:
    page = desk.done({**MAIL, "turn": "digest", "talk": "off", "digest": "21:30"})
    assert desk.profile.mail == Wishes({"turn": "digest", "talk": "off"}, digest=1290)
    assert 'value="21:30"' in page
    assert re.search(r'<select id="mail-talk".*?<option value="off" selected>', page)
    desk.done(MAIL)
    assert desk.profile.mail == Wishes(), "what is usual is not chosen"


def test_what_cannot_be_chosen_of_mails_is_refused_at_its_field(desk: Desk) -> None:
    assert "The time of the digest is written as" in desk.refused({**MAIL, "digest": "8"}, "digest", "mail")
    answer = desk.browser.post("/settings", {**MAIL, "turn": "sometimes"})
    assert answer.status_code == 400
    assert re.search(r'<select id="mail-turn"[^>]* aria-invalid="true"', answer.body.decode())
    assert desk.profile.mail == Wishes()


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"quiet-from": "22:00"}, "quiet-until", "Quiet hours take two times: when they begin, and when they end."),
        ({"quiet-until": "07:00"}, "quiet-from", "Quiet hours take two times: when they begin, and when they end."),
        ({"quiet-from": "22:00", "quiet-until": "7"}, "quiet-until", "Quiet hours are written as times of the day"),
        ({"quiet-from": "22:00", "quiet-until": "22:00"}, "quiet-until", "Quiet hours last 16 hours at most"),
        ({"remind": "own", "reminders": "often"}, "reminders", "Percentages are written as in 50, 10."),
        ({"remind": "own", "reminders": "100"}, "reminders", "Reminders come at up to 4 falling percentages"),
        ({"remind": "own", "reminders": ""}, "reminders", "Type something first."),
    ],
)
def test_hours_are_refused_at_their_field(desk: Desk, changes: dict[str, str], field: str, said: str) -> None:
    assert said in desk.refused({**HOURS, **changes}, field, "hours")
    assert (desk.profile.quiet, desk.profile.reminders) == (None, NEWCOMERS)


def test_no_other_way_to_be_reminded_is_taken(desk: Desk) -> None:
    assert desk.browser.post("/settings", {**HOURS, "remind": "daily"}).status_code == 400


def test_an_absence_is_announced_by_the_wall_and_ended(desk: Desk) -> None:
    desk.done(PROFILE)
    page = desk.done({"do": "away", "from": "2027-03-01T12:00", "until": "2027-03-11T12:00"})
    ((since, until),) = desk.profile.away
    assert until - since == 10 * DAY
    assert "Away from Monday 1 March 2027, 12:00 (Europe/Amsterdam, UTC+1)" in page
    assert ">Call it off</button>" in page
    desk.done({"do": "back", "id": str(since)})
    assert desk.profile.away == ()


def test_an_absence_from_now_on_ends_when_somebody_is_back(desk: Desk) -> None:
    now = desk.home.clock.now()
    service.announce(desk.home.env, desk.me, 0, now + DAY)
    assert ">I am back</button>" in desk.page()
    desk.home.clock.advance(2 * HOUR)
    desk.done({"do": "back", "id": str(now)})
    assert desk.profile.away == ((now, now + 2 * HOUR),)


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"until": ""}, "until", "Say until when you are away."),
        ({"until": "tomorrow"}, "until", "A date and a time are written as in 2026-07-01T18:00."),
        ({"from": "2027-02-30T12:00", "until": "2027-03-04T12:00"}, "from", "A date and a time are written as"),
        ({"from": "1999-01-01T12:00", "until": "2027-03-04T12:00"}, "from", "An absence begins now or later."),
        ({"from": "2027-03-04T12:00", "until": "2027-03-04T12:30"}, "until", "An absence lasts at least an hour."),
        ({"from": "2027-03-04T12:00", "until": "2027-03-03T12:00"}, "until", "An absence ends after it begins."),
        ({"from": "2027-03-04T12:00", "until": "2027-06-04T12:00"}, "until", "You may be away for 60 days a year; 60"),
    ],
)
def test_an_absence_is_refused_at_its_field(desk: Desk, typed: dict[str, str], field: str, said: str) -> None:
    told = desk.refused({"do": "away", **typed}, field, "away")
    assert said in told
    assert "This absence is not possible" in told
    assert desk.profile.away == ()


def test_an_absence_that_is_none_cannot_be_ended(desk: Desk) -> None:
    answer = desk.browser.post("/settings", {"do": "back", "id": "12"})
    assert answer.status_code == 404
    assert "You have announced no such absence, or it is over." in answer.body.decode()


def test_matches_that_allow_fewer_days_are_named(desk: Desk) -> None:
    match = desk.home.table(desk.me, ME, BOT, name="A & B", pace=service.Pace(absence_days=0))
    service.announce(desk.home.env, desk.me, 0, desk.home.clock.now() + DAY)
    assert f'<a href="/m/{match.id}#away"><bdi>A &amp; B</bdi></a>: it does not stand still' in desk.page()


def test_players_are_blocked_by_handle_and_let_off(desk: Desk) -> None:
    desk.home.player("Bram")
    page = desk.done({"do": "block", "handle": "@Bram"})
    assert [each.handle for each in blocks.list_blocks(desk.home.env, desk.me)] == ["bram"]
    assert "<bdi>Bram</bdi> (bram)" in page
    for _ in range(2):
        desk.done({"do": "unblock", "handle": "bram"})
    assert blocks.list_blocks(desk.home.env, desk.me) == ()


@pytest.mark.parametrize(
    ("handle", "said"),
    [("zed", "Nobody has this handle."), ("anna", "You cannot block yourself."), ("", "Type something first.")],
)
@pytest.mark.parametrize("language", SPOKEN)
def test_a_block_is_refused_at_its_field(home: House, language: str, handle: str, said: str) -> None:
    told = Desk(home, language).refused({"do": "block", "handle": handle}, "block", "blocks")
    assert catalogue(language).get(said, said) in told


def test_no_more_players_are_blocked_than_may_be(desk: Desk) -> None:
    desk.home.player("Bram")
    others = [blocks.BLOCK.item(blocks.key(desk.me, f"p{number}"), {"since": 1}) for number in range(blocks.MAX_BLOCKS)]
    profiles = [replace(desk.profile, id=f"p{number}", handle=f"p-{number}") for number in range(blocks.MAX_BLOCKS)]
    for item in (*others, *map(profile_item, profiles)):
        desk.home.store.commit([Put(item)])
    told = desk.refused({"do": "block", "handle": "bram"}, "block", "blocks")
    assert "You have blocked as many players as one may; let one of them off first." in told


def test_leaving_for_good_is_confirmed_by_the_handle(desk: Desk) -> None:
    match: Match = desk.home.table(desk.me, ME, BOT, name="Last one")
    assert f'These are: <a href="/m/{match.id}"><bdi>Last one</bdi></a>.' in desk.page()
    for typed in ("", "bram", "Anna Anna"):
        said = desk.refused({"do": "delete", "confirm": typed}, "confirm", "leave")
        assert "Type your own handle, as it stands here." in said
    assert accounts.find_player(desk.home.env, "anna").id == desk.me
    answer = desk.browser.post("/settings?language=sv", {"do": "delete", "confirm": "@Anna"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/?done=gone&language=sv")
    assert "tp" not in desk.browser.cookies
    with pytest.raises(UnknownPlayerError):
        accounts.find_player(desk.home.env, "anna")
    assert desk.home.load(match).head.status == "over"
    told = "Your account is deleted."
    assert catalogue("sv")[told] in desk.browser.get(answer.headers["Location"]).body.decode()


def test_the_file_of_what_is_kept_can_be_fetched(desk: Desk) -> None:
    (target,) = re.findall(r'href="([^"]+)" download="turnpost.json"', desk.page())
    assert desk.browser.get(target).json_body["profile"]["handle"] == "anna"


@pytest.mark.parametrize("ask", ["get", "post"])
def test_who_is_not_logged_in_does_that_first_and_comes_back(home: House, ask: str) -> None:
    browser = home.browser()
    answer = browser.get("/settings") if ask == "get" else browser.post("/settings", PROFILE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/login?next=%2Fsettings")


def test_another_site_changes_nothing(desk: Desk) -> None:
    for fields in (PROFILE, HOURS, {"do": "delete", "confirm": "anna"}, {"do": "away", "until": "2027-03-11T12:00"}):
        assert desk.browser.post("/settings", fields, Origin="https://evil.example").status_code == 403
    assert (desk.profile.version, desk.profile.zone) == (1, "UTC")


def test_a_form_that_is_none_is_refused(desk: Desk) -> None:
    assert desk.browser.post("/settings", {"do": "dance"}).status_code == 400


def test_looking_changes_nothing(desk: Desk) -> None:
    before = desk.profile
    desk.page("?done=delete&do=delete&confirm=anna")
    assert desk.profile == before


@pytest.mark.parametrize("language", SPOKEN)
def test_it_speaks_every_language_and_stays_in_the_one_asked_for(desk: Desk, language: str) -> None:
    assert f'<html lang="{language}">' in desk.page(f"?language={language}")
    answer = desk.browser.post(f"/settings?language={language}", HOURS)
    assert answer.headers["Location"] == f"/settings?done=hours&language={language}#hours"
    changed = desk.browser.post(f"/settings?language={language}", PROFILE)
    assert changed.headers["Location"] == "/settings?done=profile#profile"
