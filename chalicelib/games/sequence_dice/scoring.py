"""Who has won, and the longest line of every side."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from chalicelib.games.sequence_dice.board import longest
from chalicelib.rules import Outcome, SeatScore, Termination


def outcome(
    sides: Sequence[Sequence[int]],
    chips: Sequence[int],
    out: Collection[int],
    winner: int | None,
    termination: Termination,
) -> Outcome:
    """The outcome of a match that this side has won (None: nobody has, and all that are left share the first place).

    Partners have one place and one line; those in `out` have left and stand last, without a place.
    """
    first = [winner] if winner is not None else [side for side in range(len(sides)) if side not in out]
    present = [side for side in range(len(sides)) if side not in out and side not in first]
    order = [(side, 1) for side in first] + [(side, 2) for side in present]
    scores = [
        SeatScore(seat, rank, (("line", longest(chips[side])),))
        for side, rank in [*order, *((side, None) for side in out)]
        for seat in sides[side]
    ]
    return Outcome(termination, tuple(sides[winner]) if winner is not None else (), tuple(scores))
