"""What the tests of players work with: an environment on SQLite in memory, and a store that meddlers get into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from chalicelib import games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import Env, FixedClock, Item, Key, Page, SequenceIds, Store, Write
from chalicelib.players.sessions import Session, confirm, request_link

SECRET = bytes(range(32))


@dataclass(slots=True)
class MeddledStore:
    """A store in which others act between a use case's reads and its commit; it also keeps count.

    `before_commit` are done first, one a commit; `after_commit` once the commit has gone through, one a commit.
    """

    inner: Store
    before_commit: list[Callable[[], None]] = field(default_factory=list)
    after_commit: list[Callable[[], None]] = field(default_factory=list)
    reads: int = 0
    commits: int = 0

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        self.reads += 1
        return self.inner.get(key, consistent=consistent)

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        self.reads += 1
        return self.inner.get_many(keys, consistent=consistent)

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
        self.reads += 1
        return self.inner.query(
            partition, prefix=prefix, after=after, reverse=reverse, limit=limit, consistent=consistent
        )

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Key]:
        self.reads += 1
        return self.inner.index(name, shard, up_to=up_to, after=after, limit=limit)

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        if self.before_commit:
            self.before_commit.pop(0)()
        self.commits += 1
        self.inner.commit(writes, token=token)
        if self.after_commit:
            self.after_commit.pop(0)()


@dataclass(slots=True)
class Desk:
    """One service with its clock and its store at hand."""

    env: Env
    clock: FixedClock
    store: MeddledStore

    def sign_up(self, address: str, name: str = "", handle: str = "") -> Session:
        """An account by way of its mail link."""
        return confirm(self.env, request_link(self.env, address, name=name, handle=handle).token)


def open_desk() -> Desk:
    """A fresh service on SQLite in memory."""
    clock = FixedClock()
    store = MeddledStore(SqliteStore(":memory:", clock))
    return Desk(Env(store, clock, SequenceIds(), games, SECRET), clock, store)
