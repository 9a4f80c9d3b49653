"""The mails of every category in every language, written from real matches: both parts say all that a reader needs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest

from chalicelib import games
from chalicelib.matches import service
from chalicelib.matches.fork import From
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.seating import SeatWish
from chalicelib.matches.wall_clock import zone_of
from chalicelib.players.seat_links import read_seat_link
from chalicelib.post import dates
from chalicelib.post.game_words import settings
from chalicelib.post.language import catalogue
from chalicelib.post.planning import GROUP_OF
from chalicelib.rules import LANGUAGES, Fact
from tests.matches.desk import ME
from tests.matches.endings import short
from tests.post.office import Office, page_of, text_of

CATEGORIES = ("invitation", "match_started", "your_turn", "match_ended")
ZONE = "Europe/Amsterdam"
READER = "Zoë <i>&co</i>"


@dataclass(frozen=True)
class Sent:
    """A mail to zoe, and the match as it stood when it was sent."""

    mail: EmailMessage
    match: Match


class Words(HTMLParser):
    """What a page shows, and what it links to or loads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return flat("".join(self.words))


def flat(text: str) -> str:
    return " ".join(text.split())


def with_names(text: str, names: Sequence[str]) -> str:
    return re.sub(r"@(\d)", lambda found: names[int(found[1])], text)


def story(language: str) -> dict[str, Sent]:
    """A match from its invitation to its end, and the newest mail of each category to zoe."""
    office = Office()
    office.person("zoe", READER, language, ZONE)
    match = office.desk.create(ME, SeatWish("player", handle="zoe"), name="Friday evening")
    told: dict[str, Sent] = {}

    def tell(category: str) -> None:
        office.work_off()
        told[category] = Sent(office.mails("zoe")[-1], office.desk.load(match))

    tell("invitation")
    service.join(office.post.env, "zoe", match.id)
    tell("match_started")
    for seat in (1, 0):
        office.clock.advance(3_000)
        office.desk.play(match, seat)
    tell("your_turn")
    service.resign(office.post.env, match.id, Caller("anna"))
    tell("match_ended")
    return told


@pytest.fixture(scope="module", params=LANGUAGES)
def told(request: pytest.FixtureRequest) -> tuple[str, dict[str, Sent]]:
    return request.param, story(request.param)


def parts(mail: EmailMessage) -> tuple[str, str]:
    return flat(text_of(mail)), Words(page_of(mail)).text


def everywhere(needle: str, mail: EmailMessage) -> bool:
    return all(flat(needle) in part for part in parts(mail))


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_mail_names_game_match_and_reader(told: tuple[str, dict[str, Sent]], category: str) -> None:
    mail = told[1][category].mail
    assert everywhere("Keer op Keer · Friday evening", mail)
    assert str(mail["Subject"]).startswith("Keer op Keer · Friday evening: ")
    assert everywhere(READER, mail)
    assert html.escape(READER) in page_of(mail)
    assert "<i>" not in page_of(mail)


def test_subjects_give_the_deadline_in_the_readers_words_and_zone(told: tuple[str, dict[str, Sent]]) -> None:
    language, sent = told
    words, zone = catalogue(language), zone_of(ZONE)
    for category in ("match_started", "your_turn"):
        deadline = sent[category].match.head.deadlines[1]
        assert dates.short(words, deadline, zone) in sent[category].mail["Subject"]
        assert everywhere(dates.moment(words, deadline, zone), sent[category].mail)
        assert "(Europe/Amsterdam, UTC+2)" in parts(sent[category].mail)[0]
    until = sent["invitation"].match.roster.created + 14 * 86_400
    assert dates.short(words, until, zone) in sent["invitation"].mail["Subject"]
    assert everywhere(dates.moment(words, until, zone), sent["invitation"].mail)


def test_the_subject_of_the_last_mail_gives_the_result(told: tuple[str, dict[str, Sent]]) -> None:
    language, sent = told
    result = catalogue(language).ngettext("{names} wins", "{names} win", 1).format(names=READER)
    assert str(sent["match_ended"].mail["Subject"]).endswith(f": {result}")
    assert everywhere(result, sent["match_ended"].mail)
    ended = dates.moment(catalogue(language), sent["match_ended"].match.head.ended, zone_of(ZONE))
    assert everywhere(ended, sent["match_ended"].mail)


