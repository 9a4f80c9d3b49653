"""What the embedded service stands on: a store with its stream and its queues. This one is SQLite."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast

from chalicelib.adapters.local_queue import SqliteQueue, sqs_event
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import Change, stream_event
from chalicelib.bootstrap import Container
from chalicelib.players.ports import Clock
from infra.local.pump import SWEEP_SECONDS, Record, Sources

STREAM_BATCH = 100


class Engine(Protocol):
    """A store with its stream and its queues.

    `folder` is where everything of it is kept, `kept` says so in a sentence, `sweep_seconds` lie between two sweeps.
    """

    @property
    def folder(self) -> Path: ...

    @property
    def kept(self) -> str: ...

    @property
    def sweep_seconds(self) -> float: ...

    def settings(self) -> Mapping[str, str]:
        """The settings that lead to it."""
        ...

    def sources(self, container: Container) -> Sources:
        """What the pump draws from, once the container that works with it is built."""
        ...

    def take_up(self) -> None:
        """Put back what an earlier process held or gave up."""
        ...

    def failure(self) -> str:
        """Why it cannot go on, in a sentence; "" while it can."""
        ...

    def close(self) -> None:
        """Let go of it, once nothing asks it any more."""
        ...


class SqliteEngine:
    """The store and both queues as SQLite files in the service's folder."""

    sweep_seconds = SWEEP_SECONDS

    def __init__(self, folder: Path) -> None:
        """Nothing is opened yet: the container does that."""
        self.folder = folder
        self._queues: tuple[SqliteQueue, ...] = ()
        self._close: list[Callable[[], None]] = []

    @property
    def kept(self) -> str:
        """Where everything is."""
        return f"The store is SQLite; everything is kept in {self.folder}/. Stop with Ctrl-C; nothing is lost."

    def settings(self) -> Mapping[str, str]:
        """None: it is what the settings lead to by themselves."""
        return {}

    def sources(self, container: Container) -> Sources:
        """What the store commits, and the queues."""
        commits = Commits(container.env.clock)
        store = cast(SqliteStore, container.env.store)
        mails = cast(SqliteQueue, container.post.queue)
        webhooks = cast(SqliteQueue, container.post.webhook_queue)
        store.on_commit = commits.take
        self._queues = (mails, webhooks)
        self._close = [mails.close, webhooks.close, store.close]
        return Sources(commits, SqliteInbox(mails), SqliteInbox(webhooks))

    def take_up(self) -> None:
        """Give messages that were given up another round, and let those that were held come now."""
        for messages in self._queues:
            messages.redrive()
            messages.release()

    def failure(self) -> str:
        """None: a file that cannot be used tells so whoever uses it."""
        return ""

    def close(self) -> None:
        """Close the files."""
        for close in self._close:
            close()


class Commits:
    """A stream (pump.Stream) of what a store in this process committed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changes: queue.SimpleQueue[tuple[Change, ...]] = queue.SimpleQueue()

    def take(self, changes: tuple[Change, ...]) -> None:
        """Take note of what a commit changed."""
        self._changes.put(changes)

    def next(self) -> Sequence[Record]:
        """The records of all commits that wait, or of the next one."""
        changes = list(self._changes.get())
        while len(changes) < STREAM_BATCH and not self._changes.empty():
            changes += self._changes.get()
        records: list[dict[str, Any]] = stream_event(changes, at=self._clock.now())["Records"]
        return records

    def wake(self) -> None:
        """Let next() return."""
        self._changes.put(())


class SqliteInbox:
    """A queue in a SQLite file, seen by who empties it (pump.Inbox)."""

    def __init__(self, messages: SqliteQueue) -> None:
        self._messages = messages

    def receive(self, visibility: int, most: int = 1) -> Sequence[Record]:
        """What is there now."""
        records: list[dict[str, Any]] = sqs_event(self._messages.receive(most, visibility))["Records"]
        return records

    def delete(self, receipt: str) -> None:
        """The message is done."""
        self._messages.delete(receipt)
