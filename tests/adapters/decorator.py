"""A store that passes everything on; the test equipment beside it changes a part of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, cast

from chalicelib.players.ports import Hint, Item, Key, Page, Store, Write
from infra.admin.tables import Scannable

T = TypeVar("T")


class StoreDecorator:
    """Does what the store inside does. Every call goes through `around`, by the name of its method."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner

    def around(self, method: str, call: Callable[[], T]) -> T:  # noqa: ARG002 - for those that tell methods apart
        """Make the call."""
        return call()

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        return self.around("get", lambda: self.inner.get(key, consistent=consistent))

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        return self.around("get_many", lambda: self.inner.get_many(keys, consistent=consistent))

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
        def ask() -> Page:
            return self.inner.query(
                partition, prefix=prefix, after=after, reverse=reverse, limit=limit, consistent=consistent
            )

        return self.around("query", ask)

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        return self.around("index", lambda: self.inner.index(name, shard, up_to=up_to, after=after, limit=limit))

    def scan(self, *, page: int = 500) -> Iterator[Item]:
        """What operators have beside the port; it goes through `around` as a whole."""
        return self.around("scan", lambda: cast(Scannable, self.inner).scan(page=page))

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        self.around("commit", lambda: self.inner.commit(writes, token=token))
