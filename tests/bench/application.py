"""What a move costs beside time: counts, which are exact and the same on every machine."""

from __future__ import annotations

from functools import lru_cache

from chalicelib.players.ports import FixedClock
from tests.adapters.emulated import emulated_store
from tests.bench.measure import Result, at_most
from tests.budget import Cost, Table
from tests.post.office import Office

SEATS = 2


@lru_cache(maxsize=4)
def _costs(seats: int) -> tuple[Cost, ...]:
    return tuple(cost for cost in Table(seats).costs() if not cost.over)


def _mailed() -> list[Cost]:
    """Moves that owed one notice, made with a credential looked up before."""
    return [cost for cost in _costs(SEATS) if cost.notices == 1 and cost.answer.round_trips == SEATS]


def bench_round_trips_cached() -> Result:
    """Store calls before the answer."""
    return at_most(max(cost.answer.round_trips for cost in _costs(SEATS)[4:]), 2, _how("round trips before the answer"))


def bench_round_trips_cold() -> Result:
    """The same with a credential that has to be looked up."""
    return at_most(max(cost.answer.round_trips for cost in _costs(SEATS)[:4]), 3, _how("the same, credential new"))


def bench_write_units() -> Result:
    """Write units of a move with one mail, everything included."""
    return at_most(max(cost.whole.write_units for cost in _mailed()), 12, _how("write units with one mail"))


def bench_read_units() -> Result:
    """Read units of the same."""
    return at_most(max(cost.whole.read_units for cost in _mailed()), 4, _how("read units with one mail"))


def bench_head_bytes() -> Result:
    """The largest head of a two-seat match."""
    return at_most(max(cost.head for cost in _costs(SEATS)), 1024, _how("bytes of the head"))


def bench_log_row_bytes() -> Result:
    """The largest log row of a two-seat match."""
    return at_most(max(cost.row for cost in _costs(SEATS)), 1024, _how("bytes of a log row"))


def bench_head_bytes_six_seats() -> Result:
    """The largest head of a six-seat match."""
    return at_most(
        max(cost.head for cost in _costs(6)), 4096, "the largest over a random match of Keer op Keer, six seats"
    )


def bench_head_growth() -> Result:
    """How much larger the last head of a match is than that of move 10, in bytes."""
    heads = [cost.head for cost in _costs(SEATS)]
    return at_most(heads[-1] - heads[10], 48, "the last head less that of move 10, two seats")


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


def _how(what: str) -> str:
    return f"{what}, the largest over a random two-seat match of Keer op Keer, counted by the store's decorator"
