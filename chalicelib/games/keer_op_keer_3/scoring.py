"""How far every seat is, the level of a solo match, and who has won."""

from __future__ import annotations

from chalicelib.games.keer_op_keer_3.board import FIGURES, GOAL_COLUMNS, SHEET
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Outcome, SeatScore, Termination

Lines = tuple[tuple[str, int], ...]


def chips_turned(state: State, seat: int) -> int:
    """How many of its chips a seat has turned over; further X turn nothing."""
    return min(state.xs[seat], len(state.chips[seat]))


def lines(state: State, seat: int) -> Lines:
    """The named sums of one seat as they stand, the ones that rank first."""
    return (
        ("chips", chips_turned(state, seat)),
        ("x", state.xs[seat]),
        ("diamonds", (state.crossed[seat] & SHEET.stars).bit_count()),
        ("pass_fields", state.track[seat]),
        ("columns", ((state.first[seat] | state.later[seat]) & GOAL_COLUMNS).bit_count()),
    )


def level(xs: int) -> int:
    """The level of a solo match, from 1 up; the bands are our own."""
    return 1 + sum(xs >= least for least in FIGURES.level_from)


def outcome(state: State, termination: Termination) -> Outcome:
    """The outcome of a match that ends in this position: chips turned, diamonds, pass fields, columns, then shared."""
    if len(state.crossed) == 1:
        found: Lines = (("x", state.xs[0]), ("level", level(state.xs[0])))
        rank = None if state.departed else 1
        return Outcome(termination, (), (SeatScore(0, rank, found),))
    everybody = range(len(state.crossed))
    sums = [lines(state, seat) for seat in everybody]
    merit = [tuple(value for name, value in sums[seat] if name != "x") for seat in everybody]
    present = [seat for seat in everybody if not state.departed >> seat & 1]
    ranks = {seat: 1 + sum(merit[other] > merit[seat] for other in present) for seat in present}
    departed = [seat for seat in everybody if seat not in ranks]
    order = sorted(present, key=lambda seat: (ranks[seat], seat)) + departed
    winners = tuple(seat for seat in present if ranks[seat] == 1)
    return Outcome(termination, winners, tuple(SeatScore(seat, ranks.get(seat), sums[seat]) for seat in order))
