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


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """When the sweep last finished a full pass (0: never), and its last silence of more than OUTAGE seconds."""

    at: int = 0
    silent_from: int = 0
    silent_to: int = 0

    def beat(self, now: int) -> Heartbeat:
        """The heartbeat after a full pass that began at `now`."""
        if now - self.at > OUTAGE:
            return Heartbeat(now, self.at, now)
        return Heartbeat(now, self.silent_from, self.silent_to)


def verdict(deadline: int, now: int, heartbeat: Heartbeat) -> Verdict:
    """Judge a decision at `now`; a `deadline` of 0 never comes.

    A deadline that fell into a silence of the sweep moves by the length of the silence. The last silence is remembered
    in the heartbeat, so that a deadline the first pass after it could not move is still moved by a later one.
    """
    if not deadline or now < deadline:
        return Verdict(Ruling.OPEN, deadline)
    known = heartbeat.beat(now)
    if known.silent_from < deadline <= known.silent_to:
        moved = deadline + min(known.silent_to - known.silent_from, LONGEST)
        return Verdict(Ruling.EXCUSED if now < moved else Ruling.EXPIRED, moved)
    return Verdict(Ruling.EXPIRED, deadline)


def overdue(deadline: int, now: int) -> bool:
    """Whether the time of a decision has passed, excused or not."""
    return bool(deadline) and now >= deadline


def stamp(seconds: int) -> str:
    """The moment as RFC 3339 text in UTC; "" for 0."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""
