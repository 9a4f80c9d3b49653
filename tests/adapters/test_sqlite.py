"""What is the SQLite engine's own: its file, its listener, its housekeeping."""

from __future__ import annotations

import resource
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from chalicelib.adapters.sqlite import READS, SqliteStore
from chalicelib.adapters.sqlite_file import UnusableFileError
from chalicelib.adapters.stream import Change
from chalicelib.players.ports import (
    Absent,
    Check,
    ConditionFailedError,
    Delete,
    FixedClock,
    Present,
    Put,
    StoreThrottledError,
    StoreUnavailableError,
)
from tests.adapters.contract.engine import key, place, put, thing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


def _raw(path: Path, statement: str) -> list[tuple[object, ...]]:
    """What SQLite itself says of the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()


def test_a_store_opened_again_holds_what_it_held(path: Path, clock: FixedClock) -> None:
    item = thing("é", work=place("1"), list=place("2"), version=3)
    with SqliteStore(path, clock) as store:
        store.commit([Put(item)], token="t")
    with SqliteStore(path, clock) as store:
        assert store.get(key("é")) == item
        assert store.index("work", "shard", up_to="9") == [key("é")]
        store.commit([Put(item)], token="t")


def test_two_stores_on_one_file_see_each_other(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as one, SqliteStore(path, clock) as other:
        put(one, thing("a"))
        assert other.get(key("a")) == thing("a")
        with pytest.raises(ConditionFailedError):
            other.commit([Put(thing("a"), Absent())])


def test_stores_in_memory_are_apart(clock: FixedClock) -> None:
    with SqliteStore(":memory:", clock) as one, SqliteStore(":memory:", clock) as other:
        put(one, thing("a"))
        assert other.get(key("a")) is None


def test_the_file_writes_ahead_and_is_the_owners_alone(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        put(store, thing("a"))
        files = [path, Path(f"{path}-wal"), Path(f"{path}-shm")]
        assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3
    assert _raw(path, "PRAGMA journal_mode") == [("wal",)]
    assert [file.name for file in path.parent.iterdir()] == ["store.db"]


def test_a_closed_store_answers_nothing(path: Path, clock: FixedClock) -> None:
    store = SqliteStore(path, clock)
    store.close()
    store.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        store.get(key("a"))
    with pytest.raises(StoreUnavailableError, match="closed"):
        put(store, thing("a"))


def test_threads_that_come_and_go_leave_no_connections(path: Path, clock: FixedClock) -> None:
    descriptors = Path("/dev/fd")
    with SqliteStore(path, clock) as store:
        put(store, thing("a"))
        before = len(list(descriptors.iterdir()))
        for _ in range(20):
            thread = threading.Thread(target=store.get, args=(key("a"),))
            thread.start()
            thread.join()
        assert len(list(descriptors.iterdir())) == before


# Files that cannot be used


def test_a_file_that_is_no_database_is_named(path: Path, clock: FixedClock) -> None:
    path.write_bytes(b"not a database, but long enough to be taken for the header of one" * 100)
    with pytest.raises(UnusableFileError, match=r"store\.db is damaged, or no database"):
        SqliteStore(path, clock)


def test_an_empty_file_is_not_filled(path: Path, clock: FixedClock) -> None:
    path.touch()
    with pytest.raises(UnusableFileError, match=r"store\.db is empty"):
        SqliteStore(path, clock)
    assert path.stat().st_size == 0


def test_another_programs_database_is_left_alone(path: Path, clock: FixedClock) -> None:
    _raw(path, "CREATE TABLE items (x)")
    with pytest.raises(UnusableFileError, match="another program's"):
        SqliteStore(path, clock)
    assert _raw(path, "SELECT name FROM sqlite_master") == [("items",)]


def test_a_file_of_a_later_release_is_not_touched(path: Path, clock: FixedClock) -> None:
    SqliteStore(path, clock).close()
    _raw(path, "PRAGMA user_version = 2")
    with pytest.raises(UnusableFileError, match="later release"):
        SqliteStore(path, clock)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, clock: FixedClock) -> None:
    with pytest.raises(UnusableFileError, match=r"nowhere/store\.db cannot be made"):
        SqliteStore(tmp_path / "nowhere" / "store.db", clock)


def test_a_folder_in_the_files_place_is_named(path: Path, clock: FixedClock) -> None:
    path.mkdir()
    with pytest.raises(UnusableFileError, match=r"store\.db cannot be opened"):
        SqliteStore(path, clock)


def test_a_log_without_its_file_is_not_mixed_into_a_new_one(path: Path, clock: FixedClock) -> None:
    Path(f"{path}-wal").write_bytes(b"left over")
    with pytest.raises(UnusableFileError, match="is gone but its log"):
        SqliteStore(path, clock)


def test_damage_in_the_middle_is_told_and_not_read_over(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        put(store, *(thing(f"{n:03d}", body={"text": "x" * 2_000}) for n in range(50)))
    content = bytearray(path.read_bytes())
    content[8_192:-4_096] = b"\xa5" * (len(content) - 12_288)
    path.write_bytes(content)
    with SqliteStore(path, clock) as store, pytest.raises(UnusableFileError, match="damaged"):
        store.query("p")


def test_a_file_held_by_another_process_is_throttled_and_nothing_is_done(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock, busy_seconds=0) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreThrottledError, match=r"store\.db is held by another process"):
            put(store, thing("a"))
        assert store.get(key("a")) is None
        other.rollback()
        put(store, thing("a"))
        assert store.get(key("a")) == thing("a")


@contextmanager
def _no_file_larger_than(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_fails_the_commit_whole(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        put(store, thing("a"))
        large = [thing(f"{n}", body={"text": "x" * 300_000}) for n in range(5)]
        with _no_file_larger_than(1_000_000), pytest.raises(StoreUnavailableError):
            put(store, *large)
        assert store.query("p").items == (thing("a"),)
        put(store, *large)
        assert len(store.query("p").items) == 6


# What the listener is told


def _told(clock: FixedClock) -> tuple[SqliteStore, list[Change]]:
    changes: list[Change] = []
    return SqliteStore(":memory:", clock, on_commit=changes.extend), changes


def test_the_listener_is_told_old_and_new(clock: FixedClock) -> None:
    store, changes = _told(clock)
    with store:
        put(store, thing("a"), thing("b"))
        store.commit([Put(thing("a", version=2)), Delete(key("b")), Check(key("c"), Absent()), Delete(key("d"))])
    assert changes == [
        Change(key("a"), None, thing("a"), 1),
        Change(key("b"), None, thing("b"), 2),
        Change(key("a"), thing("a"), thing("a", version=2), 3),
        Change(key("b"), thing("b"), None, 4),
    ]


def test_the_listener_is_not_told_what_changed_nothing(clock: FixedClock) -> None:
    store, changes = _told(clock)
    with store:
        store.commit([Put(thing("a"))], token="t")
        changes.clear()
        store.commit([Put(thing("a"))], token="t")
        store.commit([Put(thing("a"), Present())])
        store.commit([Check(key("a"), Present())])
        with pytest.raises(ConditionFailedError):
            store.commit([Put(thing("b")), Put(thing("a"), Absent())])
    assert changes == []


def test_an_expired_item_is_told_as_none(clock: FixedClock) -> None:
    store, changes = _told(clock)
    with store:
        put(store, thing("a", expires=clock.now() + 10))
        clock.advance(10)
        changes.clear()
        put(store, thing("a", version=2))
    assert [(change.old, change.new) for change in changes] == [(None, thing("a", version=2))]


def test_changes_are_numbered_on_after_a_restart(path: Path, clock: FixedClock) -> None:
    changes: list[Change] = []
    for version in range(3):
        with SqliteStore(path, clock, on_commit=changes.extend) as store:
            put(store, thing("a", version=version))
    assert [change.sequence for change in changes] == [1, 2, 3]


def test_what_the_listener_raises_does_not_undo_the_commit(clock: FixedClock, caplog: pytest.LogCaptureFixture) -> None:
    def listen(_: tuple[Change, ...]) -> None:
        raise OSError("nobody listens")

    with SqliteStore(":memory:", clock, on_commit=listen) as store:
        put(store, thing("a"))
        assert store.get(key("a")) == thing("a")
    assert "could not be told" in caplog.text


@pytest.mark.parametrize("place_of_store", ["file", "memory"])
def test_the_listener_may_use_the_store(place_of_store: str, path: Path, clock: FixedClock) -> None:
    store = SqliteStore(path if place_of_store == "file" else ":memory:", clock)

    def listen(changes: tuple[Change, ...]) -> None:
        if changes[0].key == key("a"):
            assert store.get(key("a")) == thing("a")
            thread = threading.Thread(target=put, args=(store, thing("from another thread")))
            thread.start()
            thread.join()
            put(store, thing("b"))

    store.on_commit = listen
    with store:
        put(store, thing("a"))
        assert [item.key.sort for item in store.query("p").items] == ["a", "b", "from another thread"]


# Housekeeping


def test_the_index_names_no_expired_item(clock: FixedClock) -> None:
    with SqliteStore(":memory:", clock) as store:
        put(store, thing("a", work=place("1"), expires=clock.now() + 10), thing("b", work=place("2")))
        clock.advance(10)
        assert store.index("work", "shard", up_to="9", limit=1) == [key("b")]


def test_expired_items_leave_the_file_bit_by_bit(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        put(store, *(thing(f"{n:02d}", expires=clock.now() + 10) for n in range(25)), thing("stays"))
        clock.advance(10)
        left = []
        for version in range(3):
            put(store, thing("stays", version=version))
            left += _raw(path, "SELECT count(*) FROM items")
    assert left == [(16,), (6,), (1,)]


def test_a_token_is_forgotten_after_ten_minutes(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        store.commit([Put(thing("a"), Absent())], token="t")
        clock.advance(600)
        with pytest.raises(ConditionFailedError):
            store.commit([Put(thing("a"), Absent())], token="t")
        put(store, thing("b"))
        assert _raw(path, "SELECT count(*) FROM tokens") == [(0,)]


def test_one_clock_second_before_that_it_is_remembered(path: Path, clock: FixedClock) -> None:
    with SqliteStore(path, clock) as store:
        store.commit([Put(thing("a"), Absent())], token="t")
        clock.advance(599)
        store.commit([Put(thing("a"), Absent())], token="t")


@pytest.mark.parametrize("statement", READS)
def test_no_answer_is_searched_through_the_table(path: Path, statement: str, clock: FixedClock) -> None:
    SqliteStore(path, clock).close()
    question = READS[statement].replace("?", "1")
    plan = [str(row[3]) for row in _raw(path, f"EXPLAIN QUERY PLAN {question}")]
    assert [step.split(" ")[0] for step in plan] == ["SEARCH"]  # no SCAN, no sorting
