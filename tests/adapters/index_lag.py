"""A store whose indexes lag behind its table, as global secondary indexes do."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from chalicelib.players.ports import Check, Hint, IndexKey, Item, Key, Store, Write
from tests.adapters.decorator import StoreDecorator

_ALL = 1_000_000


class LaggingStore(StoreDecorator):
    """A store whose indexes answer as of `lag` commits ago; None: as of the last `release()`, or the beginning."""

    def __init__(self, inner: Store, lag: int | None = None) -> None:
        super().__init__(inner)
        self._lag = lag
        self._unseen: list[dict[Key, Item | None]] = []  # per commit, what stood under its keys before it
        self._guard = threading.Lock()

    def release(self) -> None:
        """Let the indexes catch up with the table."""
        with self._guard:
            self._unseen.clear()

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        with self._guard:
            before = {write.key: self.inner.get(write.key) for write in writes if not isinstance(write, Check)}
            self.inner.commit(writes, token=token)
            self._unseen.append(before)
            if self._lag is not None:
                del self._unseen[: max(0, len(self._unseen) - self._lag)]

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        with self._guard:
            past = self._past()
            if not past:
                return self.inner.index(name, shard, up_to=up_to, after=after, limit=limit)
            present = self.inner.get_many(self.inner.index(name, shard, up_to=up_to, after=after, limit=_ALL))
        places = {key: _place(item, name) for key, item in (present | past).items()}
        low, high = (after or "").encode(), up_to.encode()
        hits = sorted(
            (place.sort.encode(), key)
            for key, place in places.items()
            if place is not None and place.shard == shard and low < place.sort.encode() <= high
        )
        return [Hint.at(key, sort.decode()) for sort, key in hits[:limit]]

    def _past(self) -> dict[Key, Item | None]:
        past: dict[Key, Item | None] = {}
        for before in reversed(self._unseen):
            past |= before
        return past


def _place(item: Item | None, name: str) -> IndexKey | None:
    if item is None:
        return None
    return item.work if name == "work" else item.list
