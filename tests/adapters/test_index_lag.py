"""The decorator for index lag shows the past in its indexes and the present in its table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import Absent, ConditionFailedError, Delete, FixedClock, Hint, Put
from tests.adapters.contract.engine import key, place, put, thing
from tests.adapters.index_lag import LaggingStore


@pytest.fixture
def inner() -> Iterator[SqliteStore]:
    with SqliteStore(":memory:", FixedClock()) as store:
        yield store


def _named(store: LaggingStore, shard: str = "shard") -> list[Hint]:
    return store.index("work", shard, up_to="9")


def test_an_index_stands_still_until_it_is_released(inner: SqliteStore) -> None:
    put(inner, thing("a", work=place("1")), thing("b", work=place("2")))
    store = LaggingStore(inner)
    put(store, thing("a", work=place("3")), thing("c", work=place("0")))
    store.commit([Delete(key("b"))])
    assert _named(store) == [key("a"), key("b")]
    assert store.get(key("a")) == thing("a", work=place("3"))
    assert store.get(key("b")) is None
    store.release()
    assert _named(store) == [key("c"), key("a")]


def test_an_index_lags_by_so_many_commits(inner: SqliteStore) -> None:
    store = LaggingStore(inner, 2)
    seen = []
    for name in "abcd":
        put(store, thing(name, work=place(name, "s")))
        seen.append([found.sort for found in store.index("work", "s", up_to="z")])
    assert seen == [[], [], ["a"], ["a", "b"]]


def test_an_item_that_moved_twice_stands_where_it_stood_first(inner: SqliteStore) -> None:
    put(inner, thing("a", work=place("1", "s0")))
    store = LaggingStore(inner)
    put(store, thing("a", work=place("2", "s1")))
    put(store, thing("a"))
    assert _named(store, "s0") == [key("a")]
    assert _named(store, "s1") == []


def test_bounds_and_limit_hold_in_the_past_too(inner: SqliteStore) -> None:
    put(inner, *(thing(f"{n}", work=place(f"{n}")) for n in range(6)))
    store = LaggingStore(inner)
    put(store, *(thing(f"{n}") for n in range(3)))
    assert store.index("work", "shard", up_to="4", after="0", limit=3) == [key("1"), key("2"), key("3")]


def test_a_failed_commit_leaves_the_past_alone(inner: SqliteStore) -> None:
    put(inner, thing("a", work=place("1")))
    store = LaggingStore(inner, 1)
    put(store, thing("a", work=place("2")))
    with pytest.raises(ConditionFailedError):
        store.commit([Put(thing("a"), Absent())])
    assert store.index("work", "shard", up_to="1") == [key("a")]
