"""Moments and spans in every language, in zones with and without summer time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from chalicelib.matches.wall_clock import zone_of
from chalicelib.post import dates
from chalicelib.post.language import catalogue

JULY = int(datetime(2026, 7, 3, 16, 5, tzinfo=UTC).timestamp())
MAY = int(datetime(2027, 5, 9, 7, 0, tzinfo=UTC).timestamp())
AMSTERDAM = zone_of("Europe/Amsterdam")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Friday 3 July 2026, 18:05 (Europe/Amsterdam, UTC+2)"),
        ("nl", "vrijdag 3 juli 2026, 18:05 uur (Europe/Amsterdam, UTC+2)"),
        ("sv", "fredag 3 juli 2026 kl. 18:05 (Europe/Amsterdam, UTC+2)"),
        ("af", "Vrydag 3 Julie 2026, 18:05 (Europe/Amsterdam, UTC+2)"),
        ("xx", "Friday 3 July 2026, 18:05 (Europe/Amsterdam, UTC+2)"),
    ],
)
def test_a_moment_in_full(language: str, said: str) -> None:
    assert dates.moment(catalogue(language), JULY, AMSTERDAM) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sun 9 May, 09:00"),
        ("nl", "zo 9 mei, 09:00"),
        ("sv", "sön 9 maj kl. 09:00"),
        ("af", "So 9 Mei, 09:00"),
    ],
)
def test_a_moment_in_a_subject(language: str, said: str) -> None:
    assert dates.short(catalogue(language), MAY, AMSTERDAM) == said


@pytest.mark.parametrize(
    ("zone", "label"),
    [
        ("UTC", "(UTC)"),
        ("Africa/Johannesburg", "(Africa/Johannesburg, UTC+2)"),
        ("Asia/Kolkata", "(Asia/Kolkata, UTC+5:30)"),
        ("America/St_Johns", "(America/St_Johns, UTC-2:30)"),
        ("Africa/Abidjan", "(Africa/Abidjan, UTC)"),
        ("Nowhere/Such", "(UTC)"),
        ("../../etc/passwd", "(UTC)"),
        ("Europe", "(UTC)"),
        ("", "(UTC)"),
    ],
)
def test_zones_are_named_with_their_offset(zone: str, label: str) -> None:
    assert dates.moment(catalogue("en"), JULY, zone_of(zone)).endswith(label)


def test_the_clock_change_is_seen() -> None:
    before = int(datetime(2026, 10, 25, 0, 59, tzinfo=UTC).timestamp())
    assert "02:59 (Europe/Amsterdam, UTC+2)" in dates.moment(catalogue("en"), before, AMSTERDAM)
    assert "02:00 (Europe/Amsterdam, UTC+1)" in dates.moment(catalogue("en"), before + 60, AMSTERDAM)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (3 * 86_400, ("3 days", "3 dagen", "3 dagar", "3 dae")),
        (86_400 + 3_600, ("1 day 1 hour", "1 dag 1 uur", "1 dag 1 timme", "1 dag 1 uur")),
        (2 * 86_400 + 59, ("2 days", "2 dagen", "2 dagar", "2 dae")),
        (2 * 86_400 + 120, ("2 days", "2 dagen", "2 dagar", "2 dae")),
        (7_260, ("2 hours 1 minute", "2 uur 1 minuut", "2 timmar 1 minut", "2 uur 1 minuut")),
        (119, ("1 minute", "1 minuut", "1 minut", "1 minuut")),
        (0, ("0 minutes", "0 minuten", "0 minuter", "0 minute")),
        (-5, ("0 minutes", "0 minuten", "0 minuter", "0 minute")),
    ],
)
def test_a_span(seconds: int, said: tuple[str, ...]) -> None:
    assert tuple(dates.span(catalogue(language), seconds) for language in ("en", "nl", "sv", "af")) == said
