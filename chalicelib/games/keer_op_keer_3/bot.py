"""Two bots that choose from what a seat sees; docs/bots.md tells how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chalicelib.games.keer_family import choosing
from chalicelib.games.keer_family.board import bits
from chalicelib.games.keer_op_keer_3.board import GOALS, SHEET, completed, mask_of
from chalicelib.games.keer_op_keer_3.bonuses import crossed_by
from chalicelib.games.keer_op_keer_3.planner import WEIGHTS, Planner, Weights
from chalicelib.games.keer_op_keer_3.rolls import matches
from chalicelib.games.keer_op_keer_3.state import Move, View
from chalicelib.rules import Chance

Rated = list[tuple[float, Move]]
"""Moves with what a bot thinks of them."""

_GAINS = {"x": 4.0, "xx": 8.0, "joker": 1.0, "pass": 1.0, "": 0.0}
_DIAMOND = 0.5
_JOKER = 2.0
_CHIP = 0.5
_FIELD = 0.5


def choose(view: View, legal: Sequence[Move], chance: Chance, level: int) -> Move:
    """One of the legal moves, as a bot of this level would play; equals are drawn by lot.

    Raises InvalidOptionError (there is no such level), NotToMoveError (there is nothing to choose).
    """
    return choosing.choose(_LEVELS, view, legal, chance, level)


def beginner(view: View, seat: int, legal: Sequence[Move]) -> Rated:
    """Every move with what it brings at once; a gift goes to anybody."""
    crossed = mask_of(view.sheets[seat].crossed)
    return [(_gain(view, seat, crossed, move), move) for move in legal]


def _gain(view: View, seat: int, crossed: int, move: Move) -> float:
    if move.kind == "give":
        return 0.0
    if move.kind == "pass":
        return _FIELD * matches("".join(view.roll), view.sheets[seat].start)
    new = crossed_by(move, crossed)
    gain = new.bit_count() + _DIAMOND * (new & SHEET.stars).bit_count()
    for goal in bits(completed(crossed | new) & ~completed(crossed)):
        gain += _GAINS[GOALS[goal].white] + (_GAINS[GOALS[goal].pink] if view.taken[goal] == "." else 0.0)
    return gain - _JOKER * _stars(move) - _CHIP * _chips(move)


def _stars(move: Move) -> int:
    return move.colour_joker + move.number_joker


def _chips(move: Move) -> int:
    return move.jokers + move.plus + move.minus + move.six


def planner(view: View, seat: int, legal: Sequence[Move], weights: Weights = WEIGHTS) -> Rated:
    """The moves that look best at first sight, and the pass, with what the sheet is worth after each."""
    if legal[0].kind == "give":
        return [(-float(view.sheets[move.to].x), move) for move in legal]
    plan = Planner(view, seat, weights)
    by_mask: dict[int, Move] = {}
    for move in legal:  # fewer chips and jokers come first: the cheapest reading of a placement is the one that stays
        by_mask.setdefault(0 if move.kind == "pass" else crossed_by(move, plan.crossed), move)
    return [(_worth(plan, view, seat, mask, by_mask[mask]), by_mask[mask]) for mask in plan.shortlist(by_mask)]


def _worth(plan: Planner, view: View, seat: int, mask: int, move: Move) -> float:
    fields = matches("".join(view.roll), view.sheets[seat].start) if move.kind == "pass" else 0
    return plan.worth(mask, _stars(move), _chips(move), fields)


_LEVELS: dict[int, Callable[[View, int, Sequence[Move]], Rated]] = {1: beginner, 2: planner}
