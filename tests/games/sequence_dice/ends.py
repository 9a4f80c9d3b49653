"""How a match of Sequence Dice came to its end, more closely than its termination tells."""

from __future__ import annotations

from collections.abc import Iterator

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


def _lines(seats: int, length: int) -> Iterator[str]:
    """How a line comes about; six in one line are longer than asked only where five are."""
    for how in ("placing", "replacing"):
        for chain in ("", " in an extra roll"):
            for longer in ("", ", longer than asked")[: 7 - length]:
                yield f"{seats} seats, line of {length}, {how}{chain}{longer}"


def _ways(seats: int, *lengths: int) -> dict[str, tuple[str, ...]]:
    tables = [f"{seats} seats, line of {length}" for length in lengths]
    return {
        "normal": tuple(line for length in lengths for line in _lines(seats, length)),
        "move_limit": tuple(tables),
        "resigned": tuple(f"{table}, given up" for table in tables),
    }


WAYS = {(2,): _ways(2, 5, 6), (3,): _ways(3, 5), (4,): _ways(4, 5, 6)}
"""All that `end` says, by numbers of seats and termination."""
