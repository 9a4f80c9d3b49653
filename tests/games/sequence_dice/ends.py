"""How a match of Sequence Dice came to its end, more closely than its termination tells."""

from __future__ import annotations

from chalicelib.games.sequence_dice.board import longest
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import Termination


def end(state: State) -> str:
    """The end of a match that is over: the line that was asked for, and how its last chip came to lie there."""
    assert state.outcome is not None
    table = f"{state.seats} seats, line of {state.line_length}"
    if state.outcome.termination is Termination.RESIGNED:
        return f"{table}, given up"
    if state.outcome.termination is Termination.MOVE_LIMIT:
        return table
    replaced = state.last[state.active][-1].move.startswith("x")
    chain = " in an extra roll" if state.rolls > 1 else ""
    longer = ", longer than asked" if longest(state.chips[state.active % len(state.chips)]) > state.line_length else ""
    return f"{table}, {'replacing' if replaced else 'placing'}{chain}{longer}"
