"""Why a move is refused: one stable reason a rule."""

from __future__ import annotations

from chalicelib.games.keer_family.board import COLOUR_LETTERS, ROW_MASKS
from chalicelib.games.keer_family.placements import START_BIT
from chalicelib.games.keer_family.refusals import (
    check_cells,
    check_dice,
    check_names,
    check_open,
    check_words,
    does_not_touch,
    not_connected,
)
from chalicelib.games.keer_op_keer_3.board import CELLS, FIGURES, ROW_LABELS, SHEET, mask_of
from chalicelib.games.keer_op_keer_3.bonuses import beside, block_at, first_cell, is_bomb, is_open, legal_bonuses
from chalicelib.games.keer_op_keer_3.choices import available, legal_gifts, pool_of
from chalicelib.games.keer_op_keer_3.moves import CHIP_WORDS, PASS, dice_of, move_of, shapes_by_cells, text_of
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import IllegalMoveError

_KINDS = {"place": "choose", "pass": "choose"}
_WANTED = {
    "choose": "a placement or a pass",
    "block": "a block",
    "bomb": "a bomb",
    "row": "three in a row",
    "give": "a gift",
}


def checked(state: State, seat: int, move: Move) -> str:
    """The canonical text of a move that is legal for the decision this seat has open. Raises IllegalMoveError."""
    if _KINDS.get(move.kind, move.kind) != state.asked[seat]:
        raise _another_decision(state, seat)
    if move.kind == "pass":
        if move != PASS:
            raise IllegalMoveError("To pass is to choose no dice and no cells.", "not_a_pass")
        return text_of(move)
    move = _CHECKS[move.kind](state, seat, move)
    text = text_of(move)
    if move_of(text) != move:
        raise IllegalMoveError("A part of this does not belong to such a move.", "odd_part")
    return text


def _another_decision(state: State, seat: int) -> IllegalMoveError:
    """The error that says what is asked instead, with an answer to it."""
    kind, example = state.asked[seat], PASS
    if kind not in _WANTED:
        return IllegalMoveError("This is not what is asked now.", "other_decision")
    if kind != "choose":
        example = (legal_gifts(state, seat) if kind == "give" else legal_bonuses(kind, state.crossed[seat]))[0]
    wanted = f"{_WANTED[kind]} is, such as {text_of(example)}"
    return IllegalMoveError(f"This is not what is asked now: {wanted}.", "other_decision")


def is_legal(state: State, seat: int, move: Move) -> bool:
    """Whether the move can be played now."""
    try:
        checked(state, seat, move)
    except IllegalMoveError:
        return False
    return True


def _placement(state: State, seat: int, move: Move) -> Move:
    shape, crossed = shapes_by_cells().get(move.cells), state.crossed[seat]
    if shape is None or move.number != shape.number or move.colour != COLOUR_LETTERS[shape.colour]:
        raise _misshapen(state, seat, move)
    _check_costs(state, seat, move)
    check_open(shape.mask, crossed)
    if not shape.touch & (crossed | START_BIT):
        raise does_not_touch(start_open=True)
    return move


def _misshapen(state: State, seat: int, move: Move) -> IllegalMoveError:
    """The reason why this move is no placement of the sheet at all."""
    try:
        check_words(move, CELLS)
        _check_costs(state, seat, move)
        check_cells(move, mask_of(move.cells), SHEET, state.crossed[seat])
    except IllegalMoveError as error:
        return error
    return not_connected()


def _check_costs(state: State, seat: int, move: Move) -> None:
    if move.jokers or move.plus or move.minus or move.six:
        _check_chips(state, seat, move)
    _check_dice(state, move)
    _check_jokers(state, seat, move)


