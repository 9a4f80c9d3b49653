"""The loops of the embedded service: what a commit sets going, what comes again, what a failure does not stop."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.local_queue import QUEUE_ARN, SqliteQueue
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import items_of
from chalicelib.players.ports import FixedClock, IndexKey, Item, Key, Put
from infra.local.aws import SqsInbox, TableStream
from infra.local.engine import Commits, SqliteInbox
from infra.local.pump import AT_ONCE, Pump, Sources, Stream
from tests.adapters.emulated import TABLE, access, emulator
from tests.local.process import wait_for

VISIBILITY = 4
SECONDS = 20.0
READ = "before-call.dynamodb-streams.GetRecords"

W = TypeVar("W", bound="Works")


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
            raise RuntimeError(f"{name} failed for anna@example.org")

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
    """A pump on SQLite."""

    def __init__(self, folder: Path) -> None:
        self.clock = FixedClock()
        path = folder / "queues.sqlite3"
        self.queues = {name: SqliteQueue(path, self.clock, name=name) for name in ("mail", "webhook")}
        self.functions = Functions()
        commits = Commits(self.clock)
        self.store: SqliteStore | DynamoStore = SqliteStore(":memory:", self.clock, on_commit=commits.take)
        self.sources = Sources(commits, *map(SqliteInbox, self.queues.values()))
        self.pump = Pump(self.functions, self.sources, self.clock, VISIBILITY)

    def put(self, name: str, work: IndexKey | None = None) -> Key:
        """Commit an item."""
        key = Key("P", name)
        self.store.commit([Put(Item(key, "thing", {}, work=work))])
        return key

    def send(self, queue: str, message: dict[str, int]) -> None:
        """Put a message into a queue."""
        self.queues[queue].put(message)

    def waiting(self, queue: str) -> int:
        """How many messages it has, hidden ones too."""
        return self.queues[queue].waiting()

    def later(self) -> None:
        """Let the time pass after which a message that failed comes again."""
        self.clock.advance(VISIBILITY)

    def close(self) -> None:
        """Let go of everything."""
        for each in (self.store, *self.queues.values()):
            each.close()


class EmulatedWorks(Works):
    """A pump on a table's stream and on queues in SQS."""

    def __init__(self) -> None:
        self.clock = FixedClock()
        account = emulator().account()
        self.client = account.client("sqs")
        self.streams = account.client("dynamodbstreams")
        self.store = store = DynamoStore(TABLE, self.clock, access=access(account))
        store.create_table()
        stream = store.connection.describe_table()["LatestStreamArn"]
        self.urls = {name: self.client.create_queue(QueueName=name)["QueueUrl"] for name in ("mail", "webhook", "dead")}
        self.functions = Functions()
        self.inboxes = {name: SqsInbox(self.client, url, QUEUE_ARN + name) for name, url in self.urls.items()}
        self.sources = Sources(TableStream(self.streams, stream), self.inboxes["mail"], self.inboxes["webhook"])
        self.pump = Pump(self.functions, self.sources, self.clock, VISIBILITY)

    def send(self, queue: str, message: dict[str, int]) -> None:
        body = json.dumps(message, separators=(",", ":"))
        self.client.send_message(QueueUrl=self.urls[queue], MessageBody=body)

    def waiting(self, queue: str) -> int:
        told = self.client.get_queue_attributes(QueueUrl=self.urls[queue], AttributeNames=["All"])["Attributes"]
        counts = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")
        return sum(int(told[count]) for count in counts)

    def later(self) -> None:
        """Here the time passes by itself."""

    def close(self) -> None:
        for each in (self.store, self.client, self.streams):
            each.close()


@pytest.fixture(params=["sqlite", "emulator"])
def works(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Works]:
    yield from _running(Works(tmp_path) if request.param == "sqlite" else EmulatedWorks())


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Works]:
    yield from _running(Works(tmp_path))


@pytest.fixture
def emulated() -> Iterator[EmulatedWorks]:
    works = EmulatedWorks()
    yield from _running(works)


def _running(works: W) -> Iterator[W]:
    yield works
    works.functions.answered.set()
    works.pump.stop()
    works.close()


def test_what_is_committed_reaches_the_relay_even_if_it_was_before_the_start(works: Works) -> None:
    before = works.put("before")
    works.pump.start()
    assert works.functions.next("relay") == [before]
    after = works.put("after")
    assert works.functions.next("relay") == [after]


def test_a_message_that_is_done_goes_and_one_that_failed_comes_again(works: Works) -> None:
    works.functions.again.append('{"a":1}')
    for message in ({"a": 1}, {"b": 2}):
        works.send("mail", message)
    works.pump.start()
    told = [works.functions.next("mail") for _ in range(2)]
    assert sorted(told) == [['{"a":1}'], ['{"b":2}']]
    wait_for(lambda: works.waiting("mail") == 1, "the second message to go, after the first was put back")
    works.functions.again.clear()
    works.later()
    assert works.functions.next("mail") == ['{"a":1}']
    wait_for(lambda: works.waiting("mail") == 0, "the first message to go")