@pytest.mark.parametrize("category", ["match_started", "your_turn", "match_ended"])
def test_the_roll_and_the_board_stand_in_both_parts(told: tuple[str, dict[str, Sent]], category: str) -> None:
    language, sent = told
    mail, match = sent[category].mail, sent[category].match
    game = games.get("keer-op-keer")
    view = game.view(match.head.state, 1)
    names = ["Anna", READER]
    board = re.sub(r"@(\d)", lambda found: names[int(found[1])], game.text(view, language))
    assert board in text_of(mail).replace("\r\n", "\n")
    markup = re.sub(
        r"@(\d)", lambda found: f"<bdi>{html.escape(names[int(found[1])])}</bdi>", game.html(view, language)
    )
    assert markup in page_of(mail).replace("\r\n", "\n")
    assert everywhere(" ".join(view.roll), mail)


def test_the_moves_since_the_readers_own_stand_in_both_parts(told: tuple[str, dict[str, Sent]]) -> None:
    language, sent = told
    mail, match = sent["your_turn"].mail, sent["your_turn"].match
    game = games.get("keer-op-keer")
    view = game.view(match.head.state, 1)
    assert everywhere(catalogue(language).gettext("Since your last move"), mail)
    for seat in (0, 1):
        kind = "passed" if view.last[seat] == "pass" else "placed"
        detail = () if kind == "passed" else (view.last[seat],)
        assert everywhere(with_names(game.say(Fact(kind, seat, detail), language), ["Anna", READER]), mail)
    gave_up = catalogue(language).gettext("{name} gave up.").format(name="Anna")
    assert everywhere(gave_up, sent["match_ended"].mail)


@pytest.mark.parametrize("category", ["match_started", "your_turn"])
def test_how_to_answer_stands_in_both_parts(told: tuple[str, dict[str, Sent]], category: str) -> None:
    language, sent = told
    mail, match = sent[category].mail, sent[category].match
    game = games.get("keer-op-keer")
    legal = game.legal_moves(match.head.state, 1)
    words = catalogue(language)
    count = words.ngettext("You have {n} legal move.", "You have {n} legal moves, for example:", len(legal))
    assert everywhere(count.format(n=len(legal)), mail)
    for move in (legal[0], legal[1], legal[2], legal[-1]):
        assert everywhere(game.format(move), mail)
    assert everywhere(f"/matches/{match.id}/seats/1/moves/{match.head.opened[1]}?key=", mail)
    assert everywhere("curl -X PUT 'https://play.example.org/", mail)
    assert everywhere("""-d '{"text": "pass"}'""", mail)
    assert everywhere("help@play.example.org", mail)


@pytest.mark.parametrize("category", ["match_started", "your_turn", "match_ended"])
def test_the_link_carries_the_key_of_the_readers_seat(told: tuple[str, dict[str, Sent]], category: str) -> None:
    sent = told[1][category]
    env = Office().post.env
    pages = [link for link in Words(page_of(sent.mail)).links if "/m/" in link]
    assert len(set(pages)) == 1
    assert pages[0] in text_of(sent.mail)
    url = urlsplit(pages[0])
    assert url.path == f"/m/{sent.match.id}"
    asked = parse_qs(url.query)
    assert asked["seat"] == ["1"]
    assert tuple(read_seat_link(env, asked["key"][0])) == (sent.match.id, 1, 0)


def test_an_invitation_carries_no_key_and_says_how_to_join(told: tuple[str, dict[str, Sent]]) -> None:
    mail, match = told[1]["invitation"].mail, told[1]["invitation"].match
    assert "key=" not in text_of(mail) + page_of(mail)
    assert everywhere(f"https://play.example.org/m/{match.id}", mail)
    assert everywhere("Anna", mail)
    chosen = settings(games.get("keer-op-keer"), match.roster.options, 2, told[0])
    assert [name for name, _ in chosen] != ["sheet", "start"]
    assert everywhere("; ".join(f"{name}: {value}" for name, value in chosen), mail)


