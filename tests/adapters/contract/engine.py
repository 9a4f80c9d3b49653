"""What a check of the contract works with: an engine under a clock turned by hand, and small items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from chalicelib.players.ports import (
    ConditionFailedError,
    FixedClock,
    IndexKey,
    InvalidWriteError,
    Item,
    Key,
    Put,
    Store,
    Write,
)


@dataclass(frozen=True)
class Engine:
    """An empty store, the clock it goes by, and how to put it away."""

    store: Store
    clock: FixedClock
    close: Callable[[], None]


Promise = Callable[[Engine], None]


class Chapter:
    """Collects the checks of one subject, in the order in which they are written."""

    def __init__(self) -> None:
        self.checks: list[Promise] = []

    def check(self, promise: Promise) -> Promise:
        """Take the check up."""
        self.checks.append(promise)
        return promise


def key(sort: str, partition: str = "p") -> Key:
    """A key in a partition called p."""
    return Key(partition, sort)


def thing(sort: str, partition: str = "p", body: dict[str, Any] | None = None, **fields: Any) -> Item:
    """A small item; `fields` are those of Item."""
    return Item(Key(partition, sort), "thing", {"at": sort} if body is None else body, **fields)


def place(sort: str, shard: str = "shard") -> IndexKey:
    """A place in an index."""
    return IndexKey(shard, sort)


def put(store: Store, *items: Item) -> None:
    """Store items whatever stands there, a hundred a commit."""
    for start in range(0, len(items), 100):
        store.commit([Put(item) for item in items[start : start + 100]])


def sorts(store: Store, partition: str = "p", **asked: Any) -> list[str]:
    """The sort keys that a query answers with."""
    return [item.key.sort for item in store.query(partition, **asked).items]


def fails(store: Store, *writes: Write, at: Sequence[int]) -> None:
    """The commit must fail and name these positions."""
    with pytest.raises(ConditionFailedError) as caught:
        store.commit(writes)
    assert caught.value.failed == tuple(at)


def refuses(store: Store, *writes: Write, token: str = "") -> None:
    """The commit must be refused as one that no engine takes, and leave no trace of its puts."""
    with pytest.raises(InvalidWriteError):
        store.commit(writes, token=token)
    for write in writes:
        if isinstance(write, Put):
            assert store.get(write.key) is None
