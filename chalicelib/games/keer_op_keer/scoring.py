"""Points: what a sheet is worth, the level of a solo match, and who has won."""

from __future__ import annotations

from chalicelib.games.keer_family.board import bits
from chalicelib.games.keer_family.ranking import Lines, ranked_outcome
from chalicelib.games.keer_op_keer.board import FIGURES, SHEETS
from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import Outcome, Termination


def lines(state: State, seat: int) -> Lines:
    """The named sums of one seat's score as it stands: columns, colours, jokers, stars, total."""
    columns = sum(FIGURES.column_first[column] for column in bits(state.columns_first[seat]))
    columns += sum(FIGURES.column_later[column] for column in bits(state.columns_later[seat]))
    colours = FIGURES.colour_first * state.colours_first[seat].bit_count()
    colours += FIGURES.colour_later * state.colours_later[seat].bit_count()
    jokers = FIGURES.joker_points * state.jokers[seat]
    stars = FIGURES.star_points * (SHEETS[state.sheet].stars & ~state.crossed[seat]).bit_count()
    total = columns + colours + jokers + stars
    return (("columns", columns), ("colours", colours), ("jokers", jokers), ("stars", stars), ("total", total))


def level(points: int) -> int:
    """The level of a solo match, 1 to 13."""
    return FIGURES.level(points)


def outcome(state: State, termination: Termination) -> Outcome:
    """The outcome of a match that ends in this position: most points, then most jokers left, then shared."""
    sums = [_final_lines(state, seat) for seat in range(len(state.crossed))]
    merit = [(dict(found)["total"], jokers) for found, jokers in zip(sums, state.jokers, strict=True)]
    return ranked_outcome(termination, sums, merit, state.departed)


def _final_lines(state: State, seat: int) -> Lines:
    found = lines(state, seat)
    if len(state.crossed) > 1:
        return found
    return (*found, ("level", level(dict(found)["total"])))
