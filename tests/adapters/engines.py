"""The engines that the store's contract is run on, by name, and what is not asked of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.dynamo_table import Access
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock, Store
from tests.adapters.barrier import BarrierStore
from tests.adapters.contract.engine import Engine
from tests.adapters.counting import CountingStore
from tests.adapters.emulated import TABLE, emulated_store
from tests.adapters.faults import FaultyStore
from tests.adapters.index_lag import LaggingStore
from tests.adapters.store_contract import CHECKS

OpenEngine = Callable[[Path], Engine]


def sqlite_file(folder: Path) -> Engine:
    """SQLite in a file."""
    clock = FixedClock()
    store = SqliteStore(folder / "store.db", clock)
    return Engine(store, clock, store.close)


def sqlite_memory(_: Path) -> Engine:
    """SQLite in memory."""
    return _behind(lambda store: store)


def moto(_: Path) -> Engine:
    """DynamoDB as moto plays it, within this process: for one thread only."""
    import moto  # not above: it takes a second to load, and most that open an engine open another one

    clock = FixedClock()
    mock = moto.mock_aws()
    mock.start()
    store = DynamoStore(TABLE, clock, access=Access(region="eu-west-1", key="123456789012", secret="moto"))
    store.create_table()

    def close() -> None:
        store.close()
        mock.stop()

    return Engine(store, clock, close)


def ministack(_: Path) -> Engine:
    """DynamoDB as ministack plays it, in a process of its own."""
    clock = FixedClock()
    store = emulated_store(clock)
    return Engine(store, clock, store.close)


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


ENGINES: dict[str, OpenEngine] = {
    "sqlite-file": sqlite_file,
    "sqlite-memory": sqlite_memory,
    "moto": moto,
    "ministack": ministack,
}

_NO_TOKENS = "moto takes a client request token and does nothing with it"

NOT_ASKED: dict[str, dict[str, str]] = {
    "moto": {
        "a_repeated_commit_is_done_once": _NO_TOKENS,
        "a_repeated_commit_does_not_undo_what_came_between": _NO_TOKENS,
        "a_token_holds_to_the_end_of_ten_minutes": _NO_TOKENS,
        "a_token_used_for_other_writes_is_refused": _NO_TOKENS,
        "a_token_tells_a_check_and_a_delete_apart": _NO_TOKENS,
    }
}
"""What an emulator gets wrong, check by check, and why; DynamoDB is asked all of it on ministack."""

DECORATED: dict[str, OpenEngine] = {
    "counting": counted,
    "faults": faultless,
    "index-lag": without_lag,
    "barrier": alone_at_the_barrier,
}
"""The decorators keep the contract too, as long as nothing is asked of them."""


def asked(engine: str) -> list[str]:
    """The names of the checks that are asked of the engine."""
    return [name for name in CHECKS if name not in NOT_ASKED.get(engine, {})]


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
