"""Why a placement is refused: one stable reason a rule."""

from __future__ import annotations

from chalicelib.games.keer_family.placements import START_BIT, faces_of
from chalicelib.games.keer_family.refusals import (
    check_cells,
    check_dice,
    check_open,
    check_words,
    does_not_touch,
    not_connected,
)
from chalicelib.games.keer_op_keer.board import CELLS, INDEX, SHEETS
from chalicelib.games.keer_op_keer.placements import Choice, reach, table
from chalicelib.games.keer_op_keer.rolls import available
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import IllegalMoveError


def checked(state: State, seat: int, move: Move) -> Choice:
    """The placement in the sheet's table that this move is. Raises IllegalMoveError."""
    choice = table(state.sheet).by_move.get(move)
    if choice is None:
        raise _misshapen(state, seat, move)
    _check_dice(state, seat, (choice.colour_face, choice.number_face), choice.cost)
    crossed = state.crossed[seat]
    check_open(choice.mask, crossed)
    if not choice.touch & (near := reach(crossed, state.start)):
        raise does_not_touch(start_open=bool(near & START_BIT))
    return choice


def _check_dice(state: State, seat: int, faces: tuple[str, str], cost: int) -> None:
    check_dice(faces, *available(state))
    if cost > state.jokers[seat]:
        raise IllegalMoveError("You have too few jokers left for this.", "too_few_jokers")


def _misshapen(state: State, seat: int, move: Move) -> IllegalMoveError:
    """The reason why this move is no placement of the sheet at all."""
    try:
        if move.kind != "place":
            raise IllegalMoveError("To pass is to choose no dice and no cells.", "not_a_pass")
        check_words(move, CELLS)
        _check_dice(state, seat, faces_of(move), move.colour_joker + move.number_joker)
        mask = sum(1 << INDEX[cell] for cell in move.cells)
        check_cells(move, mask, SHEETS[state.sheet], state.crossed[seat])
    except IllegalMoveError as error:
        return error
    return not_connected()
