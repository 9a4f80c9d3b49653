"""The time bank of a seat, as it can be shown: what it holds at a moment, and from when on an open decision uses it."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.matches.clock import Clocks
from chalicelib.matches.match import Match


@dataclass(frozen=True, slots=True)
class TimeBank:
    """`left` are the seconds that it holds; an open decision uses them from `since` on (epoch seconds; 0: none is)."""

    left: int
    since: int


def time_bank(match: Match, seat: int, now: int) -> TimeBank | None:
    """The time bank of a seat at this moment; None where the match has none."""
    setting = match.roster.pace
    if not (setting.bank or setting.increment):
        return None
    clocks = Clocks.of(match.roster, match.head)
    return TimeBank(clocks.bank_left(seat, now), clocks.banked(seat))
