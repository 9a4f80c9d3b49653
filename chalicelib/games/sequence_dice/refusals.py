"""Why a move is refused: one stable reason a rule; every refusal lists what would be legal."""

from __future__ import annotations

from chalicelib.games.sequence_dice.board import BOARD, MASKS, SQUARES
from chalicelib.games.sequence_dice.state import Kind, Move, State
from chalicelib.games.sequence_dice.turns import NOTHING, asked, is_defence, legal, side_of, text_of, total
from chalicelib.rules import IllegalMoveError


def checked(state: State, move: Move) -> int:
    """The mask of the square that this legal move is on, 0 for no move. Raises IllegalMoveError."""
    kind, mask = asked(state)
    square = MASKS.get(move.cell, 0)
    if move.kind == kind and (square & mask or move == NOTHING):
        return square
    reason, sentence = _reason(state, move, kind, square)
    texts = tuple(text_of(each) for each in legal(state))
    raise IllegalMoveError(f"{sentence} Legal here: {', '.join(texts)}.", reason, texts)


def _reason(state: State, move: Move, kind: Kind, square: int) -> tuple[str, str]:
    if move.kind == "none" and move.cell:
        return "no_square_here", "No move is on no square."
    if kind == "none":
        return "nothing_possible", "Nothing can be done with this roll."
    if move.kind == "none":
        return "must_move", "With this roll a move is possible, and has to be made."
    if move.kind not in ("place", "take"):
        return "unknown_kind", "A chip is placed or taken."
    if not square:
        return "unknown_square", f"Squares are {SQUARES[0]} to {SQUARES[-1]}."
    if move.kind != kind:
        return _other_kind(state, kind)
    return _other_square(state, square)


def _other_kind(state: State, kind: Kind) -> tuple[str, str]:
    if kind == "place":
        return "empty_first", "A chip is replaced only where no square for this roll is empty; name an empty one."
    if is_defence(state):
        return "nothing_placed", f"With a {BOARD.defence} a chip of an opponent is removed: put an x before its square."
    return "none_empty", "No square for this roll is empty: put an x before the square of a chip to replace it."


def _other_square(state: State, square: int) -> tuple[str, str]:
    number = total(state.dice)
    if number in BOARD.masks and not square & BOARD.masks[number]:
        return "wrong_number", f"The dice show {number}, and this square does not."
    if state.chips[side_of(state, state.active)] & square:
        return "own_chip", "On this square lies a chip of your own side."
    if not any(chips & square for chips in state.chips):
        return "no_chip", "On this square lies no chip."
    if is_defence(state):
        return "protected", "Chips on the squares of 2 and 12 are never removed by a 10."
    return "not_empty", "On this square lies a chip already."
