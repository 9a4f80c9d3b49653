"""What the counting decorator charges, against figures reckoned by hand from DynamoDB's developer guide."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import (
    Absent,
    Check,
    ConditionFailedError,
    Delete,
    FixedClock,
    InvalidWriteError,
    Item,
    Present,
    Put,
    VersionIs,
    Write,
)
from tests.adapters.contract.engine import key, place, put, thing
from tests.adapters.counting import CountingStore


@pytest.fixture
def store() -> Iterator[CountingStore]:
    with SqliteStore(":memory:", FixedClock()) as inner:
        yield CountingStore(inner)


def _sized(sort: str, kilobytes: float, **fields: Any) -> Item:
    """An item of about so many KB, safely below."""
    return thing(sort, body={"text": "x" * int(kilobytes * 1_024 - 100)}, **fields)


def _written(store: CountingStore, *writes: Write, token: str = "") -> int:
    with store.counted() as bill:
        store.commit(writes, token=token)
    assert (bill.round_trips, bill.read_units) == (1, 0)
    return bill.write_units


def test_one_write_is_not_a_transaction(store: CountingStore) -> None:
    assert _written(store, Put(_sized("a", 1), Absent())) == 1
    assert _written(store, Put(_sized("b", 3.5))) == 4
    assert _written(store, Delete(key("none"))) == 1


def test_two_writes_are_one_and_cost_twice(store: CountingStore) -> None:
    assert _written(store, Put(_sized("a", 1)), Put(_sized("b", 2))) == 2 + 4


def test_a_token_or_a_check_makes_a_transaction(store: CountingStore) -> None:
    assert _written(store, Put(_sized("a", 1)), token="t") == 2
    assert _written(store, Check(key("b"), Absent())) == 2
    assert _written(store, Put(_sized("c", 1)), Check(key("a"), Present())) == 4


def test_the_larger_of_old_and_new_counts(store: CountingStore) -> None:
    put(store, _sized("a", 5), _sized("b", 1))
    assert _written(store, Put(_sized("a", 1))) == 5
    assert _written(store, Put(_sized("b", 5))) == 5
    assert _written(store, Delete(key("b"))) == 5


def test_sizes_turn_over_at_a_full_kilobyte(store: CountingStore) -> None:
    frame = len("pkpskakindthingversionformatbody") + 2 + 2 + len('{"text":""}')
    exact = thing("a", body={"text": "x" * (1_024 - frame)})
    over = thing("b", body={"text": "x" * (1_025 - frame)})
    assert _written(store, Put(exact)) == 1
    assert _written(store, Put(over)) == 2


def test_index_entries_cost_what_happens_to_them(store: CountingStore) -> None:
    assert _written(store, Put(thing("a", work=place("1")))) == 1 + 1, "put"
    assert _written(store, Put(thing("a", version=2, work=place("1")))) == 1, "unchanged"
    assert _written(store, Put(thing("a", work=place("2")))) == 1 + 2, "moved"
    assert _written(store, Put(thing("a", work=place("2", "other")))) == 1 + 2, "moved to another shard"
    assert _written(store, Put(thing("a", work=place("2", "other"), list=place("1")))) == 1 + 1, "put in the other"
    assert _written(store, Put(thing("a", list=place("1")))) == 1 + 1, "removed"
    assert _written(store, Delete(key("a"))) == 1 + 1, "gone with the item"


def test_a_transaction_does_not_double_the_index(store: CountingStore) -> None:
    put(store, thing("a", work=place("1")))
    writes = (Put(thing("a", work=place("2"))), Put(thing("b", work=place("1"))))
    assert _written(store, *writes) == 2 + 2 + 2 + 1


def test_a_move_of_the_service(store: CountingStore) -> None:
    put(store, _sized("head", 0.9, version=1))
    put(store, thing("A#head", version=1, work=place("1", "due#0")))
    head = Put(thing("A#head", version=2, work=place("2", "due#0")), VersionIs(1))
    log = Put(thing("L#2", work=place("0", "unsent#0")), Absent())
    assert _written(store, head, log) == 4 + 2 + 1
    assert _written(store, Put(thing("L#2", version=2), VersionIs(1))) == 1 + 1


def test_a_failed_condition_costs_the_write_but_no_index(store: CountingStore) -> None:
    put(store, _sized("a", 3))
    with store.counted() as bill, pytest.raises(ConditionFailedError):
        store.commit([Put(thing("a", work=place("1")), Absent())])
    assert (bill.round_trips, bill.write_units) == (1, 3)


def test_what_was_refused_beforehand_costs_nothing(store: CountingStore) -> None:
    with store.counted() as bill, pytest.raises(InvalidWriteError):
        store.commit([])
    assert bill.charges == []


def test_gets_cost_by_size_and_consistency(store: CountingStore) -> None:
    put(store, _sized("a", 1), _sized("b", 4), _sized("c", 4.5))
    with store.counted() as bill:
        store.get(key("a"))
        store.get(key("b"))
        store.get(key("c"))
        store.get(key("c"), consistent=False)
        store.get(key("none"))
        store.get(key("none"), consistent=False)
    assert [charge.read_units for charge in bill.charges] == [1, 1, 2, 1, 1, 0.5]
    assert bill.round_trips == 6


def test_get_many_rounds_each_item_up_and_asks_by_hundreds(store: CountingStore) -> None:
    put(store, *(_sized(f"{n:03d}", 0.5) for n in range(150)))
    keys = [key(f"{n:03d}") for n in range(200)]
    with store.counted() as bill:
        store.get_many([*keys, *keys])
        store.get_many(keys[:100], consistent=True)
        store.get_many([])
    assert [(charge.round_trips, charge.read_units) for charge in bill.charges] == [(2, 100), (1, 100)]


def test_a_query_adds_up_before_it_rounds(store: CountingStore) -> None:
    put(store, *(_sized(f"{n}", 0.5) for n in range(8)))
    with store.counted() as bill:
        store.query("p", consistent=True)
        store.query("p")
        store.query("none", consistent=True)
        store.query("none")
    assert [charge.read_units for charge in bill.charges] == [1, 0.5, 1, 0.5]


def test_a_page_pays_for_the_look_ahead(store: CountingStore) -> None:
    put(store, _sized("a", 3), _sized("b", 3), _sized("c", 1))
    with store.counted() as bill:
        store.query("p", limit=1, consistent=True)
        store.query("p", limit=1, after="b", consistent=True)
        store.query("p", limit=1, reverse=True, consistent=True)
    assert [charge.read_units for charge in bill.charges] == [2, 1, 1]


def test_a_query_over_a_megabyte_takes_more_round_trips(store: CountingStore) -> None:
    put(store, *(_sized(f"{n}", 350) for n in range(4)))
    with store.counted() as bill:
        store.query("p")
    assert bill.round_trips == 2
    assert bill.read_units == pytest.approx(175, abs=1)


def test_an_index_answer_costs_its_entries(store: CountingStore) -> None:
    put(store, *(thing(f"{n:03d}", work=place(f"{n:03d}")) for n in range(200)))
    entry = len("pkpsk000work_pkshardwork_sk000")
    with store.counted() as bill:
        store.index("work", "shard", up_to="9", limit=200)
        store.index("work", "none", up_to="9")
    units = -(-200 * entry // 4_096) / 2
    assert [(charge.round_trips, charge.read_units) for charge in bill.charges] == [(1, units), (1, 0.5)]


def test_bills_are_nested_and_of_their_own_thread(store: CountingStore) -> None:
    with store.counted() as outer:
        store.get(key("a"))
        with store.counted() as inner:
            store.get(key("a"))
        thread = threading.Thread(target=store.get, args=(key("a"),))
        thread.start()
        thread.join()
    assert (outer.round_trips, inner.round_trips, store.total.round_trips) == (2, 1, 3)
    assert [charge.method for charge in store.total.charges] == ["get"] * 3
