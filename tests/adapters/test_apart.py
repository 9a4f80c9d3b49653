"""Stores apart in one keep its promises, but for the few bytes their names take, and see nothing of each other."""

from __future__ import annotations

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock, IndexKey, Item, Key, Put
from tests.adapters.apart import ApartStore
from tests.adapters.contract.engine import Engine
from tests.adapters.contract.limits import LIMITS
from tests.adapters.store_contract import CHECKS

LIMITED = {check.__name__ for check in LIMITS.checks}


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in LIMITED])
def test_contract(check: str) -> None:
    clock = FixedClock()
    with SqliteStore(":memory:", clock) as store:
        CHECKS[check](Engine(ApartStore(store, "one"), clock, store.close))


def test_what_stands_in_one_is_not_seen_in_another() -> None:
    with SqliteStore(":memory:", FixedClock()) as store:
        one, other = ApartStore(store, "1"), ApartStore(store, "11")
        place = IndexKey("due#1", "0001")
        one.commit([Put(Item(Key("P", "a"), "thing", {}, work=place, list=place))])
        assert one.get(Key("P", "a")) == Item(Key("P", "a"), "thing", {}, work=place, list=place)
        assert other.get(Key("P", "a")) is None
        assert other.query("P").items == ()
        assert other.get_many([Key("P", "a")]) == {}
        assert [len(each.index("work", "due#1", up_to="9")) for each in (one, other)] == [1, 0]
