"""What AWS does behind the routes: hand changes, messages and the tick of the clock to app.py's own functions."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

from chalice.local import LambdaContext

from chalicelib.adapters.local_queue import Message, SqliteQueue, sqs_event
from chalicelib.adapters.stream import Change, stream_event
from chalicelib.players.ports import Clock

SWEEP_SECONDS = 1.0
BATCH = 100
MAIL_TRIES = 8
"""A message that failed comes again so often while a delivery's lease lasts, which is within what the queue bears."""
_LIMIT_MILLISECONDS = 60_000

_log = logging.getLogger(__name__)

Function = Callable[[dict[str, Any], Any], Any]


class Functions(Protocol):
    """The functions that app.py declares beside its routes."""

    @property
    def relay(self) -> Function:
        """Takes the events of the table's stream."""
        ...

    @property
    def mail(self) -> Function:
        """Takes the events of the mail queue, and names the messages that have to come again."""
        ...

    @property
    def sweep(self) -> Function:
        """Takes the ticks of the schedule."""
        ...


class Pump:
    """Three threads: the stream, the mail queue, the schedule. What fails is logged and comes again."""

    def __init__(self, functions: Functions, mails: SqliteQueue, clock: Clock, lease: int) -> None:
        """`lease` is how many seconds one attempt at a mail may take."""
        self._functions = functions
        self._lease = lease
        self._mails = mails
        self._clock = clock
        self._changes: queue.SimpleQueue[tuple[Change, ...]] = queue.SimpleQueue()
        self._mail_due = threading.Event()
        self._sweep_due = threading.Event()
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._loop, args=(step,), name=name)
            for name, step in (("stream", self._stream), ("mail", self._mail), ("sweep", self._sweep))
        ]

    def start(self) -> None:
        """Begin; a sweep is made at once."""
        self._sweep_due.set()
        self._mail_due.set()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End after what is being done now; whatever is left is found again at the next start."""
        self._stopped.set()
        self._changes.put(())
        self._mail_due.set()
        self._sweep_due.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def committed(self, changes: tuple[Change, ...]) -> None:
        """Take note of what a commit changed."""
        self._changes.put(changes)
        if any(_is_due(change, self._clock.now()) for change in changes):
            self._sweep_due.set()

    def _loop(self, step: Callable[[], None]) -> None:
        while not self._stopped.is_set():
            try:
                step()
            except Exception:  # noqa: BLE001 - a loop that ended would be missed by nobody until it is too late
                _log.exception("the %s loop goes on after a failure", threading.current_thread().name)
                self._stopped.wait(SWEEP_SECONDS)

    def _stream(self) -> None:
        changes = list(self._changes.get())
        while len(changes) < BATCH and not self._changes.empty():
            changes += self._changes.get()
        if changes:
            self._functions.relay(stream_event(changes, at=self._clock.now()), _context("relay"))
            self._mail_due.set()

    def _mail(self) -> None:
        self._mail_due.clear()
        messages = self._mails.receive(visibility=self._lease + 30)
        if not messages:
            self._mail_due.wait(SWEEP_SECONDS)
            return
        told = self._functions.mail(sqs_event(messages), _context("mail"))
        again = {failure["itemIdentifier"] for failure in told["batchItemFailures"]}
        for message in messages:
            self._settle(message, is_done=message.id not in again)

    def _settle(self, message: Message, *, is_done: bool) -> None:
        if is_done:
            self._mails.delete(message.receipt)
        else:
            self._mails.hide(message.receipt, self._lease // MAIL_TRIES + 2)

    def _sweep(self) -> None:
        self._sweep_due.wait(SWEEP_SECONDS)
        self._sweep_due.clear()
        self._functions.sweep(_tick(self._clock.now()), _context("sweep"))


def _is_due(change: Change, now: int) -> bool:
    """Whether the sweep has something to do at once: a match that stopped in the middle of its forced moves."""
    place = change.new.work if change.new else None
    return place is not None and place.shard.startswith("due#") and int(place.sort[:10]) <= now


def _context(name: str) -> LambdaContext:
    return LambdaContext(name, 512, _LIMIT_MILLISECONDS)


def _tick(now: int) -> dict[str, Any]:
    """The event of a schedule."""
    return {
        "version": "0",
        "id": f"tick-{now}",
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "000000000000",
        "time": datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": "local",
        "resources": [],
        "detail": {},
    }
