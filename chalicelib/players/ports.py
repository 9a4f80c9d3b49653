"""What the application asks of the outside world: a store, a clock, fresh ids. The lowest of the port modules.

The store is a table of items under (partition, sort) keys. Everything the service keeps goes through it, and both
engines behind it keep the same promises; tests/adapters/store_contract.py says them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chalicelib.players.store_errors import ConditionFailedError as ConditionFailedError
from chalicelib.players.store_errors import InvalidWriteError as InvalidWriteError
from chalicelib.players.store_errors import NewerFormatError as NewerFormatError
from chalicelib.players.store_errors import StoreConflictError as StoreConflictError
from chalicelib.players.store_errors import StoreError as StoreError
from chalicelib.players.store_errors import StoreThrottledError as StoreThrottledError
from chalicelib.players.store_errors import StoreUnavailableError as StoreUnavailableError

if TYPE_CHECKING:
    from chalicelib.rules import AnyGame, Meta, Migration

Body = Mapping[str, Any]
"""JSON without floats: objects, arrays, strings, integers, booleans, null; at most 32 levels deep."""

MAX_ITEM_BYTES = 400_000
MAX_WRITES = 100
MAX_COMMIT_BYTES = 4_000_000


class Key(NamedTuple):
    """Where an item stands; sort keys are ordered by their UTF-8 bytes."""

    partition: str
    sort: str


class Hint(Key):
    """A key that an index named, and in `place` what it was ordered by there: the cursor for what comes after it."""

    place: str

    @classmethod
    def at(cls, key: Key, place: str) -> Hint:
        """The hint that an index gives for a key."""
        hint = cls(*key)
        hint.place = place
        return hint


class IndexKey(NamedTuple):
    """An item's place in a sparse index: a shard, and what it is ordered by there."""

    shard: str
    sort: str


@dataclass(frozen=True, slots=True)
class Item:
    """One stored thing.

    `version` is what conditions compare, `format` the version of the body's layout, `work` and `list` the item's
    places in the two indexes (None: in none), `expires` epoch seconds after which it is never returned (0: never).
    """

    key: Key
    kind: str
    body: Body
    version: int = 1
    format: int = 1
    work: IndexKey | None = None
    list: IndexKey | None = None
    expires: int = 0


@dataclass(frozen=True, slots=True)
class Absent:
    """Holds when no item stands under the key (an expired one counts as none)."""


@dataclass(frozen=True, slots=True)
class Present:
    """Holds when an item stands under the key."""


@dataclass(frozen=True, slots=True)
class VersionIs:
    """Holds when an item stands under the key and has this version."""

    version: int


Condition = Absent | Present | VersionIs | None


@dataclass(frozen=True, slots=True)
class Put:
    """Store the item if the condition holds (None: always), and no item of a newer format stands there."""

    item: Item
    condition: Condition = None

    @property
    def key(self) -> Key:
        return self.item.key


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove what stands under the key, if the condition holds (None: always; removing nothing is no error)."""

    key: Key
    condition: Condition = None


@dataclass(frozen=True, slots=True)
class Check:
    """Write nothing, but let the commit fail unless the condition holds."""

    key: Key
    condition: Absent | Present | VersionIs


Write = Put | Delete | Check


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a range query; `more` says that items follow after the last one."""

    items: tuple[Item, ...]
    more: bool = False


class Store(Protocol):
    """A table with two sparse indexes. Every method may raise StoreThrottledError or StoreUnavailableError."""

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        """The item under the key, or None."""
        ...

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        """Those of the items that exist; any number of keys, doubles allowed."""
        ...

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
        """Items of a partition whose sort key begins with `prefix`, in sort order (or the reverse).

        `after` is the sort key of the last item already seen, and need not exist any more; `limit` the size of a page,
        at least 1 (None: all there are).
        """
        ...

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        """Keys in the index `name` ("work" or "list"), by ascending sort, with `after` < sort <= `up_to`.

        An answer is a hint: it may lag behind the table and name items that have expired, so read the items by key
        before acting on it. Give every item of a shard a sort of its own: of equal ones, a page may cut some off.
        """
        ...

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        """All of the writes or none, 1 to MAX_WRITES of them; the same `token` within ten minutes is the same commit.

        A token has at most 36 characters and goes with one list of writes; a commit that failed leaves it free again.
        Raises ConditionFailedError, StoreConflictError, InvalidWriteError.
        """
        ...


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> int:
        """Whole seconds since 1970, UTC."""
        ...


class Ids(Protocol):
    """Fresh secrets and names."""

    def token(self, size: int) -> bytes:
        """That many unguessable bytes."""
        ...

    def name(self, length: int) -> str:
        """That many unguessable characters out of 0-9 A-Z a-z."""
        ...


@dataclass(slots=True)
class FixedClock:
    """A clock that tests turn by hand."""

    time: int = 1_790_000_000

    def now(self) -> int:
        return self.time

    def advance(self, seconds: int) -> None:
        """Let that many seconds pass."""
        self.time += seconds


@dataclass(slots=True)
class SequenceIds:
    """Ids that come in a known order, for tests."""

    count: int = field(default=0)

    def token(self, size: int) -> bytes:
        self.count += 1
        return self.count.to_bytes(size, "big")

    def name(self, length: int) -> str:
        self.count += 1
        return str(self.count).zfill(length)


class Games(Protocol):
    """The registry of games, passed in so that the application knows none of them by name."""

    def keys(self) -> tuple[str, ...]:
        """The keys of all games."""
        ...

    def meta(self, key: str, version: int = 0) -> Meta:
        """What can be told of a version (0: today's) without loading rules. Raises LookupError."""
        ...

    def get(self, key: str, version: int = 0) -> AnyGame:
        """The game itself by the rules of a version (0: today's). Raises LookupError."""
        ...

    def versions(self, key: str) -> tuple[int, ...]:
        """The versions of its rules that a game can be played by, oldest first. Raises LookupError."""
        ...

    def migration(self, key: str, before: int, after: int) -> Migration | None:
        """What carries a position over from one version to another, if that is offered. Raises LookupError."""
        ...

    def rules_text(self, key: str, language: str, version: int = 0) -> str:
        """The rules of a version for players in a language, as Markdown. Raises LookupError."""
        ...


def at_once(seconds: float) -> None:
    """Let no time pass at all, for tests."""


@dataclass(frozen=True, slots=True)
class Env:
    """What every use case works with; `secret` signs links and is at least 32 bytes; `wait` lets seconds pass.

    `former` are secrets that signed before this one: what they signed is still taken where it cannot be asked for anew.
    """

    store: Store
    clock: Clock
    ids: Ids
    games: Games
    secret: bytes
    wait: Callable[[float], object] = at_once
    former: tuple[bytes, ...] = ()
