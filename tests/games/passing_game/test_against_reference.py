"""Legal moves, what they lead to, ends of rounds and their scores: against the definition, position by position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.passing_game import reference
from tests.games.passing_game.situations import GAME
from tests.games.walks import Setting, walk

POSITIONS = 700
"""The least number of positions looked at with each number of seats; together they are more than 2,000."""

MATCHES = {
    2: [Setting("passing-game", 2, (("target", 300),), seed) for seed in (1, 2)],
    3: [Setting("passing-game", 3, (("target", 300),), seed, stormy=True) for seed in range(3, 9)],
    4: [
        Setting("passing-game", 4, (("target", 300), ("partnership", True)), 4),
        *(Setting("passing-game", 4, (("target", 300),), seed, stormy=True) for seed in range(5, 10)),
    ],
}


def _check(setting: Setting, state: Any, seen: Counter[str]) -> None:
    """Every legal move of one position."""
    position = reference.read(state)
    teams = GAME.sides(setting.seats, setting.options)
    listed = {GAME.format(move): move for move in GAME.legal_moves(state, state.turn)}
    assert list(listed) == reference.legal(position)
    for text, move in listed.items():
        after = GAME.apply_move(state, state.turn, move, setting.chance(1))
        expected = reference.step(position, text, teams)
        if isinstance(expected, reference.End):
            seen[expected.how if any(expected.gains) else f"{expected.how}, tied"] += 1
            _check_end(state, after, expected)
        else:
            assert (after.round, after.outcome) == (state.round, None)
            assert reference.read(after) == expected


def _check_end(before: Any, after: Any, expected: reference.End) -> None:
    last = after.standing.last
    assert (last.number, last.how) == (before.round, expected.how)
    gained = [new - old for new, old in zip(after.standing.points, before.standing.points, strict=True)]
    assert tuple(gained) == expected.gains
    assert (after.outcome is not None) == (max(after.standing.points) >= before.terms.target)


@pytest.mark.parametrize("seats", MATCHES)
def test_every_move_of_many_positions_does_what_the_definition_says(seats: int) -> None:
    looked_at, seen = 0, Counter[str]()
    for setting in MATCHES[seats]:
        for step in walk(setting)[:450]:
            _check(setting, step.before, seen)
            looked_at += 1
    assert looked_at >= POSITIONS
    assert {"out", "passed", "passed, tied"} <= set(seen)


def test_blocked_rounds_are_among_what_is_compared() -> None:
    seen = Counter[str]()
    for seed in range(40):
        setting = Setting("passing-game", 4, (("target", 120),), seed)
        state, ply = setting.start(), 0
        while state.outcome is None and ply < 300:
            moves = GAME.legal_moves(state, state.turn)
            if len(state.boneyard) <= 3:
                _check(setting, state, seen)
            ply += 1
            state = GAME.apply_move(state, state.turn, moves[0], setting.chance(ply))
        if seen["blocked"] > 5:
            return
    raise AssertionError("no round was blocked")