def test_a_webhook_that_takes_its_time_holds_up_no_mail(works: Works) -> None:
    works.send("webhook", {"slow": 1})
    works.pump.start()
    assert works.functions.next("webhook") == ['{"slow":1}']
    works.send("mail", {"a": 1})
    assert works.functions.next("mail") == ['{"a":1}']
    assert works.waiting("webhook") == 1
    works.functions.answered.set()
    wait_for(lambda: works.waiting("webhook") == 0, "the webhook to be done")


def test_webhooks_that_hang_hold_up_no_other_as_long_as_hands_are_free(works: Works) -> None:
    for number in range(AT_ONCE["webhook"]):
        works.send("webhook", {"slow": number})
    works.pump.start()
    told = [works.functions.next("webhook") for _ in range(AT_ONCE["webhook"])]
    assert len({body for (body,) in told}) == AT_ONCE["webhook"]


def test_a_stop_waits_for_what_is_in_hand_and_begins_nothing_more(sqlite: Works) -> None:
    number = AT_ONCE["webhook"]
    for each in range(number + 3):
        sqlite.send("webhook", {"slow": each})
    sqlite.pump.start()
    for _ in range(number):
        sqlite.functions.next("webhook")
    stopping = threading.Thread(target=sqlite.pump.stop)
    stopping.start()
    assert stopping.is_alive()
    sqlite.functions.answered.set()
    stopping.join(SECONDS)
    assert not stopping.is_alive()
    assert sqlite.waiting("webhook") >= 2  # one more may have been asked for before the stop was


def test_what_fails_is_logged_without_its_words(sqlite: Works, caplog: pytest.LogCaptureFixture) -> None:
    sqlite.functions.failing += ["mail", "sweep"]
    sqlite.send("mail", {"a": 1})
    with caplog.at_level("ERROR"):
        sqlite.pump.start()
        wait_for(lambda: len(caplog.records) == 2, "both failures to be logged")
    assert "RuntimeError at local/test_pump.py" in caplog.text
    assert "failed for anna@example.org" not in caplog.text
    assert "Traceback" not in caplog.text


def test_a_match_that_stopped_in_its_forced_moves_is_swept_at_once(works: Works) -> None:
    works.pump.start()
    assert works.functions.next("sweep") == "Scheduled Event"
    works.put("due", IndexKey("due#3", f"{works.clock.now():010d}#m"))
    assert works.functions.next("sweep") == "Scheduled Event"


@pytest.mark.parametrize("name", ["relay", "mail", "sweep"])
def test_a_failure_does_not_end_a_loop(sqlite: Works, name: str) -> None:
    sqlite.functions.failing.append(name)
    sqlite.send("mail", {"a": 1})
    sqlite.put("one")
    sqlite.pump.start()
    sqlite.functions.next(name)
    sqlite.send("mail", {"b": 2})
    sqlite.put("two")
    assert sqlite.functions.next(name)


def test_messages_that_a_killed_process_held_come_at_once(sqlite: Works) -> None:
    mails = sqlite.queues["mail"]
    mails.put({"a": 1})
    mails.put({"later": 1}, delay=60)
    assert len(mails.receive(visibility=600)) == 1
    assert mails.release() == 1
    sqlite.pump.start()
    assert sqlite.functions.next("mail") == ['{"a":1}']
    assert mails.waiting() >= 1


def test_dead_letters_get_another_round(emulated: EmulatedWorks) -> None:
    for number in range(12):
        emulated.send("dead", {"a": number})
    emulated.inboxes["mail"].put_back(emulated.inboxes["dead"])
    assert [emulated.waiting(queue) for queue in ("dead", "mail")] == [0, 12]


def test_a_stream_that_cannot_be_read_on_is_read_anew(emulated: EmulatedWorks) -> None:
    stream, key = emulated.sources.stream, emulated.put("one")
    assert _keys(stream) == [key]
    assert _keys(stream) == []
    emulated.streams.meta.events.register(READ, _expired, unique_id="expired")
    assert _keys(stream) == []
    emulated.streams.meta.events.unregister(READ, unique_id="expired")
    assert _keys(stream) == [key]


def _keys(stream: Stream) -> list[Key]:
    return [item.key for item in items_of({"Records": stream.next()})]


def _expired(**_: Any) -> tuple[AWSResponse, dict[str, Any]]:
    """What is answered for a place in the stream that was asked for too long ago."""
    error = {"Code": "ExpiredIteratorException", "Message": "too late"}
    return AWSResponse("", 400, HTTPHeaders(), None), {"Error": error, "ResponseMetadata": {}}
