"""How large heads and log rows get, in every game at every table: in random, endless and recorded matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain

from chalicelib import games
from tests import sizes
from tests.bench.measure import Result, at_most
from tests.sizes import Size

KB = 1024
_LONG = {"passing-game": {"target": 1000}}
Table = tuple[str, int]


@cache
def _matches(game: str, seats: int) -> tuple[list[Size], ...]:
    long = sizes.played(game, seats, _LONG.get(game, {}), sizes.in_no_hurry)
    return sizes.played(game, seats, {}), long, sizes.longest_recorded(game, seats)


def _tables(*, two: bool) -> list[Table]:
    return [(game, n) for game in games.keys() for n in games.meta(game).seats if n == 2 or not two]  # noqa: SIM118


def _largest(name: str) -> Callable[[str, int], int]:
    return lambda game, seats: max(getattr(size, name) for size in chain.from_iterable(_matches(game, seats)))


def _growth(game: str, seats: int) -> int:
    """The largest difference a seat between the head of move 10 and the last one before the end, over the matches."""
    heads = [[size.head for size in match if size.ply >= 10 and not size.over] for match in _matches(game, seats)]
    return max(found[-1] - found[0] for found in heads if found) // seats


def _late(game: str, seats: int) -> int:
    """How much larger the head is in the second half of the longest match than in its first."""
    heads = [size.head for size in max(_matches(game, seats), key=len) if not size.over]
    middle = len(heads) // 2
    return max(heads[middle:]) - max(heads[:middle])


def _told(what: str, bar: float, measure: Callable[[str, int], int], *, two: bool) -> Result:
    """The largest of the figures of all tables, and all of them in words."""
    found = {table: measure(*table) for table in _tables(two=two)}
    parts = []
    for game in games.keys():  # noqa: SIM118 - not a mapping
        figures = ", ".join(f"{seats}: {value}" for (key, seats), value in found.items() if key == game)
        parts.append(f"{game} {figures}")
    return at_most(max(found.values()), bar, f"{what}, by seats: {'; '.join(parts)}")


def bench_head_two_seats() -> Result:
    """The largest head of a match of two, its end included."""
    return _told("bytes of the largest head", KB, _largest("head"), two=True)


def bench_head() -> Result:
    """The same at any table."""
    return _told("bytes of the largest head", 4 * KB, _largest("head"), two=False)


def bench_log_row_two_seats() -> Result:
    """The largest log row of a match of two, its beginning and end included."""
    return _told("bytes of the largest log row", KB, _largest("row"), two=True)


def bench_log_row() -> Result:
    """The same at any table."""
    return _told("bytes of the largest log row", KB, _largest("row"), two=False)


def bench_head_growth() -> Result:
    """How much the head has grown since move 10 when the match is about to end; sheets and boards fill up."""
    return _told("bytes a seat of the last head less those of move 10", 112, _growth, two=False)


def bench_head_growth_late() -> Result:
    """How much it still grows in the second half of the longest match, which has up to 1,800 moves."""
    return _told("bytes of the largest head of the second half less those of the first", 48, _late, two=False)
