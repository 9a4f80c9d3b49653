"""One SQLite file shared by threads and processes: connections, transactions, and errors a person understands.

WAL with synchronous FULL: what was acknowledged is on the disk, whatever kills the process afterwards.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from chalicelib.players.ports import StoreThrottledError, StoreUnavailableError

MEMORY = ":memory:"
BUSY_SECONDS = 30.0
"""How long one process waits for another to let go of the file."""

_LAYOUT = 1
_BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY_CODE = 0xFF


class UnusableFileError(StoreUnavailableError):
    """The file is damaged, another program's, of a later release, or cannot be opened; the sentence says which."""


class SqliteFile:
    """Connections to one file, opened as they are needed and kept for the next who asks; ":memory:" has only one.

    `application` is the number that marks the file as ours, `schema` the statements that fill an empty one.
    """

    def __init__(
        self, path: str | Path, application: int, schema: tuple[str, ...], *, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        """Open the file, make it when there is none. Raises UnusableFileError, StoreThrottledError."""
        self.path = str(path)
        self._application = application
        self._schema = schema
        self._busy_seconds = busy_seconds
        self._idle: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._writing = threading.Lock()
        self._only = threading.Lock() if self.path == MEMORY else None
        self._closed = False
        if self._only is None and not Path(self.path).exists():
            self._create()
        with self.connection() as connection:
            self._recognise(connection)

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for one piece of work. Raises UnusableFileError, StoreThrottledError, StoreUnavailableError."""
        if self._only is None:
            with self._borrowed() as connection:
                yield connection
        else:
            with self._only, self._borrowed() as connection:
                yield connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A connection that holds the file's only write lock; all that is done with it stays, or nothing.

        Raises StoreThrottledError when another process holds the lock too long: nothing was done then.
        """
        # Threads queue up here, where waking is fair and at once; SQLite's own waiting is for other processes.
        with self._writing, self.connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    def close(self) -> None:
        """Close every connection; those in use are closed by whoever uses them."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def _borrowed(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            connection = self._take()
            try:
                yield connection
            except sqlite3.Error:
                self._discard(connection)
                raise
            except BaseException:
                self._give_back(connection)
                raise
            self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise StoreUnavailableError(f"{self.path} was closed")
            if self._idle:
                return self._idle.pop()
        return self._open()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _discard(self, connection: sqlite3.Connection) -> None:
        # A file's connection may be out of order after an error; memory's is all there is.
        if self._only is None:
            connection.close()
        else:
            self._give_back(connection)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=self._busy_seconds, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA cache_size = -8000")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _create(self) -> None:
        # The file appears under its name only when it is complete, so that of several processes that start on nothing
        # one makes it and no other meets it half made. It holds addresses and secret seeds: mkstemp keeps it private.
        path = Path(self.path)
        if Path(f"{path}-wal").exists() and not path.exists():
            raise UnusableFileError(f"{path} is gone but its log {path}-wal is there: bring back the one or the other")
        try:
            descriptor, draft = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
            os.close(descriptor)
            try:
                self._fill(draft)
                with suppress(FileExistsError):
                    os.link(draft, path)
                    _sync(str(path.parent))
            finally:
                Path(draft).unlink()
        except OSError as error:
            raise UnusableFileError(f"{path} cannot be made: {error}") from error

    def _fill(self, path: str) -> None:
        with self._explained(), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # nobody knows this file yet: one sync at the end will do
            connection.execute("PRAGMA journal_mode = WAL")
            self._lay_out(connection)
        _sync(path)

    def _lay_out(self, connection: sqlite3.Connection) -> None:
        marks = (f"PRAGMA application_id = {self._application}", f"PRAGMA user_version = {_LAYOUT}")
        for statement in ("BEGIN", *self._schema, *marks, "COMMIT"):
            connection.execute(statement)

    def _recognise(self, connection: sqlite3.Connection) -> None:
        if self._only is not None:
            return self._lay_out(connection)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        layout = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != self._application:
            raise UnusableFileError(f"{self.path} is empty or another program's database")
        if layout > _LAYOUT:
            raise UnusableFileError(f"{self.path} was written by a later release; this one reads layout {_LAYOUT}")
        return None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._explanation(error) from error

    def _explanation(self, error: sqlite3.Error) -> StoreThrottledError | StoreUnavailableError:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code in _BUSY_CODES:
            return StoreThrottledError(f"{self.path} is held by another process")
        if code in _DAMAGE_CODES:
            return UnusableFileError(f"{self.path} is damaged, or no database at all: {error}")
        if code == sqlite3.SQLITE_CANTOPEN:
            return UnusableFileError(f"{self.path} cannot be opened: is its folder there, and may we write in it?")
        return StoreUnavailableError(f"{self.path}: {error}")


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
