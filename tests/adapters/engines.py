"""The engines that the store's contract is run on, by name. A new engine gets a line here and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock, Store
from tests.adapters.barrier import BarrierStore
from tests.adapters.contract.engine import Engine
from tests.adapters.counting import CountingStore
from tests.adapters.faults import FaultyStore
from tests.adapters.index_lag import LaggingStore

OpenEngine = Callable[[Path], Engine]


def sqlite_file(folder: Path) -> Engine:
    """SQLite in a file."""
    clock = FixedClock()
    store = SqliteStore(folder / "store.db", clock)
    return Engine(store, clock, store.close)


def sqlite_memory(_: Path) -> Engine:
    """SQLite in memory."""
    return _behind(lambda store: store)


def counted(_: Path) -> Engine:
    """SQLite in memory behind the counting decorator."""
    return _behind(CountingStore)


def faultless(_: Path) -> Engine:
    """SQLite in memory behind the decorator for faults, with none planned."""
    return _behind(lambda store: FaultyStore(store, {}))


def without_lag(_: Path) -> Engine:
    """SQLite in memory behind the decorator for index lag, which is nought."""
    return _behind(lambda store: LaggingStore(store, 0))


def alone_at_the_barrier(_: Path) -> Engine:
    """SQLite in memory behind the barrier, with one submitter."""
    return _behind(lambda store: BarrierStore(store, 1).submitter(0))


ENGINES: dict[str, OpenEngine] = {"sqlite-file": sqlite_file, "sqlite-memory": sqlite_memory}

DECORATED: dict[str, OpenEngine] = {
    "counting": counted,
    "faults": faultless,
    "index-lag": without_lag,
    "barrier": alone_at_the_barrier,
}
"""The decorators keep the contract too, as long as nothing is asked of them."""


@contextmanager
def opened(name: str, folder: Path) -> Iterator[Engine]:
    """The engine of that name on an empty store, put away afterwards."""
    engine = (ENGINES | DECORATED)[name](folder)
    try:
        yield engine
    finally:
        engine.close()


def _behind(decorate: Callable[[Store], Store]) -> Engine:
    clock = FixedClock()
    store = SqliteStore(":memory:", clock)
    return Engine(decorate(store), clock, store.close)
