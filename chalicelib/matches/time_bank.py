"""The time bank of a seat, as it can be shown: what it holds at a moment, and from when on an open decision uses it."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.matches import pace
from chalicelib.matches.match import Match


@dataclass(frozen=True, slots=True)
class TimeBank:
    """`left` are the seconds that it holds; an open decision uses them from `since` on (epoch seconds; 0: none is)."""

    left: int
    since: int


def time_bank(match: Match, seat: int, now: int) -> TimeBank | None:
    """The time bank of a seat at this moment; None where the match has none."""
    setting, head = match.roster.pace, match.head
    if not (setting.bank or setting.increment):
        return None
    bank = head.banks[seat] if head.banks else 0
    begun = head.begun[seat] if head.begun else 0
    if not begun:
        return TimeBank(bank, 0)
    hours, stopped = match.roster.hours(seat), head.stopped[seat] if head.stopped else 0
    left = pace.bank_left(hours, begun, stopped or now, setting.decision_time, bank, 0)
    return TimeBank(left, pace.deadline(hours, begun, setting.decision_time))
