"""The meter of an invocation: whose it is, and what each engine reports to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib.adapters import meter
from chalicelib.adapters.meter import Meter
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock, Put, Store
from tests.adapters.contract.engine import key, thing
from tests.adapters.emulated import emulated_store


@pytest.fixture
def counted() -> Iterator[Meter]:
    found, token = meter.begin()
    yield found
    meter.end(token)


def use(store: Store) -> None:
    """Five calls, one of each kind."""
    store.commit([Put(thing("a")), Put(thing("b"))])
    store.get(key("a"))
    store.get_many([key("a"), key("b")])
    store.query(key("a").partition)
    store.index("work", "due#0", up_to="z")


def test_a_meter_counts_what_happens_in_its_own_context() -> None:
    meter.add()
    outer, first = meter.begin()
    meter.add(read=0.5)
    inner, second = meter.begin()
    meter.add(calls=2, write=4.0)
    meter.end(second)
    meter.add(read=1.0)
    meter.end(first)
    meter.add()
    assert (outer, inner) == (Meter(2, 1.5, 0.0), Meter(2, 0.0, 4.0))


def test_sqlite_reports_its_calls(counted: Meter) -> None:
    with SqliteStore(":memory:", FixedClock()) as store:
        use(store)
    assert counted == Meter(calls=5)


def test_dynamodb_reports_the_units_it_was_told_too(counted: Meter) -> None:
    store = emulated_store(FixedClock())
    before = counted.calls
    use(store)
    assert counted.calls - before == 5
    assert counted.write == 4.0  # two items of less than a kilobyte, twice in a transaction
    assert counted.read >= 1.0  # the emulator tells nothing of batches
