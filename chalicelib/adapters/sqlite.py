"""The store in one SQLite file: the engine of the embedded service, of small self-hosting and of most tests."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from chalicelib.adapters import meter
from chalicelib.adapters.bodies import decode
from chalicelib.adapters.layout import Image
from chalicelib.adapters.limits import TOKEN_SECONDS, checked
from chalicelib.adapters.ranges import bounds, check_limit, text_bytes
from chalicelib.adapters.sizes import INDEXES
from chalicelib.adapters.sqlite_file import BUSY_SECONDS, SqliteFile
from chalicelib.adapters.stream import Change
from chalicelib.players.ports import (
    Absent,
    Check,
    Clock,
    Condition,
    ConditionFailedError,
    Hint,
    IndexKey,
    InvalidWriteError,
    Item,
    Key,
    Page,
    Present,
    Put,
    Write,
)
from chalicelib.telemetry.traces import trace

_APPLICATION = 0x54505354  # TPST
_SWEPT = 10  # expired rows removed with each commit: more than a commit usually adds

_SCHEMA = (
    """CREATE TABLE items (
        pk BLOB NOT NULL, sk BLOB NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, format INTEGER NOT NULL,
        work_pk BLOB, work_sk BLOB, list_pk BLOB, list_sk BLOB, expires INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (pk, sk))""",
    "CREATE INDEX work ON items (work_pk, work_sk, pk, sk) WHERE work_pk IS NOT NULL",
    "CREATE INDEX list ON items (list_pk, list_sk, pk, sk) WHERE list_pk IS NOT NULL",
    "CREATE INDEX expired ON items (expires) WHERE expires > 0",
    "CREATE TABLE tokens (token TEXT PRIMARY KEY, digest BLOB NOT NULL, until INTEGER NOT NULL)",
    "CREATE INDEX spent ON tokens (until)",
    "CREATE TABLE changes (last INTEGER NOT NULL)",
    "INSERT INTO changes VALUES (0)",
)
READS = {
    "get": "SELECT * FROM items WHERE pk = ? AND sk = ? AND (expires = 0 OR expires > ?)",
    "forwards": """SELECT * FROM items WHERE pk = ? AND sk >= ? AND sk < ?
        AND (expires = 0 OR expires > ?) ORDER BY sk ASC LIMIT ?""",
    "backwards": """SELECT * FROM items WHERE pk = ? AND sk >= ? AND sk < ?
        AND (expires = 0 OR expires > ?) ORDER BY sk DESC LIMIT ?""",
    "work": """SELECT pk, sk, work_sk FROM items WHERE work_pk = ? AND work_sk > ? AND work_sk <= ?
        AND (expires = 0 OR expires > ?) ORDER BY work_sk, pk, sk LIMIT ?""",
    "list": """SELECT pk, sk, list_sk FROM items WHERE list_pk = ? AND list_sk > ? AND list_sk <= ?
        AND (expires = 0 OR expires > ?) ORDER BY list_sk, pk, sk LIMIT ?""",
    "scan": """SELECT * FROM items WHERE (pk, sk) > (?, ?) AND (expires = 0 OR expires > ?)
        ORDER BY pk, sk LIMIT ?""",
}
"""Every statement that answers a caller; none may look at more rows than it gives back and those that expired."""

_PUT = "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_DELETE = "DELETE FROM items WHERE pk = ? AND sk = ?"
_SWEEP_ITEMS = """DELETE FROM items WHERE rowid IN
    (SELECT rowid FROM items WHERE expires > 0 AND expires <= ? ORDER BY expires LIMIT ?)"""

_ALL = -1  # SQLite's word for no limit

_log = logging.getLogger(__name__)

OnCommit = Callable[[tuple[Change, ...]], None]


class _Row(NamedTuple):
    pk: bytes
    sk: bytes
    kind: str
    version: int
    format: int
    work_pk: bytes | None
    work_sk: bytes | None
    list_pk: bytes | None
    list_sk: bytes | None
    expires: int
    body: str


class _Changed(NamedTuple):
    key: Key
    before: _Row | None
    after: _Row | None


class SqliteStore:
    """A Store (players.ports) in one file, or in memory for ":memory:", for many threads and processes.

    `on_commit` is told what each commit changed, afterwards and holding no lock; what it raises is logged only.
    Overwriting an item with its equal changes nothing and is not told, as with DynamoDB's streams.
    """

    def __init__(
        self, path: str | Path, clock: Clock, *, on_commit: OnCommit | None = None, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        """Open the file, make it when there is none. Raises UnusableFileError, StoreThrottledError."""
        self.on_commit = on_commit
        self._clock = clock
        self._file = SqliteFile(path, _APPLICATION, _SCHEMA, busy_seconds=busy_seconds)

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; whatever is asked afterwards raises StoreUnavailableError."""
        self._file.close()

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:  # noqa: ARG002 - every read is consistent here
        """The item under the key, or None."""
        meter.add()
        with self._file.connection() as connection:
            row = _find(connection, key, self._clock.now())
        return _item(row) if row else None

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:  # noqa: ARG002 - as above
        """Those of the items that exist; any number of keys, doubles allowed."""
        now = self._clock.now()
        meter.add()
        with self._file.connection() as connection:
            rows = [_find(connection, key, now) for key in dict.fromkeys(keys)]
        found = [_item(row) for row in rows if row]
        return {one.key: one for one in found}

    def query(
        self,
        partition: str,
        *,
        prefix: str = "",
        after: str | None = None,
        reverse: bool = False,
        limit: int | None = None,
        consistent: bool = False,  # noqa: ARG002 - as above
    ) -> Page:
        """Items of a partition whose sort key begins with `prefix`, in sort order (or the reverse)."""
        check_limit(limit)
        low, high = bounds(prefix, after, reverse)
        values = (text_bytes(partition), low, high, self._clock.now(), _ALL if limit is None else limit + 1)
        meter.add()
        with self._file.connection() as connection:
            rows = connection.execute(READS["backwards" if reverse else "forwards"], values).fetchall()
        return Page(tuple(_item(_Row(*row)) for row in rows[:limit]), limit is not None and len(rows) > limit)

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        """Keys in the index `name` ("work" or "list"), by ascending sort, with `after` < sort <= `up_to`."""
        check_limit(limit)
        if name not in INDEXES:
            raise ValueError(f"no index is named {name!r}")
        values = (text_bytes(shard), text_bytes(after or ""), text_bytes(up_to), self._clock.now(), limit)
        meter.add()
        with self._file.connection() as connection:
            rows = connection.execute(READS[name], values).fetchall()
        return [Hint.at(Key(pk.decode(), sk.decode()), place.decode()) for pk, sk, place in rows]

    def scan(self, *, page: int = 500) -> Iterator[Item]:
        """Every item in the order of its key, so many read at a time: for operators, no part of the Store port.

        What is committed meanwhile may be among them or not.
        """
        place: tuple[bytes, bytes] = (b"", b"")
        while True:
            with self._file.connection() as connection:
                rows = connection.execute(READS["scan"], (*place, self._clock.now(), page)).fetchall()
            yield from (_item(_Row(*row)) for row in rows)
            if len(rows) < page:
                return
            place = rows[-1][:2]

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        """All of the writes or none; the same `token` within ten minutes is the same commit, done once."""
        images = checked(writes, token)
        meter.add()
        with self._file.transaction() as connection:
            now = self._clock.now()
            if token and _is_repeat(connection, token, _digest(writes, images), now):
                return
            old = [_find(connection, write.key, now) for write in writes]
            _refuse_unmet(writes, old)
            changed = [
                _Changed(write.key, before, after)
                for write, before, after in zip(writes, old, map(_row, images), strict=True)
                if not isinstance(write, Check) and before != after
            ]
            first = _apply(connection, changed)
            _sweep(connection, now)
        self._tell(changed, first)

    def _tell(self, changed: Sequence[_Changed], first: int) -> None:
        if self.on_commit is None or not changed:
            return
        try:
            self.on_commit(tuple(_change(one, sequence) for sequence, one in enumerate(changed, first)))
        except Exception as error:  # noqa: BLE001 - whatever a listener does wrong, the commit stands
            _log.error("what was committed could not be told; the sweep will find it: %s", trace(error))


