"""Many small stores in one: each sees only what it put there itself, so that a table need not be made for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chalicelib.players.ports import Check, Delete, Hint, IndexKey, Item, Key, Page, Put, Store, Write


class ApartStore:
    """The part of a store under a `name`, with which every partition and every shard begins there."""

    def __init__(self, inner: Store, name: str) -> None:
        self.inner = inner
        self._mark = f"{name}/"

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        found = self.inner.get(self._key(key), consistent=consistent)
        return None if found is None else self._taken_out(found)

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        found = self.inner.get_many([self._key(key) for key in keys], consistent=consistent)
        return {item.key: item for item in map(self._taken_out, found.values())}

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
            self._mark + partition, prefix=prefix, after=after, reverse=reverse, limit=limit, consistent=consistent
        )
        return Page(tuple(map(self._taken_out, page.items)), page.more)

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        hints = self.inner.index(name, self._mark + shard, up_to=up_to, after=after, limit=limit)
        return [Hint.at(Key(hint.partition.removeprefix(self._mark), hint.sort), hint.place) for hint in hints]

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        self.inner.commit([self._put_in(write) for write in writes], token=token)

    def _put_in(self, write: Write) -> Write:
        if isinstance(write, Delete):
            return Delete(self._key(write.key), write.condition)
        if isinstance(write, Check):
            return Check(self._key(write.key), write.condition)
        item = write.item
        work, listed = self._place(item.work), self._place(item.list)
        return Put(replace(item, key=self._key(item.key), work=work, list=listed), write.condition)

    def _taken_out(self, item: Item) -> Item:
        key = Key(item.key.partition.removeprefix(self._mark), item.key.sort)
        return replace(item, key=key, work=self._unplaced(item.work), list=self._unplaced(item.list))

    def _key(self, key: Key) -> Key:
        return Key(self._mark + key.partition, key.sort)

    def _place(self, place: IndexKey | None) -> IndexKey | None:
        return place and IndexKey(self._mark + place.shard, place.sort)

    def _unplaced(self, place: IndexKey | None) -> IndexKey | None:
        return place and IndexKey(place.shard.removeprefix(self._mark), place.sort)
