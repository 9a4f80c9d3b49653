"""The move limit at every table, with dice that bring it about; tests/playthroughs shows all other ways to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from chalicelib.games.sequence_dice.board import BOARD
from chalicelib.rules import Chance, Termination
from tests.games.sequence_dice.positions import GAME
from tests.playthroughs.sequence_dice import ENDINGS, TABLES

T = TypeVar("T")


def test_recorded_matches_are_played_at_the_table_of_their_name() -> None:
    for ending in ENDINGS:
        table = next(name for name in sorted(TABLES, key=len, reverse=True) if ending.name.startswith(f"{name}-"))
        assert (ending.seats, ending.options) == TABLES[table]


class Stacked(Chance):
    """Dice that show a 3 after an even ply and a 10 after an odd one, whatever the seed."""

    def __init__(self, ply: int) -> None:
        super().__init__(b"stacked", (), ply)
        self._pair = "46" if ply % 2 else "12"

    def roll(self, faces: Sequence[T]) -> T:
        """The pair among all pairs."""
        return next(face for face in faces if face == self._pair)


@pytest.mark.parametrize("table", TABLES)
def test_turn_2000_ends_a_match_as_a_draw(table: str) -> None:
    seats, options = TABLES[table]
    state = replace(GAME.initial_state(seats, options, Chance(b"seed", (), 0)), dice="12")
    for ply in range(1, BOARD.turn_limit + 1):
        assert (state.turn, GAME.outcome(state)) == (ply, None)
        state = GAME.apply_move(state, state.active, GAME.legal_moves(state, state.active)[0], Stacked(ply))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.MOVE_LIMIT, ())
    assert (state.turn, GAME.to_move(state)) == (BOARD.turn_limit, ())
    assert [score.rank for score in outcome.scores] == [1] * seats