def _find(connection: sqlite3.Connection, key: Key, now: int) -> _Row | None:
    row = connection.execute(READS["get"], (text_bytes(key.partition), text_bytes(key.sort), now)).fetchone()
    return _Row(*row) if row else None


def _refuse_unmet(writes: Sequence[Write], found: Sequence[_Row | None]) -> None:
    failed = tuple(place for place, (write, row) in enumerate(zip(writes, found, strict=True)) if not _may(write, row))
    if failed:
        raise ConditionFailedError(failed)


def _may(write: Write, row: _Row | None) -> bool:
    is_newer = row is not None and isinstance(write, Put) and row.format > write.item.format
    return not is_newer and _holds(write.condition, row)


def _holds(condition: Condition, row: _Row | None) -> bool:
    if condition is None:
        return True
    if isinstance(condition, Absent):
        return row is None
    if isinstance(condition, Present):
        return row is not None
    return row is not None and row.version == condition.version


def _apply(connection: sqlite3.Connection, changed: Sequence[_Changed]) -> int:
    """Write what changed; the number of the first change among all there ever were."""
    for one in changed:
        if one.after is not None:
            connection.execute(_PUT, one.after)
        elif one.before is not None:
            connection.execute(_DELETE, one.before[:2])
    if changed:
        connection.execute("UPDATE changes SET last = last + ?", (len(changed),))
    last: int = connection.execute("SELECT last FROM changes").fetchone()[0]
    return last - len(changed) + 1


