"""Legal moves, what they lead to, ends of rounds and of matches: against the definition, position by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from chalicelib.games.passing_game.state import Move, Side
from chalicelib.rules import IllegalMoveError
from tests.games.passing_game import reference
from tests.games.passing_game.situations import GAME, chance
from tests.games.walks import Setting, walk

SIDES: tuple[Side, ...] = ("", "left", "right")
KINDS = [
    (seats, (("target", 60), ("lead", lead), *((("partnership", True),) if partners else ())))
    for seats, partners in ((2, False), (3, False), (4, False), (4, True))
    for lead in ("lot", "rotate")
]
AT_RANDOM, EAGER, SHORT = 150, 60, 60
"""Positions of each kind: of random play, of play that fills the train, and of such play with a seat fewer."""
UNLISTED = 25
"""In one position of so many all moves that are not listed are tried, too."""
MOVES = [
    Move("draw"),
    Move("pass"),
    *(Move("play", f"{high}-{low}", side) for high, low in reference.SET for side in SIDES),
]


def _random(seats: int, options: Any) -> Iterator[tuple[Setting, Any]]:
    for seed in range(100):
        setting = Setting("passing-game", seats, options, seed, stormy=seed % 2 == 1)
        yield from ((setting, step.before) for step in walk(setting))


def _eager(seats: int, options: Any, leaves: int | None = None) -> Iterator[tuple[Setting, Any]]:
    """Whoever can play plays the first tile that fits, so that rounds are blocked now and then; a seat may leave."""
    for seed in range(100):
        setting = Setting("passing-game", seats, options, seed)
        state, ply = setting.start(), 0
        while state.outcome is None:
            yield setting, state
            ply += 1
            state = GAME.apply_move(state, state.turn, GAME.legal_moves(state, state.turn)[0], setting.chance(ply))
            if ply == 3 and leaves is not None:
                state = GAME.resign(state, leaves, setting.chance(ply))


def _positions(kind: int) -> Iterator[tuple[Setting, Any]]:
    seats, options = KINDS[kind]
    yield from islice(_random(seats, options), AT_RANDOM)
    yield from islice(_eager(seats, options), EAGER if seats > 2 else EAGER + SHORT)
    if seats > 2:
        yield from islice(_eager(seats, options, leaves=1), 3, SHORT + 3)


def test_every_move_of_2_000_positions_does_what_the_definition_says() -> None:
    """Of 2, 3 and 4 seats and of partners, with either way to find the leader; no position twice."""
    looked_at, seen = set[Any](), Counter[str]()
    for kind in range(len(KINDS)):
        for setting, state in _positions(kind):
            _check(setting, state, seen)
            looked_at.add(state)
            if len(looked_at) % UNLISTED == 0:
                _check_unlisted(state)
    assert len(looked_at) >= 2_000
    assert seen["a seat had left"] >= 200
    assert set(seen) >= {"out", "out, tied", "passed", "passed, tied", "blocked", "match"}


def _check(setting: Setting, state: Any, seen: Counter[str]) -> None:
    """Every legal move of one position."""
    position = reference.read(state)
    teams = reference.teams(setting.seats, dict(setting.choices))
    seen["a seat had left"] += bool(position.left_out)
    listed = {GAME.format(move): move for move in GAME.legal_moves(state, state.turn)}
    assert list(listed) == reference.legal(position)
    for text, move in listed.items():
        after = GAME.apply_move(state, state.turn, move, setting.chance(1))
        expected = reference.step(position, text, teams)
        if isinstance(expected, reference.End):
            seen[expected.how if any(expected.gains) else f"{expected.how}, tied"] += 1
            seen["match"] += after.outcome is not None
            _check_end(state, after, expected)
            _check_what_follows(state, after, teams)
        else:
            assert (after.standing, after.leader) == (state.standing, position.leader)
            assert reference.read(after) == expected


def _check_unlisted(state: Any) -> None:
    """Whatever the definition does not list is refused."""
    legal = reference.legal(reference.read(state))
    for move in MOVES:
        if GAME.format(move) not in legal:
            with pytest.raises(IllegalMoveError):
                GAME.apply_move(state, state.turn, move, chance())


def _check_end(before: Any, after: Any, expected: reference.End) -> None:
    last = after.standing.last
    assert (last.number, last.how) == (before.round, expected.how)
    gained = [new - old for new, old in zip(after.standing.points, before.standing.points, strict=True)]
    assert tuple(gained) == expected.gains
    won = [new - old for new, old in zip(after.standing.rounds_won, before.standing.rounds_won, strict=True)]
    assert won == [int(gain > 0) for gain in expected.gains]


def _check_what_follows(before: Any, after: Any, teams: reference.Teams) -> None:
    """The end of the match, or another round: who leads it, and what is dealt."""
    position, points = reference.read(before), after.standing.points
    assert (after.outcome is not None) == (max(points) >= before.terms.target)
    if after.outcome is not None:
        assert after.outcome.winners == reference.winners(points, teams, position.left_out)
        return
    new = reference.read(after)
    playing = [seat for seat in range(len(new.hands)) if seat not in position.left_out]
    size = 6 if len(playing) == 4 else 7
    assert [len(hand) for hand in new.hands] == [size * (seat in playing) for seat in range(len(new.hands))]
    assert sorted([*new.boneyard, *(tile for hand in new.hands for tile in hand)]) == sorted(reference.SET)
    assert (new.train, new.quiet, new.left_out) == ((), frozenset(), position.left_out)
    assert new.leader == new.turn
    assert new.leader in (playing if before.terms.lead == "lot" else [reference.following(position, position.leader)])
