"""What a move costs beside time: counts, which are exact and the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from chalicelib import games
from chalicelib.players.ports import FixedClock
from tests.adapters.emulated import emulated_store
from tests.bench.measure import Result, at_most
from tests.budget import Cost, Table
from tests.post.office import Office

SEATS = 2
MOVES = 300
"""Of a match so many moves are counted."""
CACHED = 2
"""Round trips of a move whose credential was looked up before."""


@cache
def _costs(game: str) -> tuple[Cost, ...]:
    return tuple(cost for cost in Table(SEATS, game=game).costs(MOVES) if not cost.over)


def _told(what: str, bar: float, measure: Callable[[Sequence[Cost]], float]) -> Result:
    """The largest of the figures of all games, and all of them in words."""
    found = {game: measure(_costs(game)) for game in games.keys()}  # noqa: SIM118 - not a mapping
    each = ", ".join(f"{game} {value:g}" for game, value in found.items())
    return at_most(max(found.values()), bar, f"{what}, the largest of a random match of two: {each}")


def _mailed(costs: Sequence[Cost]) -> list[Cost]:
    """Moves that owed one notice, made with a credential looked up before."""
    return [cost for cost in costs if cost.notices == 1 and cost.answer.round_trips == CACHED]


def _trips_since_all_are_known(costs: Sequence[Cost]) -> int:
    last = max(place for place, cost in enumerate(costs) if cost.answer.round_trips > CACHED)
    return max(cost.answer.round_trips for cost in costs[last + 1 :])


def bench_round_trips_cached() -> Result:
    """Store calls before the answer, once both credentials were looked up."""
    return _told("round trips before the answer, credential cached", CACHED, _trips_since_all_are_known)


def bench_round_trips_cold() -> Result:
    """The same with a credential that has to be looked up."""
    return _told(
        "round trips before the answer, credential new", 3, lambda costs: max(cost.answer.round_trips for cost in costs)
    )


def bench_write_units() -> Result:
    """Write units of a move with one mail, everything included."""
    return _told("write units with one mail", 12, lambda costs: max(cost.whole.write_units for cost in _mailed(costs)))


def bench_read_units() -> Result:
    """Read units of the same."""
    return _told("read units with one mail", 4, lambda costs: max(cost.whole.read_units for cost in _mailed(costs)))


def bench_engines_apart() -> Result:
    """How many moves cost something else on DynamoDB than on SQLite."""
    clock = FixedClock()
    with emulated_store(clock) as store:
        there = Table(SEATS, office=Office(store, clock)).costs()
    here = Table(SEATS).costs()
    apart = sum(one != other for one, other in zip(here, there, strict=True))
    return at_most(
        apart,
        0,
        f"moves of {len(here)} in a random two-seat match whose round trips, units or bytes on ministack are not those "
        "on SQLite, counted by the store's decorator",
    )
