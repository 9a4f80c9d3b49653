"""Random commits against a plain dictionary: the store must hold and refuse what the dictionary does."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import (
    Absent,
    Check,
    Condition,
    ConditionFailedError,
    Delete,
    FixedClock,
    IndexKey,
    Item,
    Key,
    Present,
    Put,
    Store,
    VersionIs,
    Write,
)
from tests.adapters.apart import ApartStore
from tests.adapters.emulated import emulated_store

SORTS = ["A", "A#", "A#é", "L%", "L_", "L#\uffff", "L#😀", "a"]
KEYS = [Key(partition, sort) for partition in ("p", "q") for sort in SORTS]


@dataclass
class Model:
    """What a store should be, told as simply as possible."""

    clock: FixedClock
    items: dict[Key, Item] = field(default_factory=dict)

    def live(self) -> dict[Key, Item]:
        """The items that have not expired."""
        now = self.clock.now()
        return {key: item for key, item in self.items.items() if not item.expires or item.expires > now}

    def commit(self, writes: list[Write]) -> tuple[int, ...]:
        """The positions that failed; without any, all is written."""
        live = self.live()
        failed = tuple(n for n, write in enumerate(writes) if not _may(write, live.get(write.key)))
        if not failed:
            for write in writes:
                if isinstance(write, Put):
                    self.items[write.key] = write.item
                elif isinstance(write, Delete):
                    self.items.pop(write.key, None)
        return failed

    def query(self, partition: str, prefix: str, after: str | None, reverse: bool) -> list[Item]:
        """All items of that range."""
        found = [item for key, item in self.live().items() if key.partition == partition]
        found = [item for item in found if item.key.sort.startswith(prefix)]
        if after is not None:
            found = [item for item in found if (_bytes(item) < after.encode()) == reverse and item.key.sort != after]
        return sorted(found, key=_bytes, reverse=reverse)

    def index(self, shard: str, up_to: str) -> list[Key]:
        """All keys in that range of the work index."""
        found = [item for item in self.live().values() if item.work and item.work.shard == shard]
        found = [item for item in found if item.work and item.work.sort.encode() <= up_to.encode()]
        return [item.key for item in sorted(found, key=_place)]


def _bytes(item: Item) -> bytes:
    return item.key.sort.encode()


def _place(item: Item) -> tuple[bytes, bytes, bytes]:
    sort = item.work.sort if item.work else ""
    return sort.encode(), item.key.partition.encode(), item.key.sort.encode()


def _may(write: Write, item: Item | None) -> bool:
    if isinstance(write, Put) and item is not None and item.format > write.item.format:
        return False
    return _holds(write.condition, item)


def _holds(condition: Condition, item: Item | None) -> bool:
    match condition:
        case None:
            return True
        case Absent():
            return item is None
        case Present():
            return item is not None
        case VersionIs(version):
            return item is not None and item.version == version


@dataclass(frozen=True)
class Recipe:
    """A write but for its key."""

    kind: str
    version: int
    condition: Absent | Present | VersionIs | None
    work: IndexKey | None
    list: IndexKey | None
    expires: int
    format: int

    def write(self, key: Key) -> Write:
        """The write to that key."""
        if self.kind == "delete":
            return Delete(key, self.condition)
        if self.kind == "check":
            return Check(key, self.condition or Present())
        body = {"version": self.version, "é": [self.kind]}
        item = Item(key, self.kind, body, self.version, self.format, self.work, self.list, self.expires)
        return Put(item, self.condition)


PLACES = [None, *(IndexKey(shard, sort) for shard in ("s0", "s1") for sort in ("1", "2", "é", "😀"))]
RECIPES = st.builds(
    Recipe,
    kind=st.sampled_from(["head", "log", "delete", "check"]),
    version=st.integers(0, 2),
    condition=st.sampled_from([None, None, Absent(), Present(), VersionIs(0), VersionIs(1), VersionIs(2)]),
    work=st.sampled_from(PLACES),
    list=st.sampled_from(PLACES),
    expires=st.sampled_from([0, 0, 0, 1_790_000_002, 1_790_000_006]),
    format=st.sampled_from([1, 1, 1, 2]),
)
COMMITS = st.dictionaries(st.sampled_from(KEYS), RECIPES, min_size=1, max_size=4)
STEPS = st.lists(st.tuples(COMMITS, st.integers(0, 2)), min_size=1, max_size=10)
RANGES = st.tuples(
    st.sampled_from(["", "A", "A#", "L", "L%", "L#", "😀"]),
    st.none() | st.sampled_from(SORTS),
    st.booleans(),
    st.none() | st.integers(1, 4),
)


def _same(store: Store, model: Model, asked: tuple[str, str | None, bool, int | None]) -> None:
    prefix, after, reverse, limit = asked
    assert store.get_many(KEYS) == model.live()
    for partition in ("p", "q"):
        page = store.query(partition, prefix=prefix, after=after, reverse=reverse, limit=limit)
        expected = model.query(partition, prefix, after, reverse)
        assert list(page.items) == expected[:limit]
        assert page.more == (limit is not None and len(expected) > limit)
    for shard in ("s0", "s1"):
        named = store.index("work", shard, up_to="é")
        alive = store.get_many(named)
        assert [key for key in named if key in alive] == model.index(shard, "é")


Steps = list[tuple[dict[Key, Recipe], int]]
Asked = tuple[str, str | None, bool, int | None]


@settings(derandomize=True, max_examples=80, deadline=None, database=None)
@given(STEPS, RANGES)
def test_sqlite_does_what_a_dictionary_does(steps: Steps, asked: Asked) -> None:
    clock = FixedClock()
    with SqliteStore(":memory:", clock) as store:
        _does_what_a_dictionary_does(store, clock, steps, asked)


def test_dynamodb_does_what_a_dictionary_does() -> None:
    clock, count = FixedClock(), itertools.count()

    @settings(derandomize=True, max_examples=25, deadline=None, database=None)
    @given(STEPS, RANGES)
    def does(steps: Steps, asked: Asked) -> None:
        clock.time = FixedClock().time
        _does_what_a_dictionary_does(ApartStore(store, str(next(count))), clock, steps, asked)

    with emulated_store(clock) as store:
        does()


def _does_what_a_dictionary_does(store: Store, clock: FixedClock, steps: Steps, asked: Asked) -> None:
    model = Model(clock)
    for recipes, seconds in steps:
        _commit(store, model, [recipe.write(key) for key, recipe in recipes.items()])
        clock.advance(seconds)
        _same(store, model, asked)


def _commit(store: Store, model: Model, writes: list[Write]) -> None:
    failed = model.commit(writes)
    if not failed:
        return store.commit(writes)
    with pytest.raises(ConditionFailedError) as caught:
        store.commit(writes)
    assert caught.value.failed == failed
    return None
