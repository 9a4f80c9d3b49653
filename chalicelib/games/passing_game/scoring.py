"""What a round comes to, and the outcome of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chalicelib.games.passing_game.state import Standing
from chalicelib.games.passing_game.tiles import pips
from chalicelib.rules import Outcome, SeatScore, Termination


class Result(NamedTuple):
    """The side that won a round (-1: a tie for the lowest count, nobody did) and what it scores."""

    side: int
    points: int


NOBODY = Result(-1, 0)


def side_of(seat: int, *, partnership: bool) -> int:
    """The side a seat belongs to."""
    return seat % 2 if partnership else seat


def seats_of(side: int, seats: int, *, partnership: bool) -> tuple[int, ...]:
    """The seats of a side."""
    return tuple(seat for seat in range(seats) if side_of(seat, partnership=partnership) == side)


def result(hands: Sequence[int], dealt_in: int, *, partnership: bool) -> Result:
    """Who has strictly the fewest pips left, and the others' pips less those, subtracted once."""
    counts = {seat: pips(hand) for seat, hand in enumerate(hands) if dealt_in >> seat & 1}
    if partnership:
        counts = {0: counts[0] + counts[2], 1: counts[1] + counts[3]}
    lowest = min(counts.values())
    first, *tied = (side for side, count in counts.items() if count == lowest)
    return NOBODY if tied else Result(first, sum(counts.values()) - 2 * lowest)


def outcome(standing: Standing, seats: int, termination: Termination) -> Outcome:
    """The outcome of a match that ends so: the most points win, ties share; who left, or whose side gave up, cannot."""
    sides = [side_of(seat, partnership=standing.terms.partnership) for seat in range(seats)]
    out = {side for seat, side in enumerate(sides) if _is_out(standing, seat)}
    points = {side: standing.points[side] for side in set(sides) - out}
    ranks = {side: 1 + sum(other > mine for other in points.values()) for side, mine in points.items()}
    if termination is Termination.RESIGNED:
        ranks = dict.fromkeys(ranks, 1)
    order = sorted(range(seats), key=lambda seat: (ranks.get(sides[seat], seats + 1), seat))
    winners = tuple(seat for seat in range(seats) if ranks.get(sides[seat]) == 1)
    scores = tuple(SeatScore(seat, ranks.get(sides[seat]), _lines(standing, sides[seat])) for seat in order)
    return Outcome(termination, winners, scores)


def _is_out(standing: Standing, seat: int) -> bool:
    """Whether the seat's side is not in the match any more."""
    if not standing.terms.partnership:
        return bool(standing.departed >> seat & 1)
    return all(standing.resigned >> each & 1 for each in (seat, (seat + 2) % 4))


def _lines(standing: Standing, side: int) -> tuple[tuple[str, int], ...]:
    return (("points", standing.points[side]), ("rounds_won", standing.rounds_won[side]))