def _check_chips(state: State, seat: int, move: Move) -> None:
    held, used = state.gifts[seat], {"!": move.jokers, "1": move.plus + move.minus, "6": move.six}
    if move.plus and move.minus:
        raise IllegalMoveError("Plus one and minus one cannot be used together.", "both_signs")
    if move.six > 1:
        raise IllegalMoveError("One six-dice chip is enough.", "one_six")
    if min(move.jokers, move.plus, move.minus, move.six) < 0:
        raise IllegalMoveError("You do not have this gift chip.", "no_such_chip")
    if any(count > held.count(chip) for chip, count in used.items()):
        raise IllegalMoveError("You do not have this gift chip.", "no_such_chip")
    if move.number_joker and used["1"]:
        raise IllegalMoveError("Plus or minus one does not work on a joker.", "plus_minus_on_joker")


def _check_dice(state: State, move: Move) -> None:
    colour, number = dice_of(move)
    if not move.six:
        check_dice((colour, number), *available(state))
        return
    pool = pool_of(state)
    if not pool.all_colours or (colour in pool.colours and number in pool.numbers):
        raise IllegalMoveError("The six-dice chip is not needed for this.", "six_not_needed")
    check_dice((colour, number), pool.all_colours, pool.all_numbers)


def _check_jokers(state: State, seat: int, move: Move) -> None:
    short = max(0, move.colour_joker + move.number_joker - state.jokers[seat])
    if move.jokers > short:
        raise IllegalMoveError("The joker chip is not needed for this.", "joker_chip_not_needed")
    if move.jokers < short:
        raise IllegalMoveError("You have too few jokers left for this.", "too_few_jokers")
    if move.jokers > state.grey[seat]:
        raise IllegalMoveError("You have no grey joker left that could be freed.", "no_grey_joker")


def _block(state: State, seat: int, move: Move) -> Move:
    check_names(move.cells, CELLS)
    block, crossed = block_at(move.cells[0]), state.crossed[seat]
    if mask_of(move.cells) & ~block:
        raise IllegalMoveError("The cells have to lie in one block.", "not_one_block")
    if not block & ~crossed:
        raise IllegalMoveError("This block is crossed already.", "already_crossed")
    if not is_open(block, crossed):
        raise IllegalMoveError("This block is not started and touches no old cross.", "block_out_of_reach")
    return Move("block", cells=(first_cell(block),)) if move == Move("block", cells=move.cells) else move


def _bomb(state: State, seat: int, move: Move) -> Move:
    check_names(move.cells, CELLS)
    if not is_bomb(move.cells):
        raise IllegalMoveError("A bomb hits cells of one square of two by two.", "not_a_window")
    check_open(mask_of(move.cells), state.crossed[seat])
    return move


def _row(state: State, seat: int, move: Move) -> Move:
    check_names(move.cells, CELLS)
    mask, crossed = mask_of(move.cells), state.crossed[seat]
    if move.row not in tuple(ROW_LABELS) or mask & ~ROW_MASKS[ROW_LABELS.index(move.row)]:
        raise IllegalMoveError("The cells have to lie in this one row.", "not_one_row")
    if len(move.cells) > FIGURES.most_in_a_row:
        raise IllegalMoveError("Three cells at most.", "too_many_cells")
    check_open(mask, crossed)
    if mask & ~beside(crossed):
        raise IllegalMoveError("Each of these cells has to touch a cross that stood there before.", "not_beside_old")
    return move


def _give(state: State, seat: int, move: Move) -> Move:
    if move.chip != CHIP_WORDS[state.owed[seat][0]]:
        raise IllegalMoveError("This is not the chip that is to be given now.", "wrong_chip")
    if move.to == seat:
        raise IllegalMoveError("The chip goes to another seat.", "own_seat")
    if not 0 <= move.to < len(state.crossed):
        raise IllegalMoveError("There is no such seat.", "no_such_seat")
    if state.departed >> move.to & 1:
        raise IllegalMoveError("This seat has left the match.", "seat_has_left")
    return move


_CHECKS = {"place": _placement, "block": _block, "bomb": _bomb, "row": _row, "give": _give}
