"""Heads and log rows stay small in every game at every table: in whole matches at random, in the longest recorded."""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest

from chalicelib import games
from tests import sizes
from tests.sizes import Size

KB = 1024
TABLES = [(key, seats) for key in games.keys() for seats in games.meta(key).seats]  # noqa: SIM118 - not a mapping
over_tables = pytest.mark.parametrize(("game", "seats"), TABLES)
FILLED = 112
"""Bytes a seat by which the head of move 10 may grow while sheets, boards and trains fill up."""
FLAT = 16
"""Bytes by which it may grow afterwards, however long the match: digits of moves, rolls and versions."""
longest_recorded = cache(sizes.longest_recorded)


@cache
def at_random(game: str, seats: int) -> list[Size]:
    """A match with the defaults."""
    return sizes.played(game, seats, {})


def running(found: list[Size]) -> list[Size]:
    """The commits between the first position and the last move."""
    return [size for size in found[1:] if not size.over]


@over_tables
def test_heads_and_log_rows_are_small_in_every_game_at_every_table(game: str, seats: int) -> None:
    found = list(chain(at_random(game, seats), longest_recorded(game, seats)))
    assert max(size.head for size in found) <= (KB if seats <= 2 else 2 * KB)
    assert max(size.row for size in found) <= KB


@over_tables
def test_the_last_head_is_hardly_larger_than_that_of_move_ten(game: str, seats: int) -> None:
    heads = [size.head for size in running(at_random(game, seats)) if size.ply >= 10]
    assert max(heads) - heads[0] <= FILLED * seats


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("keer-op-keer", 2, {}),
        ("keer-op-keer-3", 2, {}),
        ("passing-game", 2, {"target": 1000}),
        ("sequence-dice", 3, {}),
    ],
)
def test_nothing_in_the_head_grows_with_the_moves_played(game: str, seats: int, options: dict[str, int]) -> None:
    heads = [size.head for size in running(sizes.played(game, seats, options, sizes.in_no_hurry))]
    middle = len(heads) // 2
    assert len(heads) > 100
    assert max(heads[middle:]) - max(heads[:middle]) <= FLAT


def test_the_longest_recorded_matches_are_those_of_a_move_limit() -> None:
    found = {game: longest_recorded(game, 2) for game, seats in TABLES if seats == 2}
    assert {game for game, commits in found.items() if len(commits) > 600} == {"keer-op-keer", "keer-op-keer-3"}
    assert min(len(commits) for commits in found.values()) > 100


def test_a_size_that_grows_is_seen() -> None:
    first, *_, last = at_random("sequence-dice", 2)
    assert (first.ply, first.over, last.over) == (0, False, True)
    assert last.head > first.head
