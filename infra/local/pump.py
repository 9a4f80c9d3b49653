"""What AWS does behind the routes: hand changes, messages and the tick of the clock to app.py's own functions."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from chalice.local import LambdaContext

from chalicelib.players.ports import Clock
from chalicelib.telemetry.traces import trace

SWEEP_SECONDS = 1.0
POLL_SECONDS = 1.0
"""How long a queue is left alone that had nothing, unless something was put into it from here."""
AT_ONCE = {"mail": 1, "webhook": 8}
"""How many messages of a queue are in hand at once, each in a call of its own: a stop waits for those, no others."""
SPARE = 30
"""Seconds for which a message stays hidden longer than one attempt at it may take."""
LIMITS = {"relay": 60, "mail": 120, "webhook": 120, "sweep": 55}
"""Seconds that Lambda gives each function; nobody is killed here, but each goes by what it is told it has left."""

_log = logging.getLogger(__name__)

Function = Callable[[dict[str, Any], Any], Any]
Record = Mapping[str, Any]


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
    def webhook(self) -> Function:
        """The same for the webhook queue."""
        ...

    @property
    def sweep(self) -> Function:
        """Takes the ticks of the schedule."""
        ...


class Stream(Protocol):
    """Where it is told what changed."""

    def next(self) -> Sequence[Record]:
        """Records of a stream's event, oldest first; none after a while in which nothing changed, or after wake()."""
        ...

    def wake(self) -> None:
        """Let next() return."""
        ...


class Inbox(Protocol):
    """A queue, seen by who empties it."""

    def receive(self, visibility: int, most: int = 1) -> Sequence[Record]:
        """Records of a queue's event, `most` of those that are there; hidden from others for `visibility` seconds."""
        ...

    def delete(self, receipt: str) -> None:
        """The message is done."""
        ...


@dataclass(frozen=True, slots=True)
class Sources:
    """What a pump draws from."""

    stream: Stream
    mails: Inbox
    webhooks: Inbox


@dataclass(frozen=True, slots=True)
class _Line:
    """A queue with the function that works it off; `due` says that something was put in, `room` that hands are free."""

    name: str
    inbox: Inbox
    function: Function
    hands: ThreadPoolExecutor
    room: threading.Semaphore
    due: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of(cls, name: str, inbox: Inbox, function: Function) -> _Line:
        """With as many hands as this queue has."""
        number = AT_ONCE[name]
        return cls(name, inbox, function, ThreadPoolExecutor(number, name), threading.Semaphore(number))


class Pump:
    """Four loops: the stream, the mail queue, the webhook queue, the schedule. What fails is logged and comes again.

    None waits for another: a webhook whose other side is slow holds up no mail, and up to a few no other webhook.
    """

    def __init__(
        self,
        functions: Functions,
        sources: Sources,
        clock: Clock,
        visibility: int,
        *,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        """A message that failed, or whose process died, comes again after `visibility` seconds, as it does in SQS.

        `sweep_seconds` lie between two sweeps.
        """
        self._functions = functions
        self._stream = sources.stream
        self._lines = (
            _Line.of("mail", sources.mails, functions.mail),
            _Line.of("webhook", sources.webhooks, functions.webhook),
        )
        self._clock = clock
        self._visibility = visibility
        self._sweep_seconds = sweep_seconds
        self._sweep_due = threading.Event()
        self._stopped = threading.Event()
        self._threads = [self._thread("stream", self._relay), self._thread("sweep", self._sweep)]
        self._threads += [self._thread(line.name, self._work_off, line) for line in self._lines]

    def start(self) -> None:
        """Begin; a sweep is made at once."""
        self._sweep_due.set()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End after what is being done now; whatever is left is found again at the next start."""
        self._stopped.set()
        self._stream.wake()
        self._sweep_due.set()
        self._nudge()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        for line in self._lines:
            line.hands.shutdown()

    def _thread(self, name: str, step: Callable[..., None], *args: Any) -> threading.Thread:
        return threading.Thread(target=self._loop, args=(step, *args), name=name)

    def _loop(self, step: Callable[..., None], *args: Any) -> None:
        while not self._stopped.is_set():
            try:
                step(*args)
            except Exception as error:  # noqa: BLE001 - a loop that ended would be missed by nobody until it is too late
                _log.error("the %s loop goes on after a failure: %s", threading.current_thread().name, trace(error))
                self._stopped.wait(POLL_SECONDS)

    def _relay(self) -> None:
        records = self._stream.next()
        if any(_is_due(record, self._clock.now()) for record in records):
            self._sweep_due.set()
        if records:
            # What it names as failed is left to the sweep, which finds it in the store.
            self._functions.relay({"Records": list(records)}, _context("relay"))
            self._nudge()

    def _nudge(self) -> None:
        for line in self._lines:
            line.due.set()

    def _work_off(self, line: _Line) -> None:
        line.due.clear()
        if not line.room.acquire(timeout=POLL_SECONDS):
            return
        taken = False
        try:
            for record in line.inbox.receive(self._visibility):
                line.hands.submit(_handle, line, record)
                taken = True
        finally:
            if not taken:
                line.room.release()
        if not taken:
            line.due.wait(POLL_SECONDS)

    def _sweep(self) -> None:
        self._sweep_due.wait(self._sweep_seconds)
        self._sweep_due.clear()
        self._functions.sweep(_tick(self._clock.now()), _context("sweep"))


def _handle(line: _Line, record: Record) -> None:
    """Hand one message over; what its function does not name as failed is done."""
    try:
        told = line.function({"Records": [record]}, _context(line.name))
        if not told["batchItemFailures"]:
            line.inbox.delete(record["receiptHandle"])
    except Exception as error:  # noqa: BLE001 - nobody looks at what becomes of it; the message comes again
        _log.error("a message of the %s queue failed: %s", line.name, trace(error))
    finally:
        line.room.release()


def _is_due(record: Record, now: int) -> bool:
    """Whether the sweep has something to do at once: a match that stopped in the middle of its forced moves."""
    written = record["dynamodb"].get("NewImage", {})
    if not written.get("work_pk", {"S": ""})["S"].startswith("due#"):
        return False
    return int(written["work_sk"]["S"][:10]) <= now


def _context(name: str) -> LambdaContext:
    return LambdaContext(name, 512, LIMITS[name] * 1_000)


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
