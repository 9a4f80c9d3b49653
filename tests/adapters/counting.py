"""Counts what a store is asked, and what DynamoDB would charge for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple

from chalicelib.adapters.sizes import INDEXES, entry_size, item_size
from chalicelib.players.ports import (
    Hint,
    InvalidWriteError,
    Item,
    Key,
    Page,
    Store,
    StoreError,
    Write,
)
from tests.adapters.decorator import StoreDecorator
from tests.adapters.prices import BATCH_KEYS, PAGE_BYTES, blocks, commit_units, read_units


class Charge(NamedTuple):
    """One call: its method, the round trips it takes on DynamoDB, and its capacity units there."""

    method: str
    round_trips: int = 1
    read_units: float = 0.0
    write_units: int = 0


@dataclass
class Bill:
    """The charges of a while, in order."""

    charges: list[Charge] = field(default_factory=list)

    @property
    def round_trips(self) -> int:
        """How often DynamoDB would be asked."""
        return sum(charge.round_trips for charge in self.charges)

    @property
    def read_units(self) -> float:
        """Read capacity units altogether."""
        return sum(charge.read_units for charge in self.charges)

    @property
    def write_units(self) -> int:
        """Write capacity units altogether, those of the indexes too."""
        return sum(charge.write_units for charge in self.charges)


class CountingStore(StoreDecorator):
    """A store with a bill: `total` for everything ever asked, and `counted()` for what one thread asks in a while.

    What the counting itself reads is not charged. A repeated token is charged like a new commit, which is too much.
    """

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.total = Bill()
        self._guard = threading.Lock()
        self._open: ContextVar[tuple[Bill, ...]] = ContextVar("bills", default=())

    @contextmanager
    def counted(self) -> Iterator[Bill]:
        """A bill of what this thread asks within the block; blocks may be nested."""
        bill = Bill()
        before = self._open.set((*self._open.get(), bill))
        try:
            yield bill
        finally:
            self._open.reset(before)

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        item = self.inner.get(key, consistent=consistent)
        self._charge(Charge("get", read_units=read_units([_size(item)], consistent=consistent)))
        return item

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        found = self.inner.get_many(keys, consistent=consistent)
        asked = dict.fromkeys(keys)
        units = sum(read_units([_size(found.get(key))], consistent=consistent) for key in asked)
        if asked:
            self._charge(Charge("get_many", blocks(len(asked), BATCH_KEYS), units))
        return found

    def query(
        self,
        partition: str,
        *,
        prefix: str = "",
        after: str | None = None,
        reverse: bool = False,
        limit: int | None = None,
        consistent: bool = False,
    ) -> Page:
        page = self.inner.query(
            partition, prefix=prefix, after=after, reverse=reverse, limit=limit, consistent=consistent
        )
        read = [*page.items, *self._looked_ahead(page, partition, prefix, reverse)]
        size = sum(_size(item) for item in read)
        self._charge(Charge("query", blocks(size, PAGE_BYTES), read_units([size], consistent=consistent)))
        return page

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        keys = self.inner.index(name, shard, up_to=up_to, after=after, limit=limit)
        items = self.inner.get_many(keys).values()
        sizes = [entry_size(item, index) for item in items for index in INDEXES if index == name]
        self._charge(Charge("index", blocks(sum(sizes), PAGE_BYTES), read_units(sizes, consistent=False)))
        return keys

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        old = [self.inner.get(write.key) for write in writes]
        try:
            self.inner.commit(writes, token=token)
        except InvalidWriteError:
            raise  # refused before it was sent
        except StoreError:
            self._charge(Charge("commit", write_units=commit_units(writes, old, token=token, done=False)))
            raise
        self._charge(Charge("commit", write_units=commit_units(writes, old, token=token, done=True)))

    def _looked_ahead(self, page: Page, partition: str, prefix: str, reverse: bool) -> tuple[Item, ...]:
        # To know whether more follows, an engine reads one item more than the page shows.
        if not page.more:
            return ()
        after = page.items[-1].key.sort
        return self.inner.query(partition, prefix=prefix, after=after, reverse=reverse, limit=1).items

    def _charge(self, charge: Charge) -> None:
        with self._guard:
            self.total.charges.append(charge)
        for bill in self._open.get():
            bill.charges.append(charge)


def _size(item: Item | None) -> int:
    return 0 if item is None else item_size(item)
