"""Deadlines judged: in time, late, and late because the sweep was out."""

from __future__ import annotations

import pytest

from chalicelib.matches.pace import LONGEST, OUTAGE, Heartbeat, Ruling, overdue, stamp, verdict

DEADLINE = 1_000_000


def beat(at: int, silent_from: int = 0, silent_to: int = 0) -> Heartbeat:
    return Heartbeat(at, silent_from, silent_to)


@pytest.mark.parametrize(
    ("now", "heartbeat", "ruling", "deadline"),
    [
        (DEADLINE - 1, beat(DEADLINE - 30), Ruling.OPEN, DEADLINE),
        (DEADLINE - 1, beat(0), Ruling.OPEN, DEADLINE),
        (DEADLINE, beat(DEADLINE - 30), Ruling.EXPIRED, DEADLINE),
        (DEADLINE, beat(DEADLINE - OUTAGE), Ruling.EXPIRED, DEADLINE),
        (DEADLINE, beat(DEADLINE - OUTAGE - 1), Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 5, beat(DEADLINE - OUTAGE + 4), Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 9_000, beat(DEADLINE), Ruling.EXPIRED, DEADLINE),
        (DEADLINE + 9_000, beat(DEADLINE - 1), Ruling.EXCUSED, DEADLINE + 9_001),
        # the silence is over, but this deadline was not moved yet
        (DEADLINE + 800, beat(DEADLINE + 800, DEADLINE - 1, DEADLINE + 800), Ruling.EXCUSED, DEADLINE + 801),
        (DEADLINE + 801, beat(DEADLINE + 880, DEADLINE - 1, DEADLINE + 800), Ruling.EXPIRED, DEADLINE + 801),
        (DEADLINE + 900, beat(DEADLINE + 880, DEADLINE, DEADLINE + 800), Ruling.EXPIRED, DEADLINE),
        (DEADLINE + 899, beat(DEADLINE + 880, DEADLINE - 900, DEADLINE), Ruling.EXCUSED, DEADLINE + 900),
        (DEADLINE + 900, beat(DEADLINE + 880, DEADLINE - 900, DEADLINE - 1), Ruling.EXPIRED, DEADLINE),
    ],
)
def test_a_deadline_is_judged_by_the_clock_and_the_heartbeat(
    now: int, heartbeat: Heartbeat, ruling: Ruling, deadline: int
) -> None:
    found = verdict(DEADLINE, now, heartbeat)
    assert (found.ruling, found.deadline) == (ruling, deadline)


def test_a_deadline_that_was_moved_is_not_moved_again() -> None:
    recovering = beat(DEADLINE - 1)
    moved = verdict(DEADLINE, DEADLINE + 800, recovering).deadline
    after = recovering.beat(DEADLINE + 790)
    assert verdict(moved, moved - 1, after).ruling is Ruling.OPEN
    assert verdict(moved, moved, Heartbeat(moved - 30, after.silent_from, after.silent_to)).ruling is Ruling.EXPIRED


def test_a_beat_in_time_keeps_the_last_silence() -> None:
    assert beat(100, 10, 90).beat(100 + OUTAGE) == Heartbeat(100 + OUTAGE, 10, 90)
    assert beat(100, 10, 90).beat(101 + OUTAGE) == Heartbeat(101 + OUTAGE, 100, 101 + OUTAGE)


def test_a_service_that_never_swept_excuses_but_not_for_ever() -> None:
    found = verdict(DEADLINE, DEADLINE + 1, Heartbeat())
    assert found.ruling is Ruling.EXCUSED
    assert found.deadline == DEADLINE + min(LONGEST, DEADLINE + 1)


def test_no_deadline_never_comes() -> None:
    assert verdict(0, DEADLINE, beat(DEADLINE)).ruling is Ruling.OPEN
    assert not overdue(0, DEADLINE)


def test_overdue_begins_at_the_deadline() -> None:
    assert [overdue(DEADLINE, DEADLINE + shift) for shift in (-1, 0, 1)] == [False, True, True]


def test_moments_are_shown_in_utc() -> None:
    assert stamp(1_790_000_000) == "2026-09-21T14:13:20Z"
    assert stamp(0) == ""
