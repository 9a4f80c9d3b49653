"""Who is first, second ... at the end of a match."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.rules import Outcome, SeatScore, Termination

Lines = tuple[tuple[str, int], ...]
"""A seat's score, as named sums."""


def ranked_outcome(
    termination: Termination, sums: Sequence[Lines], merit: Sequence[tuple[int, ...]], departed: int
) -> Outcome:
    """The outcome with every seat's sums, those of most merit first, equals with the same rank.

    Seats that left (their bits are set) come last and have no rank; a lone player has no rival to win against.
    """
    present = [seat for seat in range(len(sums)) if not departed >> seat & 1]
    ranks = {seat: 1 + sum(merit[other] > merit[seat] for other in present) for seat in present}
    order = sorted(present, key=lambda seat: (ranks[seat], seat))
    order += [seat for seat in range(len(sums)) if seat not in ranks]
    winners = tuple(seat for seat in present if ranks[seat] == 1 and len(sums) > 1)
    return Outcome(termination, winners, tuple(SeatScore(seat, ranks.get(seat), sums[seat]) for seat in order))
