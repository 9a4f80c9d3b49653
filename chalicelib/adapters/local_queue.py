"""A queue in a SQLite file with the manners of SQS, for the embedded service.

At least once: a message that was received and not deleted comes again when its visibility ends. One that came
`max_receives` times in vain lies dead until somebody puts it back.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from chalicelib.adapters.sqlite_file import BUSY_SECONDS, SqliteFile
from chalicelib.players.ports import Clock, StoreError
from chalicelib.post.ports import QueueUnavailableError

MAX_DELAY = 900
"""The longest delay SQS takes, in seconds."""

MAX_RECEIVE = 10
"""The most messages SQS hands out at once."""

QUEUE_ARN = "arn:aws:sqs:local:000000000000:"

_APPLICATION = 0x54505351  # TPSQ
_SCHEMA = (
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL, sent INTEGER NOT NULL,
        visible INTEGER NOT NULL, receives INTEGER NOT NULL, first INTEGER NOT NULL, dead INTEGER NOT NULL)""",
    "CREATE INDEX due ON messages (queue, dead, visible)",
)
_DUE = "SELECT * FROM messages WHERE queue = ? AND dead = 0 AND visible <= ? ORDER BY visible, id LIMIT ?"


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was handed out; times are epoch seconds, `receives` counts this time too.

    `receipt` is what deletes it, until it is handed out again.
    """

    id: str
    queue: str
    receipt: str
    body: str
    sent: int
    first: int
    receives: int


class SqliteQueue:
    """A durable queue (post.ports.Queue) called `name`; several may share one file."""

    def __init__(
        self,
        path: str | Path,
        clock: Clock,
        *,
        name: str = "queue",
        max_receives: int = 10,
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        """Open the file, make it when there is none. Raises UnusableFileError, StoreThrottledError."""
        self.name = name
        self._clock = clock
        self._max_receives = max_receives
        self._file = SqliteFile(path, _APPLICATION, _SCHEMA, busy_seconds=busy_seconds)

    def __enter__(self) -> SqliteQueue:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        """Take the message, not to be handed out before `delay` seconds are over. Raises QueueUnavailableError."""
        if not 0 <= delay <= MAX_DELAY:
            raise ValueError(f"a delay is 0 to {MAX_DELAY} seconds, not {delay}")
        body = json.dumps(dict(message), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        with self._transaction() as connection:
            now = self._clock.now()
            values = (None, self.name, body, now, now + delay, 0, 0, 0)
            connection.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def receive(self, limit: int = MAX_RECEIVE, visibility: int = 60) -> tuple[Message, ...]:
        """At most `limit` messages, hidden from others for `visibility` seconds. Raises QueueUnavailableError."""
        with self._transaction() as connection:
            now = self._clock.now()
            self._bury(connection, now)
            rows = connection.execute(_DUE, (self.name, now, limit)).fetchall()
            return tuple(_hand_out(connection, row, now, visibility) for row in rows)

    def delete(self, receipt: str) -> None:
        """The message is done. A receipt that is no longer the newest does nothing. Raises QueueUnavailableError."""
        with self._transaction() as connection:
            where = "DELETE FROM messages WHERE id = ? AND receives = ? AND queue = ?"
            connection.execute(where, (*_parts(receipt), self.name))

    def waiting(self) -> int:
        """How many messages are not done and not dead, hidden ones too."""
        return self._count(dead=0)

    def dead(self) -> int:
        """How many messages were given up."""
        return self._count(dead=1)

    def redrive(self) -> int:
        """Put the dead messages back, as if they were new; how many there were. Raises QueueUnavailableError."""
        with self._transaction() as connection:
            revive = "UPDATE messages SET dead = 0, receives = 0, visible = ? WHERE queue = ? AND dead = 1"
            return connection.execute(revive, (self._clock.now(), self.name)).rowcount

    def release(self) -> int:
        """Let every message that somebody received come again now; how many. For the start, when nobody is at work."""
        with self._transaction() as connection:
            now = self._clock.now()
            again = "UPDATE messages SET visible = ? WHERE queue = ? AND dead = 0 AND receives > 0 AND visible > ?"
            return connection.execute(again, (now, self.name, now)).rowcount

    def _bury(self, connection: sqlite3.Connection, now: int) -> None:
        where = "UPDATE messages SET dead = 1 WHERE queue = ? AND dead = 0 AND visible <= ? AND receives >= ?"
        connection.execute(where, (self.name, now, self._max_receives))

    def _count(self, dead: int) -> int:
        with self._explained(), self._file.connection() as connection:
            where = "SELECT count(*) FROM messages WHERE queue = ? AND dead = ?"
            count: int = connection.execute(where, (self.name, dead)).fetchone()[0]
        return count

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained(), self._file.transaction() as connection:
            yield connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            raise QueueUnavailableError(str(error)) from error


def sqs_event(messages: Sequence[Message]) -> dict[str, Any]:
    """The event that Lambda would hand to a queue's function for these messages."""
    return {"Records": [_record(message) for message in messages]}


def _hand_out(connection: sqlite3.Connection, row: tuple[Any, ...], now: int, visibility: int) -> Message:
    number, queue, body, sent, _, receives, first, _ = row
    receives, first = receives + 1, first or now
    seen = "UPDATE messages SET visible = ?, receives = ?, first = ? WHERE id = ?"
    connection.execute(seen, (now + visibility, receives, first, number))
    return Message(str(uuid.UUID(int=number)), queue, f"{number}-{receives}", body, sent, first, receives)


def _parts(receipt: str) -> tuple[int, int]:
    number, _, receives = receipt.partition("-")
    return int(number), int(receives)


def _record(message: Message) -> dict[str, Any]:
    return {
        "messageId": message.id,
        "receiptHandle": message.receipt,
        "body": message.body,
        "attributes": {
            "ApproximateReceiveCount": str(message.receives),
            "SentTimestamp": str(message.sent * 1_000),
            "SenderId": "embedded",
            "ApproximateFirstReceiveTimestamp": str(message.first * 1_000),
        },
        "messageAttributes": {},
        "md5OfBody": hashlib.md5(message.body.encode(), usedforsecurity=False).hexdigest(),
        "eventSource": "aws:sqs",
        "eventSourceARN": QUEUE_ARN + message.queue,
        "awsRegion": "local",
    }
