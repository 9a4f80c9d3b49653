"""When a player is mailed of what they are owed: what waits, until when, and what does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.matches.events import Category
from chalicelib.matches.pace import DAY, HOUR, MIN_NOTICE
from chalicelib.players.profile import Profile
from chalicelib.players.wishes import Wishes
from chalicelib.post.planning import GROUP_OF, NOW, TIMELY, Plan, next_digest, plan

ANN = Profile("ann", "Ann", "ann", "ann@example.org", "en", "Europe/Amsterdam", 0)
NIGHTS = replace(ANN, quiet=(22 * 60, 7 * 60))
MONDAY = int(datetime(2026, 11, 30, 12, 0, tzinfo=UTC).timestamp())
"""13:00 in Amsterdam."""
NIGHT = MONDAY + 10 * HOUR
"""23:00 in Amsterdam."""
MORNING = MONDAY + 18 * HOUR
"""7:00 in Amsterdam, on Tuesday."""


def wishing(mode: str, profile: Profile = ANN) -> Profile:
    return replace(profile, mail=Wishes().wishing({"turn": mode}))


def test_every_category_belongs_to_a_group() -> None:
    assert set(GROUP_OF) == set(get_args(Category))


def test_a_turn_is_told_at_once() -> None:
    assert plan(ANN, "your_turn", "m1", MONDAY) == NOW


def test_what_is_off_is_not_told() -> None:
    assert plan(wishing("off"), "your_turn", "m1", MONDAY).way == "off"


def test_what_is_off_for_one_match_is_told_of_the_others() -> None:
    ann = replace(ANN, mail=Wishes().wishing({"turn": "off"}, "m1"))
    assert [plan(ann, "your_turn", match, MONDAY).way for match in ("m1", "m2")] == ["off", "now"]


def test_a_silenced_address_gets_nothing() -> None:
    assert plan(replace(ANN, silenced=(1, "bounced")), "your_turn", "m1", MONDAY).way == "silenced"


def test_what_comes_within_quiet_hours_waits_for_their_end() -> None:
    assert plan(NIGHTS, "match_ended", "m1", NIGHT) == Plan("later", MORNING, "quiet")
    assert plan(NIGHTS, "match_ended", "m1", MORNING) == NOW
    assert plan(NIGHTS, "match_ended", "m1", MORNING - 1) == Plan("later", MORNING, "quiet")


@pytest.mark.parametrize(("left", "waits"), [(MIN_NOTICE, True), (MIN_NOTICE - 1, False), (0, False)])
def test_a_turn_does_not_wait_for_the_end_of_quiet_hours_when_it_is_too_late_then(left: int, waits: bool) -> None:
    found = plan(NIGHTS, "your_turn", "m1", NIGHT, deadline=MORNING + left)
    assert found == (Plan("later", MORNING, "quiet") if waits else NOW)


def test_a_second_mail_about_a_match_waits_until_ten_minutes_after_the_first() -> None:
    assert plan(ANN, "your_turn", "m1", MONDAY, free=MONDAY + 540) == Plan("later", MONDAY + 540, "gathered")
    assert plan(ANN, "your_turn", "m1", MONDAY, free=MONDAY) == NOW


def test_what_waits_into_quiet_hours_waits_for_their_end_too() -> None:
    evening = NIGHT - HOUR - 60
    assert plan(NIGHTS, "your_turn", "m1", evening, free=evening + 540) == Plan("later", MORNING, "quiet")


def test_a_turn_whose_time_is_nearly_up_waits_for_nothing() -> None:
    assert plan(ANN, "reminder", "m1", MONDAY, deadline=MONDAY + MIN_NOTICE, free=MONDAY + 540) == NOW


def test_the_digest_comes_at_the_chosen_hour_of_the_players_own_day() -> None:
    ann = wishing("digest")
    assert plan(ann, "your_turn", "m1", MONDAY) == Plan("digest", MORNING + HOUR)
    late = replace(ann, mail=replace(ann.mail, digest=21 * 60 + 30))
    assert plan(late, "your_turn", "m1", MONDAY) == Plan("digest", MONDAY + 8 * HOUR + 1800)


@pytest.mark.parametrize(("left", "way"), [(TIMELY, "digest"), (TIMELY - 1, "now")])
def test_a_turn_does_not_wait_for_a_digest_that_comes_too_late(left: int, way: str) -> None:
    found = plan(wishing("digest"), "your_turn", "m1", MONDAY, deadline=MORNING + HOUR + left)
    assert found.way == way


def test_a_digest_is_never_for_the_moment_itself() -> None:
    comes = next_digest(ANN, MONDAY)
    assert next_digest(ANN, comes) == comes + DAY
    assert next_digest(ANN, comes - 1) == comes


@pytest.mark.parametrize(
    ("zone", "day", "minute", "told"),
    [
        ("Europe/Amsterdam", datetime(2026, 3, 29, 0, 0, tzinfo=UTC), 150, "03:00"),  # 2:30 is skipped
        ("Europe/Amsterdam", datetime(2026, 10, 24, 22, 30, tzinfo=UTC), 150, "02:30"),  # the first of the two
        ("Australia/Lord_Howe", datetime(2026, 10, 3, 12, 0, tzinfo=UTC), 135, "02:30"),  # half an hour is skipped
        ("Africa/Johannesburg", datetime(2026, 3, 29, 0, 0, tzinfo=UTC), 150, "02:30"),
    ],
)
def test_a_digest_comes_once_a_day_when_clocks_change(zone: str, day: datetime, minute: int, told: str) -> None:
    profile = replace(ANN, zone=zone, mail=Wishes(digest=minute))
    comes = next_digest(profile, int(day.timestamp()))
    assert datetime.fromtimestamp(comes, ZoneInfo(zone)).strftime("%H:%M") == told
    later = next_digest(profile, comes)
    assert 23 * HOUR <= later - comes <= 25 * HOUR


@given(
    zone=st.sampled_from(["Europe/Amsterdam", "Africa/Johannesburg", "Australia/Lord_Howe", "UTC"]),
    now=st.integers(MONDAY - 400 * DAY, MONDAY + 400 * DAY),
    minute=st.integers(0, 1439),
    quiet=st.one_of(st.none(), st.tuples(st.integers(0, 1439), st.integers(0, 1439))),
    left=st.one_of(st.just(0), st.integers(1, 5 * DAY)),
    held=st.integers(0, 600),
    mode=st.sampled_from(["now", "digest"]),
)
def test_what_waits_comes_later_but_within_a_day_and_before_it_is_too_late(
    zone: str, now: int, minute: int, quiet: tuple[int, int] | None, left: int, held: int, mode: str
) -> None:
    wishes = replace(Wishes().wishing({"turn": mode}), digest=minute)
    deadline = now + left if left else 0
    profile = replace(ANN, zone=zone, quiet=quiet, mail=wishes)
    found = plan(profile, "your_turn", "m1", now, deadline=deadline, free=now + held)
    if found != NOW:
        assert now < found.at <= now + 25 * HOUR + 600
        assert not deadline or found.at <= deadline - MIN_NOTICE
