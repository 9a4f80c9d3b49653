"""The position as everybody may see it: nothing is hidden in this game."""

from __future__ import annotations

from chalicelib.games.sequence_dice.board import BOARD, SIZE, bits, longest, squares_of, winning
from chalicelib.games.sequence_dice.state import State, View
from chalicelib.games.sequence_dice.turns import asked, is_defence, sides, total
from chalicelib.rules import Termination

EMPTY = "."


def view(state: State, seat: int | None) -> View:
    """The position for that seat (None: a spectator); only `seat` differs between them."""
    over = state.outcome is not None
    kind, mask = ("none", 0) if over else asked(state)
    return View(
        seat=seat,
        line_length=state.line_length,
        sides=sides(state.seats),
        active=state.active,
        to_move=() if over else (state.active,),
        turn=state.turn,
        turn_limit=BOARD.turn_limit,
        rolls=state.rolls,
        roll=tuple(state.dice),
        total=0 if over else total(state.dice),
        asked="" if over else task(state, kind),
        squares=squares_of(mask),
        board=_board(state.chips),
        lengths=tuple(longest(chips) for chips in state.chips),
        line=squares_of(_won(state)),
        last=state.last,
        starts=state.starts,
        resigned=tuple(bits(state.resigned)),
        outcome=state.outcome,
    )


def task(state: State, kind: str) -> str:
    """What the active seat has to do, in one word: place, replace, remove or nothing."""
    if kind == "take":
        return "remove" if is_defence(state) else "replace"
    return "place" if kind == "place" else "nothing"


def _board(chips: tuple[int, ...]) -> tuple[str, ...]:
    squares = [EMPTY] * (SIZE * SIZE)
    for side, mask in enumerate(chips):
        for index in bits(mask):
            squares[index] = str(side)
    return tuple("".join(squares[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))


def _won(state: State) -> int:
    if state.outcome is None or state.outcome.termination is not Termination.NORMAL:
        return 0
    return winning(state.chips[state.active % len(state.chips)], state.line_length)
