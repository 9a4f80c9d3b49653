"""How a match ended, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Termination(StrEnum):
    """Why a match is over."""

    NORMAL = "normal"
    MOVE_LIMIT = "move_limit"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    ABANDONED = "abandoned"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's place: `rank` (1 is best, shared ranks repeat, None: left the match) and its named sums."""

    seat: int
    rank: int | None
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended: `winners` are seats (empty: nobody), `scores` stand best first, departed seats last."""

    termination: Termination
    winners: tuple[int, ...]
    scores: tuple[SeatScore, ...] = ()
