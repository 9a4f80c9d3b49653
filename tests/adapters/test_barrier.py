"""The barrier brings everybody to the same moment and lets them go in the order asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import Absent, ConditionFailedError, FixedClock, Put, Store, VersionIs
from tests.adapters.barrier import BarrierStore, BarrierTimeoutError, race
from tests.adapters.contract.engine import key, put, thing

Job = Callable[[Store], int]


@pytest.fixture
def inner() -> Iterator[SqliteStore]:
    with SqliteStore(":memory:", FixedClock()) as store:
        put(store, thing("a", version=0))
        yield store


def _once(store: Store) -> int:
    """Raise the version that was read by one; the version it now has."""
    item = store.get(key("a"))
    assert item is not None
    store.commit([Put(thing("a", version=item.version + 1), VersionIs(item.version))])
    return item.version + 1


def _again(store: Store) -> int:
    """The same, read anew until it works."""
    while True:
        try:
            return _once(store)
        except ConditionFailedError:
            continue


def test_of_fifty_who_read_the_same_one_wins(inner: SqliteStore) -> None:
    outcomes = race(BarrierStore(inner, 50), [_once] * 50)
    assert sum(outcome == 1 for outcome in outcomes) == 1
    assert sum(isinstance(outcome, ConditionFailedError) for outcome in outcomes) == 49


def test_fifty_who_try_again_all_get_through(inner: SqliteStore) -> None:
    outcomes = race(BarrierStore(inner, 50), [_again] * 50)
    assert sorted(outcome for outcome in outcomes if isinstance(outcome, int)) == list(range(1, 51))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_asked_for_is_the_order_of_commits(inner: SqliteStore, order: tuple[int, ...]) -> None:
    barrier = BarrierStore(inner, 3, order)
    outcomes = race(barrier, [_once] * 3)
    assert barrier.committed == list(order)
    assert [isinstance(outcome, int) for outcome in outcomes] == [order[0] == number for number in range(3)]


def test_repeats_in_the_order_are_second_commits(inner: SqliteStore) -> None:
    barrier = BarrierStore(inner, 3, (2, 0, 0, 1, 1))
    assert race(barrier, [_again] * 3) == [2, 3, 1]
    assert barrier.committed == [2, 0, 0, 1, 1]


def test_one_who_leaves_without_a_commit_holds_nobody_up(inner: SqliteStore) -> None:
    def refuse(store: Store) -> int:
        raise LookupError(f"nothing to do with {store}")

    barrier = BarrierStore(inner, 3, (1, 0, 2))
    outcomes = race(barrier, [_again, refuse, _again])
    assert barrier.committed == [0, 2, 2]
    assert isinstance(outcomes[1], LookupError)


def test_one_who_never_comes_is_an_error_and_not_a_pass(inner: SqliteStore) -> None:
    store = BarrierStore(inner, 2, seconds=0.01).submitter(0)
    with pytest.raises(BarrierTimeoutError):
        store.commit([Put(thing("b"), Absent())])
    assert inner.get(key("b")) is None
