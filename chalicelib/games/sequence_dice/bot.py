"""Two bots that choose from what a seat sees; docs/bots.md tells how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chalicelib.games.sequence_dice.board import BOARD, INDEX, LINES
from chalicelib.games.sequence_dice.prospects import WEIGHTS, Prospects, Weights
from chalicelib.games.sequence_dice.state import Move, View
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError

Rated = list[tuple[float, Move]]
"""Moves with what a bot thinks of them."""


def choose(view: View, legal: Sequence[Move], chance: Chance, level: int) -> Move:
    """One of the legal moves, as a bot of this level would play; equals are drawn by lot.

    Raises InvalidOptionError (there is no such level), NotToMoveError (there is nothing to choose).
    """
    if level not in _LEVELS:
        raise InvalidOptionError(f"There is no bot of level {level!r}.", "level")
    if view.seat is None or not legal:
        raise NotToMoveError("It is not this seat's turn.", "not_to_move")
    if len(legal) == 1:
        return legal[0]
    rated = [(round(value, 9), move) for value, move in _LEVELS[level](view, legal)]
    top = max(value for value, _ in rated)
    equals = [move for value, move in rated if value == top]
    return equals[0] if len(equals) == 1 else chance.roll(equals)


def chips_of(view: View) -> tuple[int, ...]:
    """The squares of every side, as masks."""
    squares = "".join(view.board)
    return tuple(
        sum(1 << index for index, holder in enumerate(squares) if holder == str(side))
        for side in range(len(view.sides))
    )


def after(chips: Sequence[int], side: int, move: Move, *, removes: bool) -> tuple[int, ...]:
    """The chips once this side has moved."""
    mask = 1 << INDEX[move.cell]
    found = [held & ~mask for held in chips]
    if not removes:
        found[side] |= mask
    return tuple(found)


def beginner(view: View, legal: Sequence[Move]) -> Rated:
    """Every move with the chips in the best line through its square: one's own, or where one removes, the owner's."""
    chips, side = chips_of(view), _side(view)
    rated = []
    for move in legal:
        mask = 1 << INDEX[move.cell]
        held = chips[side] | mask
        if view.total == BOARD.defence:
            held = next(each for each in chips if each & mask)
        most = max([(line & held).bit_count() for line in LINES[view.line_length] if line & mask], default=0)
        rated.append((float(most), move))
    return rated


def strategist(view: View, legal: Sequence[Move], weights: Weights = WEIGHTS) -> Rated:
    """Every move with what the position after it is worth; a line that wins is worth more than anything."""
    chips, side = chips_of(view), _side(view)
    prospects, removes = Prospects(view.line_length, weights), view.total == BOARD.defence
    return [(prospects.worth(after(chips, side, move, removes=removes), side), move) for move in legal]


def _side(view: View) -> int:
    return view.active % len(view.sides)


_LEVELS: dict[int, Callable[[View, Sequence[Move]], Rated]] = {1: beginner, 2: strategist}
