"""What the tests of players work with: an environment on SQLite in memory, and a store that meddlers get into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from chalicelib import games
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import Env, FixedClock, SequenceIds, Store
from chalicelib.players.sessions import Session, confirm, request_link
from tests.adapters.decorator import StoreDecorator

T = TypeVar("T")

SECRET = bytes(range(32))


class MeddledStore(StoreDecorator):
    """A store in which others act between a use case's reads and its commit; it also keeps count.

    `before_commit` are done first, one a commit; `after_commit` once the commit has gone through, one a commit.
    """

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.before_commit: list[Callable[[], None]] = []
        self.after_commit: list[Callable[[], None]] = []
        self.reads = 0
        self.commits = 0
        self.fault: Exception | None = None
        """What every call raises, if anything."""

    def around(self, method: str, call: Callable[[], T]) -> T:
        if self.fault:
            raise self.fault
        if method != "commit":
            self.reads += 1
            return call()
        if self.before_commit:
            self.before_commit.pop(0)()
        self.commits += 1
        done = call()
        if self.after_commit:
            self.after_commit.pop(0)()
        return done


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
