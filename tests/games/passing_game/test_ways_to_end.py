"""The move limit at every table, set up a round before it; tests/playthroughs shows all other ways to end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chalicelib.rules import Termination
from tests.games.passing_game.situations import GAME, play, position
from tests.playthroughs.passing_game import ENDINGS

TABLES = {"two": 2, "three": 3, "four": 4, "partners": 4}


@pytest.mark.parametrize("table", TABLES)
def test_recorded_matches_are_played_at_the_table_of_their_name(table: str) -> None:
    for ending in ENDINGS:
        if ending.name.startswith(f"{table}-"):
            assert ending.seats == TABLES[table]
            assert bool(ending.options.get("partnership")) == (table == "partners")


HANDS = ("6-5 5-5", "2-1", "6-3 4-4", "3-0 5-1")


@pytest.mark.parametrize(
    ("table", "points", "winners"),
    [
        ("two", (7, 8), (1,)),
        ("three", (90, 8, 9), (0,)),
        ("four", (1, 60, 9, 8), (1,)),
        ("partners", (90, 30), (0, 2)),
    ],
)
def test_round_500_ends_the_match_by_the_move_limit(
    table: str, points: Sequence[int], winners: tuple[int, ...]
) -> None:
    state = position(
        HANDS[: TABLES[table]],
        train="=6-4",
        ends=(6, 4),
        boneyard="0-0 1-1 2-2",
        points=points,
        target=1000,
        number=500,
        partnership=table == "partners",
    )
    outcome = play(state, *["pass"] * TABLES[table]).outcome
    assert outcome is not None
    assert outcome.termination is Termination.MOVE_LIMIT
    assert outcome.winners == winners
    assert GAME.to_move(state) == (0,)
