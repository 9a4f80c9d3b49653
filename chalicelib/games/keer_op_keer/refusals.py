"""Why a placement is refused: one stable reason a rule."""

from __future__ import annotations

from chalicelib.games.keer_family.board import COLOURS, JOKER
from chalicelib.games.keer_family.placements import NUMBERS
from chalicelib.games.keer_family.typed import COLOUR_LETTERS
from chalicelib.games.keer_op_keer.board import CELLS, FIGURES, INDEX, SHEETS
from chalicelib.games.keer_op_keer.placements import Choice, reach, table
from chalicelib.games.keer_op_keer.rolls import available
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import IllegalMoveError


def checked(state: State, seat: int, move: Move) -> Choice:
    """The placement in the sheet's table that this move is. Raises IllegalMoveError."""
    choice = table(state.sheet).by_move.get(move)
    if choice is None:
        raise _misshapen(state, seat, move)
    _check_dice(state, seat, choice.colour_face, choice.number_face, choice.cost)
    crossed = state.crossed[seat]
    if choice.mask & crossed:
        raise IllegalMoveError("One of these cells is crossed already.", "already_crossed")
    if not choice.touch & reach(crossed, state.start):
        raise IllegalMoveError(_far(state, crossed), "does_not_touch")
    return choice


def _far(state: State, crossed: int) -> str:
    if state.start == "first" and crossed:
        return "One of the cells has to touch an old cross."
    return "One of the cells has to be in column H or to touch an old cross."


def _check_dice(state: State, seat: int, colour_face: str, number_face: str, cost: int) -> None:
    colours, numbers = available(state)
    if colour_face not in colours:
        raise IllegalMoveError("No colour die that you may take shows this.", "colour_not_available")
    if number_face not in numbers:
        raise IllegalMoveError("No number die that you may take shows this.", "number_not_available")
    if cost > state.jokers[seat]:
        raise IllegalMoveError("You have too few jokers left for this.", "too_few_jokers")


def _misshapen(state: State, seat: int, move: Move) -> IllegalMoveError:
    """The reason why this move is no placement of the sheet at all."""
    try:
        _check_words(move)
        colour_face = JOKER if move.colour_joker else move.colour
        number_face = JOKER if move.number_joker else str(move.number)
        _check_dice(state, seat, colour_face, number_face, move.colour_joker + move.number_joker)
    except IllegalMoveError as error:
        return error
    return _misplaced(state, seat, move)


def _check_words(move: Move) -> None:
    if move.kind != "place":
        raise IllegalMoveError("To pass is to choose no dice and no cells.", "not_a_pass")
    if move.colour not in COLOUR_LETTERS:
        raise IllegalMoveError("There is no such colour.", "unknown_colour")
    if move.number not in NUMBERS:
        raise IllegalMoveError(f"The number has to be 1 to {FIGURES.most_crosses}.", "unknown_number")
    if any(cell not in INDEX for cell in move.cells):
        raise IllegalMoveError(f"Cells are {CELLS[0]} to {CELLS[-1]}.", "unknown_cell")
    if len(set(move.cells)) != len(move.cells):
        raise IllegalMoveError("The same cell stands there twice.", "repeated_cell")


def _misplaced(state: State, seat: int, move: Move) -> IllegalMoveError:
    sheet = SHEETS[state.sheet]
    mask = sum(1 << INDEX[cell] for cell in move.cells)
    if len(move.cells) != move.number:
        return IllegalMoveError(f"{move.number} cells are to be crossed, not {len(move.cells)}.", "wrong_count")
    if mask & ~sheet.colour_masks[COLOURS.index(move.colour)]:
        return IllegalMoveError("One of these cells has another colour.", "wrong_colour")
    if mask & state.crossed[seat]:
        return IllegalMoveError("One of these cells is crossed already.", "already_crossed")
    if not any(mask & ~block == 0 for block in sheet.blocks):
        return IllegalMoveError("The cells have to lie in one block.", "not_one_block")
    return IllegalMoveError("The new crosses have to be connected with each other.", "not_connected")
