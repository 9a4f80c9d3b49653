"""How far every seat is, the level of a solo match, and who has won."""

from __future__ import annotations

from chalicelib.games.keer_family.ranking import Lines, ranked_outcome
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOAL_COLUMNS, SHEET
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Outcome, Termination


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
    return FIGURES.level(xs)


def outcome(state: State, termination: Termination) -> Outcome:
    """The outcome of a match that ends in this position: chips turned, diamonds, pass fields, columns, then shared."""
    if len(state.crossed) == 1:
        found: Lines = (("x", state.xs[0]), ("level", level(state.xs[0])))
        return ranked_outcome(termination, [found], [()], state.departed)
    sums = [lines(state, seat) for seat in range(len(state.crossed))]
    merit = [tuple(value for name, value in found if name != "x") for found in sums]
    return ranked_outcome(termination, sums, merit, state.departed)
