"""Deadlines judged: in time, late, and late because the sweep was out."""

from __future__ import annotations

import pytest

from chalicelib.matches.pace import LONGEST, OUTAGE, Ruling, overdue, stamp, verdict

DEADLINE = 1_000_000


@pytest.mark.parametrize(
    ("now", "heartbeat", "ruling", "deadline"),
    [
        (DEADLINE - 1, DEADLINE - 30, Ruling.OPEN, DEADLINE),
        (DEADLINE - 1, 0, Ruling.OPEN, DEADLINE),
        (DEADLINE, DEADLINE - 30, Ruling.EXPIRED, DEADLINE),
        (DEADLINE, DEADLINE - OUTAGE, Ruling.EXPIRED, DEADLINE),
        (DEADLINE, DEADLINE - OUTAGE - 1, Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 5, DEADLINE - OUTAGE + 4, Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 9_000, DEADLINE, Ruling.EXPIRED, DEADLINE),
        (DEADLINE + 9_000, DEADLINE - 1, Ruling.EXCUSED, DEADLINE + 9_001),
    ],
)
def test_a_deadline_is_judged_by_the_clock_and_the_heartbeat(
    now: int, heartbeat: int, ruling: Ruling, deadline: int
) -> None:
    found = verdict(DEADLINE, now, heartbeat)
    assert (found.ruling, found.deadline) == (ruling, deadline)


def test_a_service_that_never_swept_excuses_but_not_for_ever() -> None:
    found = verdict(DEADLINE, DEADLINE + 1, 0)
    assert found.ruling is Ruling.EXCUSED
    assert found.deadline == DEADLINE + 1 + min(LONGEST, DEADLINE)


def test_no_deadline_never_comes() -> None:
    assert verdict(0, DEADLINE, DEADLINE).ruling is Ruling.OPEN
    assert not overdue(0, DEADLINE)


def test_overdue_begins_at_the_deadline() -> None:
    assert [overdue(DEADLINE, DEADLINE + shift) for shift in (-1, 0, 1)] == [False, True, True]


def test_moments_are_shown_in_utc() -> None:
    assert stamp(1_790_000_000) == "2026-09-21T14:13:20Z"
    assert stamp(0) == ""
