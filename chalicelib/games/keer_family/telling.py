"""Facts that every match of the family has: who left, what was rolled, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chalicelib.games.keer_family.views import View, is_solo
from chalicelib.rules import Fact, Outcome, SeatScore


def departed(before: View, after: View) -> Iterator[int]:
    """The seats that left between two views."""
    for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        if new.departed and not old.departed:
            yield seat


def rolled(view: View, *, led: bool) -> Fact:
    """The dice on the table; `led` tells whether the active seat chooses first."""
    together = "roll_solo" if is_solo(view) else "roll_free"
    return Fact("roll" if led else together, view.active, (view.roll_number, *view.roll))


def ending(outcome: Outcome, seat_count: int, score: Callable[[SeatScore, bool], Fact]) -> tuple[Fact, ...]:
    """The end of a match: how, who won, and every seat's score, best first; for a lone player the level too.

    `score` tells of one seat; it is asked with whether that seat played alone.
    """
    solo = seat_count == 1
    told = [Fact("end_solo" if solo else "end", None, (str(outcome.termination), *outcome.winners))]
    for each in outcome.scores:
        told.append(score(each, solo))
        told += [Fact("level", each.seat, (value,)) for name, value in each.lines if name == "level"]
    return tuple(told)