def _sweep(connection: sqlite3.Connection, now: int) -> None:
    connection.execute(_SWEEP_ITEMS, (now, _SWEPT))
    connection.execute("DELETE FROM tokens WHERE until <= ?", (now,))


def _is_repeat(connection: sqlite3.Connection, token: str, digest: bytes, now: int) -> bool:
    row = connection.execute("SELECT digest, until FROM tokens WHERE token = ?", (token,)).fetchone()
    if row and row[1] > now:
        if row[0] != digest:
            raise InvalidWriteError("the token was used for another commit")
        return True
    connection.execute("INSERT OR REPLACE INTO tokens VALUES (?, ?, ?)", (token, digest, now + TOKEN_SECONDS))
    return False


def _digest(writes: Sequence[Write], images: Sequence[Image | None]) -> bytes:
    told = [
        (type(write).__name__, write.key, write.condition, stored) for write, stored in zip(writes, images, strict=True)
    ]
    return hashlib.sha256(repr(told).encode()).digest()


def _row(image: Image | None) -> _Row | None:
    if image is None:
        return None

    def key(name: str) -> bytes | None:
        return image[name]["S"].encode() if name in image else None

    return _Row(
        image["pk"]["S"].encode(),
        image["sk"]["S"].encode(),
        image["kind"]["S"],
        int(image["version"]["N"]),
        int(image["format"]["N"]),
        key("work_pk"),
        key("work_sk"),
        key("list_pk"),
        key("list_sk"),
        int(image["expires"]["N"]) if "expires" in image else 0,
        image["body"]["S"],
    )


def _item(row: _Row) -> Item:
    return Item(
        key=Key(row.pk.decode(), row.sk.decode()),
        kind=row.kind,
        body=decode(row.body),
        version=row.version,
        format=row.format,
        work=_place(row.work_pk, row.work_sk),
        list=_place(row.list_pk, row.list_sk),
        expires=row.expires,
    )


def _place(shard: bytes | None, sort: bytes | None) -> IndexKey | None:
    return None if shard is None or sort is None else IndexKey(shard.decode(), sort.decode())


def _change(one: _Changed, sequence: int) -> Change:
    old = _item(one.before) if one.before else None
    new = _item(one.after) if one.after else None
    return Change(one.key, old, new, sequence)
