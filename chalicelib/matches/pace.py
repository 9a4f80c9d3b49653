"""Deadlines: when a decision's time is up, and what a late move may still do. Pure functions of epoch seconds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

HOUR = 3_600
DAY = 24 * HOUR
SHORTEST = HOUR
LONGEST = 30 * DAY
OUTAGE = 600
"""A sweep that was silent for longer than this many seconds was out, and its silence is nobody's fault."""
UNSTARTED = 14 * DAY
"""A match that has not started by then ends."""
OWN_REQUEST = 30 * 60
"""A decision that a seat's own request opened is mailed only if it is still open after this time."""


class Ruling(StrEnum):
    """What holds for a decision at a moment."""

    OPEN = "open"
    EXCUSED = "excused"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling, and the deadline that holds from now on."""

    ruling: Ruling
    deadline: int


def verdict(deadline: int, now: int, heartbeat: int) -> Verdict:
    """Judge a decision: `heartbeat` is when the sweep last finished a full pass (0: never).

    A deadline that fell into a silence of the sweep of more than OUTAGE seconds moves by the length of the silence.
    A `deadline` of 0 never comes.
    """
    if not deadline or now < deadline:
        return Verdict(Ruling.OPEN, deadline)
    silence = now - heartbeat
    if silence > OUTAGE and heartbeat < deadline:
        return Verdict(Ruling.EXCUSED, min(deadline + silence, now + LONGEST))
    return Verdict(Ruling.EXPIRED, deadline)


def overdue(deadline: int, now: int) -> bool:
    """Whether the time of a decision has passed, excused or not."""
    return bool(deadline) and now >= deadline


def stamp(seconds: int) -> str:
    """The moment as RFC 3339 text in UTC; "" for 0."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""
