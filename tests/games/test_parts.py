"""A game brings its invariants, its ends, the strength of its bots; where one is missing, it is said what to write."""

from __future__ import annotations

import pytest

from chalicelib import games
from tests.games.parts import MissingPartError, part
from tests.games.walks import editions

over_editions = pytest.mark.parametrize(("key", "version"), editions())


@over_editions
def test_a_game_brings_its_invariants(key: str, version: int) -> None:
    assert callable(part(key, "invariants", version).check)


@over_editions
def test_a_game_tells_its_ends_apart(key: str, version: int) -> None:
    assert callable(part(key, "ends", version).end)


@pytest.mark.parametrize("key", games.keys())
def test_a_game_says_how_strong_its_bots_have_to_be(key: str) -> None:
    strength, levels = part(key, "strength"), games.meta(key).levels
    assert {level for level, *_ in strength.PAIRINGS} == set(levels)
    assert all(rival in (0, *levels) and 0 < least <= 1 for _, rival, least in strength.PAIRINGS)
    assert set(strength.SOLO) == (set(levels) if 1 in games.meta(key).seats else set())


def test_a_missing_part_is_told_with_what_to_write() -> None:
    with pytest.raises(MissingPartError, match=r"tests/games/no_game/invariants\.py yet: write one with `check"):
        part("no-game", "invariants")
    with pytest.raises(MissingPartError, match=r"tests/games/no_game/strength\.py yet: write one with `PAIRINGS`"):
        part("no-game", "strength")
