"""The calendar of deadlines, read back by another library: every instant, every character, every line."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest

from chalicelib.matches.deadlines import Due
from chalicelib.players.profile import Profile
from chalicelib.post import calendar, dates
from chalicelib.post.language import catalogue
from chalicelib.post.names import one_line
from chalicelib.rules import LANGUAGES
from tests.post.office import Office

AT = 1_790_086_400
DUE = Due("0123456789ab", "vrijdag", "keer-op-keer", 1, 17, AT, 2, AT - 86_400)
ANN = Profile("ann", "Ann", "ann", "ann@example.org", "en", "Europe/Amsterdam", 0)
HOSTILE = [
    "a, b; c\\d \\n e",
    "één “twee”: drie",
    "x" * 40,
    "é" * 40,
    "😀" * 40,
    "👩\u200d👩\u200d👧 " * 6,
    "שלום עולם",
    "line\nbreak\r\nand\ttab\x00",
    "BEGIN:VEVENT",
    " lead and trail ",
    'q"uote"',
]


@pytest.fixture(scope="module")
def office() -> Office:
    """Nothing is changed here."""
    return Office()


def written(office: Office, *due: Due, language: str = "en") -> str:
    """The calendar of somebody in Amsterdam."""
    return calendar.write(office.post, replace(ANN, language=language), due)


def events(text: str) -> list[Any]:
    """The events, as the library reads them."""
    found = icalendar.Calendar.from_ical(text)
    assert found.errors == []
    assert all(event.errors == [] for event in found.walk("VEVENT"))
    return list(found.walk("VEVENT"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_says_what_until_when_and_where(office: Office, language: str) -> None:
    text = written(office, DUE, language=language)
    (event,) = events(text)
    words = catalogue(language)
    assert event.decoded("DTSTART") == datetime.fromtimestamp(AT, UTC)
    assert event.decoded("DTSTAMP") == datetime.fromtimestamp(AT, UTC) - timedelta(days=1)
    assert "DTEND" not in event
    title = "Keer op Keer · vrijdag"
    assert str(event["SUMMARY"]) == words.gettext("Your move: {title}").format(title=title)
    until, page = str(event["DESCRIPTION"]).split("\n")
    assert page == str(event["URL"]) == "https://play.example.org/m/0123456789ab"
    assert dates.moment(words, AT, ZoneInfo("Europe/Amsterdam")) in until
    assert (str(event["UID"]), event["SEQUENCE"]) == ("0123456789ab-1-17@play.example.org", 2)
    assert (str(event["STATUS"]), str(event["TRANSP"])) == ("CONFIRMED", "TRANSPARENT")
    assert not event.subcomponents
    whole = icalendar.Calendar.from_ical(text)
    assert str(whole["X-WR-CALNAME"]) == words.gettext("Deadlines at Turnpost")
    assert whole.decoded("REFRESH-INTERVAL") == timedelta(hours=1)
    assert str(whole["X-PUBLISHED-TTL"]) == "PT1H"
    assert "METHOD" not in whole


def test_an_invitation_is_called_one(office: Office) -> None:
    (event,) = events(written(office, replace(DUE, name="", invited=True)))
    assert str(event["SUMMARY"]) == "Invitation: Keer op Keer"


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_match_is_called_it_is_read_as_that(office: Office, name: str) -> None:
    text = written(office, replace(DUE, name=name), replace(DUE, n=18))
    first, second = events(text)
    assert str(first["SUMMARY"]) == f"Your move: Keer op Keer · {one_line(name)}"
    assert str(second["SUMMARY"]) == "Your move: Keer op Keer · vrijdag"
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert "\n" not in "".join(lines)
    assert "\r" not in "".join(lines)
    assert max(len(line.encode()) for line in lines) <= 75


@pytest.mark.parametrize("size", range(70, 80))
@pytest.mark.parametrize("letter", ["x", "é", "€", "😀"])
def test_lines_are_broken_at_75_octets_and_between_characters(size: int, letter: str) -> None:
    line = "N" * (size % 4) + letter * size
    folded = calendar.fold(line)
    assert folded.endswith("\r\n")
    parts = folded.removesuffix("\r\n").split("\r\n")
    assert all(len(part.encode()) <= 75 for part in parts)
    assert all(part.startswith(" ") for part in parts[1:])
    assert folded.removesuffix("\r\n").replace("\r\n ", "") == line
    assert all(len(part.encode()) > 75 - 4 for part in parts[:-1])


def test_a_calendar_of_nothing_is_one(office: Office) -> None:
    assert events(written(office)) == []
    assert written(office).startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")


def test_the_same_deadlines_are_the_same_bytes(office: Office) -> None:
    before = written(office, DUE)
    office.clock.advance(3_600)
    assert written(office, DUE) == before
