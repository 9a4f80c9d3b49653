"""The decorator for faults meets its plan and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import (
    Absent,
    FixedClock,
    Put,
    StoreConflictError,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
)
from tests.adapters.contract.engine import key, put, thing
from tests.adapters.faults import Fault, FaultyStore


@pytest.fixture
def inner() -> Iterator[SqliteStore]:
    with SqliteStore(":memory:", FixedClock()) as store:
        yield store


@pytest.mark.parametrize(
    ("fault", "error", "done"),
    [
        ("before", StoreUnavailableError, False),
        ("lost", StoreUnavailableError, True),
        ("throttled", StoreThrottledError, False),
        ("conflict", StoreConflictError, False),
    ],
)
def test_each_fault_on_a_commit(inner: SqliteStore, fault: Fault, error: type[StoreError], done: bool) -> None:
    store = FaultyStore(inner, {1: fault})
    with pytest.raises(error):
        put(store, thing("a"))
    assert (inner.get(key("a")) is not None) == done
    assert store.met == [1]
    put(store, thing("a", version=2))
    assert inner.get(key("a")) == thing("a", version=2)


def test_calls_are_counted_over_all_methods(inner: SqliteStore) -> None:
    store = FaultyStore(inner, {4: "before"})
    store.get(key("a"))
    store.get_many([key("a")])
    store.query("p")
    with pytest.raises(StoreUnavailableError):
        store.index("work", "shard", up_to="9")
    put(store, thing("a"))
    assert store.calls == ["get", "get_many", "query", "index", "commit"]
    assert store.met == [4]


def test_a_lost_refusal_is_no_answer_either(inner: SqliteStore) -> None:
    put(inner, thing("a"))
    store = FaultyStore(inner, {1: "lost"})
    with pytest.raises(StoreUnavailableError):
        store.commit([Put(thing("a", version=2), Absent())])
    assert inner.get(key("a")) == thing("a")


def test_reads_meet_no_conflict(inner: SqliteStore) -> None:
    store = FaultyStore(inner, {1: "conflict", 2: "throttled"})
    assert store.get(key("a")) is None
    with pytest.raises(StoreThrottledError):
        store.get(key("a"))
    assert store.met == [2]