@pytest.mark.parametrize("category", CATEGORIES)
def test_pages_load_nothing_and_run_nothing(told: tuple[str, dict[str, Sent]], category: str) -> None:
    page = Words(page_of(told[1][category].mail))
    assert not {"img", "script", "iframe", "object", "embed", "form", "link", "svg", "video", "audio"} & set(page.tags)
    assert all(link.startswith("https://play.example.org/") for link in page.links)
    assert not any(name.startswith("on") or name in ("src", "srcset", "background") for name, _ in page.attributes)
    assert "url(" not in page_of(told[1][category].mail)
    assert ("lang", told[0]) in page.attributes


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_link_to_no_more_of_its_kind_is_the_readers_own(told: tuple[str, dict[str, Sent]], category: str) -> None:
    sent = told[1][category]
    found = [each for each in Words(page_of(sent.mail)).links if "/u/" in each]
    header = str(sent.mail["List-Unsubscribe"])
    assert f"/u/zoe.{GROUP_OF[category]}.{sent.match.id}." in header
    assert sent.mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert header.split(">")[0].removeprefix("<") in text_of(sent.mail)
    assert all(f"<{each}>" in header for each in found)


@pytest.mark.parametrize("category", CATEGORIES)
def test_mails_are_small_enough_to_be_shown_whole(told: tuple[str, dict[str, Sent]], category: str) -> None:
    source = told[1][category].mail.as_bytes()
    assert len(source) < 100_000  # a large provider cuts mails off at 102 KB
    assert max(len(line) for line in source.splitlines()) <= 200
    assert source.isascii()


def test_names_with_the_marks_of_seats_in_them_stay_as_they_are() -> None:
    office = Office()
    office.person("zoe", "@0 & <b>@1</b>", "en", ZONE)
    office.desk.table("zoe", "bram", name="@1 versus @0")
    office.work_off()
    mail = office.mails("zoe")[0]
    assert everywhere("It is your turn, @0 & <b>@1</b>.", mail)
    assert everywhere("Players: @0 & <b>@1</b>, Bram".replace("Players: ", ""), mail)
    assert "Keer op Keer · @1 versus @0: " in mail["Subject"]


def test_a_match_called_like_its_game_is_named_once() -> None:
    office = Office()
    office.desk.table("anna", "bram")
    office.work_off()
    assert str(office.mails("anna")[0]["Subject"]).startswith("Keer op Keer: ")


def test_whoever_is_not_to_move_at_the_start_is_told_who_is() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    office.desk.play(match, 0, {"text": "pass"})
    office.work_off()
    mail = office.mails("anna")[0]
    assert "first move due by" in mail["Subject"]
    assert everywhere("To move: Bram. You get a mail when it is your turn.", mail)
    assert "curl" not in text_of(mail)


def test_time_that_ran_out_is_told() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    office.work_off()
    office.desk.play(match, 0, {"text": "pass"})
    for seconds in (0, match.roster.pace.decision_time - 60, 60):
        office.clock.advance(seconds)
        service.sweep(office.post.env)
    office.work_off()
    assert everywhere("Bram ran out of time.", office.mails("anna")[-1])


def test_a_lone_player_reads_the_points() -> None:
    office = Office()
    match = office.desk.create(ME, name="Solo")
    office.desk.play_out(match, "pass")
    office.work_off()
    assert re.fullmatch(r"Keer op Keer · Solo: -?\d+ points?", office.mails("anna")[-1]["Subject"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_invited_to_go_on_from_another_match_is_told_that_others_may_know_what_is_hidden(language: str) -> None:
    office = Office()
    office.person("zoe", READER, language)
    kept = service.keep(office.desk.env, "anna", short("passing-game")[1])
    seats = (ME, SeatWish("player", "zoe"))
    office.desk.create(*seats, player="anna", game="", origin=From("record", kept.id, 2))
    office.desk.create(*seats, player="anna")
    office.work_off()
    warning = catalogue(language).gettext(
        "This match begins with a position of another one, and what was hidden there, such as hands, lies as it "
        "lay. Whoever may look at the replay of that match can read it there."
    )
    told = [warning in " ".join(text_of(mail).split()) for mail in office.mails("zoe")]
    assert sorted(told) == [False, True]
