"""The loops of the embedded service: what a commit sets going, what comes again, what a failure does not stop."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chalicelib.adapters.local_queue import SqliteQueue
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import items_of
from chalicelib.players.ports import FixedClock, IndexKey, Item, Key, Put
from infra.local.engine import Commits, SqliteInbox
from infra.local.pump import Pump, Sources
from tests.local.process import wait_for

LEASE = 20
SECONDS = 20.0


class Functions:
    """Functions that note what they were called with; a name in `failing` makes the next call of it fail.

    Calls of webhooks take until `answered` is set.
    """

    def __init__(self) -> None:
        self.calls: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.failing: list[str] = []
        self.again: list[str] = []
        self.answered = threading.Event()

    def _called(self, name: str, told: Any) -> None:
        self.calls.put((name, told))
        if name in self.failing:
            self.failing.remove(name)
            raise RuntimeError(f"{name} failed")

    def relay(self, event: dict[str, Any], context: Any) -> None:
        assert context.get_remaining_time_in_millis() > 0
        self._called("relay", [item.key for item in items_of(event)])

    def mail(self, event: dict[str, Any], context: Any) -> dict[str, Any]:
        assert context.function_name == "mail"
        bodies = [record["body"] for record in event["Records"]]
        self._called("mail", bodies)
        failed = [record["messageId"] for record in event["Records"] if record["body"] in self.again]
        return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}

    def webhook(self, event: dict[str, Any], context: Any) -> dict[str, Any]:
        assert context.function_name == "webhook"
        self._called("webhook", [record["body"] for record in event["Records"]])
        assert self.answered.wait(SECONDS)
        return {"batchItemFailures": []}

    def sweep(self, event: dict[str, Any], context: Any) -> None:
        assert context.function_name == "sweep"
        self._called("sweep", event["detail-type"])

    def next(self, name: str) -> Any:
        """What the next call of this function was told."""
        until = time.monotonic() + SECONDS
        while (left := until - time.monotonic()) > 0:
            called, told = self.calls.get(timeout=left)
            if called == name:
                return told
        raise AssertionError(f"{name} was not called")


class Works:
    """A pump with its engines."""

    def __init__(self, folder: Path) -> None:
        self.clock = FixedClock()
        self.mails = SqliteQueue(folder / "queues.sqlite3", self.clock, name="mail")
        self.webhooks = SqliteQueue(folder / "queues.sqlite3", self.clock, name="webhook")
        self.functions = Functions()
        commits = Commits(self.clock)
        sources = Sources(commits, SqliteInbox(self.mails), SqliteInbox(self.webhooks))
        self.pump = Pump(self.functions, sources, self.clock, LEASE)
        self.store = SqliteStore(":memory:", self.clock, on_commit=commits.take)

    def put(self, name: str, work: IndexKey | None = None) -> Key:
        """Commit an item."""
        key = Key("P", name)
        self.store.commit([Put(Item(key, "thing", {}, work=work))])
        return key


@pytest.fixture
def works(tmp_path: Path) -> Iterator[Works]:
    made = Works(tmp_path)
    yield made
    made.functions.answered.set()
    made.pump.stop()
    for each in (made.store, made.mails, made.webhooks):
        each.close()


def test_what_is_committed_reaches_the_relay_even_if_it_was_before_the_start(works: Works) -> None:
    before = works.put("before")
    works.pump.start()
    assert works.functions.next("relay") == [before]
    after = works.put("after")
    assert works.functions.next("relay") == [after]


def test_a_message_that_is_done_goes_and_one_that_failed_comes_again(works: Works) -> None:
    works.functions.again.append('{"a":1}')
    for message in ({"a": 1}, {"b": 2}):
        works.mails.put(message)
    works.pump.start()
    assert works.functions.next("mail") == ['{"a":1}', '{"b":2}']
    wait_for(lambda: works.mails.waiting() == 1, "the second message to go, after the first was put back")
    works.functions.again.clear()
    works.clock.advance(LEASE)
    assert works.functions.next("mail") == ['{"a":1}']


def test_a_webhook_that_takes_its_time_holds_up_no_mail(works: Works) -> None:
    works.webhooks.put({"slow": 1})
    works.pump.start()
    assert works.functions.next("webhook") == ['{"slow":1}']
    works.mails.put({"a": 1})
    assert works.functions.next("mail") == ['{"a":1}']
    assert works.webhooks.waiting() == 1
    works.functions.answered.set()
    wait_for(lambda: works.webhooks.waiting() == 0, "the webhook to be done")


def test_a_match_that_stopped_in_its_forced_moves_is_swept_at_once(works: Works) -> None:
    works.pump.start()
    assert works.functions.next("sweep") == "Scheduled Event"
    works.put("due", IndexKey("due#3", f"{works.clock.now():010d}#m"))
    assert works.functions.next("sweep") == "Scheduled Event"


@pytest.mark.parametrize("name", ["relay", "mail", "sweep"])
def test_a_failure_does_not_end_a_loop(works: Works, name: str) -> None:
    works.functions.failing.append(name)
    works.mails.put({"a": 1})
    works.put("one")
    works.pump.start()
    works.functions.next(name)
    works.mails.put({"b": 2})
    works.put("two")
    assert works.functions.next(name)


def test_messages_that_a_killed_process_held_come_at_once(works: Works) -> None:
    works.mails.put({"a": 1})
    works.mails.put({"later": 1}, delay=60)
    assert len(works.mails.receive(visibility=600)) == 1
    assert works.mails.release() == 1
    works.pump.start()
    assert works.functions.next("mail") == ['{"a":1}']
    assert works.mails.waiting() >= 1
