"""What letters say of time: how much of it is a time bank's, and the whole pace to whoever is invited."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.matches.wall_clock import zone_of
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from chalicelib.rules import LANGUAGES
from tests.matches.desk import ME
from tests.post.office import text_of
from tests.post.stories import ANNA, GAME, TWO, ZONE, Story
from tests.post.test_compose import everywhere

BANKED = Pace(decision_time=4 * HOUR, bank=2 * DAY, ladder=(10,))
SPANS = {
    "en": "4 hours of that for the decision itself; then, from {moment} on, your time bank of 2 days",
    "nl": "daarvan 4 uur voor de beslissing zelf; dan, vanaf {moment}, je tijdbank van 2 dagen",
    "sv": "av det 4 timmar för själva beslutet; sedan, från och med {moment}, din tidsbank på 2 dagar",
    "af": "daarvan 4 uur vir die besluit self; dan, vanaf {moment}, jou tydbank van 2 dae",
}
USED = {
    "en": "in use since {moment}; 2 days left in it",
    "nl": "in gebruik sinds {moment}; er zit nog 2 dagen in",
    "sv": "används sedan {moment}; 2 dagar kvar i den",
    "af": "in gebruik sedert {moment}; nog 2 dae daarin",
}


def moment(language: str, epoch: int) -> str:
    return dates.moment(catalogue(language), epoch, zone_of(ZONE))


def zoes_turn(pace: Pace) -> tuple[Story, int, int]:
    """A story in which it is zoe's turn, when that began, and until when it lasts."""
    story = Story()
    story.table(*TWO, pace=pace)
    story.turn_of(1)
    head = story.match.head
    return story, head.begun[1], head.deadlines[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_says_how_much_of_its_time_is_the_banks(language: str) -> None:
    story, begun, deadline = zoes_turn(BANKED)
    assert deadline == begun + 4 * HOUR + 2 * DAY
    mail = story.in_language(language)
    assert everywhere(moment(language, deadline), mail)
    assert everywhere(SPANS[language].format(moment=moment(language, begun + 4 * HOUR)), mail)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bank_in_use_says_since_when_and_what_is_left(language: str) -> None:
    story, begun, deadline = zoes_turn(BANKED)
    story.clock.advance(4 * HOUR)
    service.nudge(story.env, story.id, ANNA)
    story.tell()
    mail = story.in_language(language)
    assert everywhere(moment(language, deadline), mail)
    assert everywhere(USED[language].format(moment=moment(language, begun + 4 * HOUR)), mail)


def test_a_reminder_says_it_too() -> None:
    story, begun, _ = zoes_turn(BANKED)
    story.wait(DAY)
    story.wait(DAY)
    story.tell()
    assert "reminder" in story.mail["Subject"]
    assert everywhere(f"in use since {moment('en', begun + 4 * HOUR)}; 4 hours left in it", story.mail)


def test_without_a_bank_or_with_an_empty_one_nothing_is_said_of_it() -> None:
    for pace in (Pace(ladder=()), replace(BANKED, bank=0, increment=60, ladder=())):
        story, *_ = zoes_turn(pace)
        assert "your time bank of" not in flat(story.mail)
        assert "in use since" not in flat(story.mail)


def test_whoever_is_to_move_beside_others_reads_their_own_deadline() -> None:
    story = Story()
    story.table("anna", "zoe", "bram", pace=Pace(ladder=()), game="keer-op-keer")
    service.announce_here(story.env, story.id, 0, story.clock.now() + 5 * DAY, service.Caller("zoe"))
    service.lend(story.env, story.id, ANNA)
    story.tell()
    mine, brams = (moment("en", story.match.head.deadlines[seat]) for seat in (1, 2))
    assert mine != brams
    assert f"Move by: {mine}" in flat(story.mail)
    assert brams not in flat(story.mail)


def flat(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


WHOLE = Pace(decision_time=12 * HOUR, bank=7 * DAY, increment=HOUR, weekends=False, misses=2, absence_days=1)
RULES = {
    "en": (
        "Time for every decision: 12 hours",
        "Time bank of each player: 7 days for the whole match; every decision that you take adds 1 hour",
        "Saturdays and Sundays: do not count",
        "When time is up: a move is played for you; whoever misses 2 deadlines in a row is out",
        "Being away: up to 1 day a year",
    ),
    "nl": ("Tijdbank van elke speler: 7 dagen voor de hele partij", "Zaterdagen en zondagen: tellen niet mee"),
    "sv": ("Tidsbank för varje spelare: 7 dagar för hela partiet", "Lördagar och söndagar: räknas inte"),
    "af": ("Tydbank van elke speler: 7 dae vir die hele wedstryd", "Saterdae en Sondae: tel nie"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_tells_the_whole_pace_and_how_to_decline(language: str) -> None:
    story = Story()
    seats = (ME, SeatWish("player", handle="zoe"), SeatWish("invite", email="gran@example.com", language=language))
    story.id = story.desk.create(*seats, player="anna", game=GAME, pace=replace(WHOLE, then="resign")).id
    story.tell()
    (strange,) = story.office.mails("gran")
    for mail in (story.in_language(language), strange):
        assert all(rule in flat(mail) for rule in RULES[language])
    if language == "en":
        assert everywhere("decline on the page of the match, so that somebody else can have the seat", story.mail)


def test_of_a_match_that_ends_without_the_reader_the_invitation_says_so() -> None:
    story = Story()
    seats = (ME, SeatWish("player", handle="zoe"))
    story.id = story.desk.create(*seats, player="anna", game=GAME, visibility="private").id
    story.tell()
    assert everywhere("decline on the page of the match, so that nobody waits for you: it is called off", story.mail)


THEN = {
    ("resign", 1): "whoever misses a deadline is out",
    ("bot", 1): "if somebody misses a deadline, a bot takes the seat until its player comes back",
    ("substitute", 1): "if somebody misses a deadline, a bot takes the seat, and somebody else may have it",
    ("bot", 3): "after 3 missed in a row a bot takes the seat until its player comes back",
    ("substitute", 3): "after 3 missed in a row a bot takes the seat, and somebody else may have it",
}


@pytest.mark.parametrize(("then", "misses"), THEN)
def test_what_a_missed_deadline_means_is_told_as_the_match_was_set_up(then: str, misses: int) -> None:
    story = Story()
    pace = replace(Pace(misses=misses, absence_days=0), then=then)  # type: ignore[arg-type]
    story.table(*TWO, pace=pace)
    assert everywhere(THEN[then, misses], story.mail)
    assert "Being away: not possible" in flat(story.mail)
