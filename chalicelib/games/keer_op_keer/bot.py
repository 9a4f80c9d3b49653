"""Two bots that choose from what a seat sees; docs/bots.md tells how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chalicelib.games.keer_family import choosing
from chalicelib.games.keer_family.board import COLOURS, COLUMN_MASKS, Sheet
from chalicelib.games.keer_op_keer.board import FIGURES, SHEETS
from chalicelib.games.keer_op_keer.outlook import mask_of
from chalicelib.games.keer_op_keer.planner import WEIGHTS, Planner, Weights
from chalicelib.games.keer_op_keer.state import Move, View
from chalicelib.rules import Chance

Rated = list[tuple[float, Move]]
"""Moves with what a bot thinks of them, in points."""

_STAR = -FIGURES.star_points
_JOKER = 2.5
_LATE_JOKER = 1.25
_LATE = 20
"""From this roll on the beginner is freer with its jokers."""


def choose(view: View, legal: Sequence[Move], chance: Chance, level: int) -> Move:
    """One of the legal moves, as a bot of this level would play; equals are drawn by lot.

    Raises InvalidOptionError (there is no such level), NotToMoveError (there is nothing to choose).
    """
    return choosing.choose(_LEVELS, view, legal, chance, level)


def beginner(view: View, seat: int, legal: Sequence[Move]) -> Rated:
    """Every move with what it brings at once: crosses, stars, finished columns and colours, less the jokers."""
    sheet, crossed = SHEETS[view.sheet], mask_of(view.sheets[seat].crossed)
    joker = _JOKER if view.roll_number < _LATE else _LATE_JOKER
    return [(_gain(sheet, crossed, move) - joker * _jokers(move), move) for move in legal]


def _jokers(move: Move) -> int:
    return move.colour_joker + move.number_joker


def _gain(sheet: Sheet, crossed: int, move: Move) -> int:
    if move.kind == "pass":
        return 0
    mask = mask_of(move.cells)
    uncrossed = ~(crossed | mask)
    gain = len(move.cells) + _STAR * (mask & sheet.stars).bit_count()
    for column, points in zip(COLUMN_MASKS, FIGURES.column_first, strict=True):
        if column & mask and not column & uncrossed:
            gain += points
    if not sheet.colour_masks[COLOURS.index(move.colour)] & uncrossed:
        gain += FIGURES.colour_first
    return gain


def planner(view: View, seat: int, legal: Sequence[Move], weights: Weights = WEIGHTS) -> Rated:
    """The moves that look best at first sight, and the pass, with what the sheet is worth after each."""
    by_mask: dict[int, Move] = {}
    for move in legal:  # fewer jokers come first, so the cheapest reading of a placement is the one that stays
        by_mask.setdefault(mask_of(move.cells), move)
    plan = Planner(view, seat, weights)
    jokers = view.sheets[seat].jokers
    prices = {mask: _jokers(move) for mask, move in by_mask.items()}
    return [(plan.worth(plan.crossed | mask, jokers - prices[mask]), by_mask[mask]) for mask in plan.shortlist(prices)]


_LEVELS: dict[int, Callable[[View, int, Sequence[Move]], Rated]] = {1: beginner, 2: planner}
