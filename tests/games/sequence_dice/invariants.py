"""What holds in every position of Sequence Dice, cheap enough for a look at every step of many matches."""

from __future__ import annotations

from chalicelib.games.sequence_dice.board import BOARD, longest
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import Termination


def check(before: State, after: State) -> None:
    """Raises AssertionError where the later of two neighbouring positions breaks something."""
    assert (after.seats, after.line_length) == (before.seats, before.line_length)
    _check_course(before, after)
    _check_chips(before, after)
    _check_lines(after)


def _check_course(before: State, after: State) -> None:
    assert 1 <= before.turn <= after.turn <= BOARD.turn_limit
    assert after.turn - before.turn in (0, 1)
    assert before.resigned & ~after.resigned == 0
    assert after.outcome is None or not after.dice
    assert after.outcome is not None or (len(after.dice) == BOARD.dice and set(after.dice) <= set(BOARD.faces))
    if after.outcome is None and after.seats != 4:
        assert not after.resigned >> after.active & 1
    if after.rolls > before.rolls:
        assert after.rolls == before.rolls + 1
        assert (after.active, after.turn) == (before.active, before.turn)


def _check_chips(before: State, after: State) -> None:
    """No square holds two chips, and a move changes one square at most."""
    changed = seen = 0
    for old, new in zip(before.chips, after.chips, strict=True):
        assert not seen & new
        seen |= new
        changed |= old ^ new
    assert changed.bit_count() <= 1
    was = sum(mask.bit_count() for mask in before.chips)
    assert seen.bit_count() - was in (-1, 0, 1)


def _check_lines(state: State) -> None:
    """Nobody has a line before the end, and after a normal one exactly the winners do."""
    with_line = [side for side, mask in enumerate(state.chips) if longest(mask) >= state.line_length]
    if state.outcome is not None and state.outcome.termination is Termination.NORMAL:
        assert with_line == sorted({seat % len(state.chips) for seat in state.outcome.winners})
    else:
        assert not with_line
