"""The scan that both engines have for operators, beside the port of the store."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from chalicelib.adapters.dynamo import SCAN_PAUSES, DynamoStore
from chalicelib.players.ports import FixedClock, StoreThrottledError
from infra.admin.tables import scan
from tests.adapters.contract.engine import put, thing
from tests.adapters.emulated import TABLE, access, emulator
from tests.adapters.engines import opened
from tests.adapters.wire import Wire, refused

ENGINES = ("sqlite-file", "sqlite-memory", "moto", "ministack")


@pytest.mark.parametrize("engine", ENGINES)
def test_everything_comes_partition_by_partition(engine: str, tmp_path: Path) -> None:
    with opened(engine, tmp_path) as found:
        assert list(scan(found.store)) == []
        kept = [thing(sort, partition) for partition in ("p", "é", "q\x00", "Z") for sort in ("b", "a", "中", "a\x00")]
        put(found.store, *kept, thing("c", expires=found.clock.now() + 10))
        found.clock.advance(10)
        told = list(scan(found.store))
        assert sorted(told, key=lambda item: item.key) == sorted(kept, key=lambda item: item.key)
        groups = [(partition, list(items)) for partition, items in groupby(told, lambda item: item.key.partition)]
        assert len(groups) == 4
        for _, items in groups:
            assert items == sorted(items, key=lambda item: item.key.sort.encode())


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("page", [1, 3, 7, 100])
def test_pages_of_any_size_leave_nothing_out(engine: str, page: int, tmp_path: Path) -> None:
    with opened(engine, tmp_path) as found:
        put(found.store, *(thing(f"{n}", f"p{n % 3}") for n in range(7)))
        told = [item.key for item in found.store.scan(page=page)]  # type: ignore[attr-defined]
        assert len(told) == len(set(told)) == 7


def test_sqlite_tells_it_in_the_order_of_keys(tmp_path: Path) -> None:
    with opened("sqlite-memory", tmp_path) as found:
        kept = [thing(sort, partition) for partition in ("Z", "a", "a!", "é") for sort in ("1", "10", "2")]
        put(found.store, *reversed(kept))
        assert list(scan(found.store)) == kept


def test_large_items_come_in_pages_of_their_own(tmp_path: Path) -> None:
    with opened("ministack", tmp_path) as found:
        put(found.store, *(thing(f"{n}", f"p{n}", body={"text": "x" * 300_000}) for n in range(5)))
        assert len(list(scan(found.store))) == 5


def test_a_table_without_capacity_is_waited_for() -> None:
    waited: list[float] = []
    store = DynamoStore(TABLE, FixedClock(), access=access(emulator().account()), wait=waited.append)
    store.create_table()
    put(store, thing("a"))
    # each reading of a page is two requests, with a short pause in between
    Wire(store, dict.fromkeys(range(1, 5), refused("ThrottlingException")))
    assert [item.key.sort for item in scan(store)] == ["a"]
    assert [pause for pause in waited if pause in SCAN_PAUSES] == [*SCAN_PAUSES[:2]]
    Wire(store, dict.fromkeys(range(1, 99), refused("ThrottlingException")))
    with pytest.raises(StoreThrottledError):
        list(scan(store))
    store.close()
