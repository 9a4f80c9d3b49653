"""The local queue keeps the manners of SQS, and keeps its messages whatever dies."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from chalice.app import SQSEvent

from chalicelib.adapters.local_queue import Message, SqliteQueue, sqs_event
from chalicelib.adapters.system import SystemClock
from chalicelib.players.ports import FixedClock
from chalicelib.post.ports import Queue, QueueUnavailableError


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def queue(clock: FixedClock) -> Iterator[SqliteQueue]:
    with SqliteQueue(":memory:", clock, max_receives=3) as opened:
        yield opened


def _bodies(messages: tuple[Message, ...]) -> list[object]:
    return [json.loads(message.body) for message in messages]


def test_messages_come_in_the_order_they_were_put(queue: SqliteQueue) -> None:
    port: Queue = queue
    for n in range(3):
        port.put({"n": n, "text": "é"})
    assert _bodies(queue.receive()) == [{"n": n, "text": "é"} for n in range(3)]


def test_a_received_message_is_hidden_and_comes_again(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1})
    first = queue.receive(visibility=30)
    clock.advance(29)
    assert queue.receive() == ()
    clock.advance(1)
    second = queue.receive()
    assert [message.receives for message in (*first, *second)] == [1, 2]
    assert first[0].id == second[0].id
    assert first[0].receipt != second[0].receipt


def test_a_deleted_message_never_comes_again(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1})
    queue.delete(queue.receive()[0].receipt)
    clock.advance(10_000)
    assert queue.receive() == ()
    assert queue.waiting() == 0


def test_an_old_receipt_deletes_nothing(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1})
    old = queue.receive(visibility=10)[0].receipt
    clock.advance(10)
    new = queue.receive()[0].receipt
    queue.delete(old)
    assert queue.waiting() == 1
    queue.delete(new)
    queue.delete(new)
    assert queue.waiting() == 0


def test_a_receipt_is_good_after_its_time_until_the_next(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1})
    receipt = queue.receive(visibility=10)[0].receipt
    clock.advance(60)
    queue.delete(receipt)
    assert queue.receive() == ()


def test_a_delayed_message_waits(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1}, delay=900)
    queue.put({"n": 2})
    assert _bodies(queue.receive()) == [{"n": 2}]
    clock.advance(899)
    assert {"n": 1} not in _bodies(queue.receive())
    clock.advance(1)
    assert {"n": 1} in _bodies(queue.receive())


@pytest.mark.parametrize("delay", [-1, 901])
def test_a_delay_that_sqs_does_not_take_is_refused(queue: SqliteQueue, delay: int) -> None:
    with pytest.raises(ValueError, match="delay"):
        queue.put({"n": 1}, delay=delay)


def test_a_batch_has_at_most_limit_messages(queue: SqliteQueue) -> None:
    for n in range(25):
        queue.put({"n": n})
    assert [len(queue.receive(limit)) for limit in (4, 10, 10, 10)] == [4, 10, 10, 1]


def test_a_message_that_came_in_vain_lies_dead(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"n": 1})
    for _ in range(3):
        assert len(queue.receive(visibility=10)) == 1
        assert queue.dead() == 0
        clock.advance(10)
    assert queue.receive() == ()
    assert (queue.waiting(), queue.dead()) == (0, 1)
    assert queue.redrive() == 1
    assert [message.receives for message in queue.receive()] == [1]


def test_queues_in_one_file_are_apart(tmp_path: Path, clock: FixedClock) -> None:
    path = tmp_path / "queue.db"
    with SqliteQueue(path, clock, name="mail") as mail, SqliteQueue(path, clock, name="webhook") as webhook:
        mail.put({"n": 1})
        assert webhook.receive() == ()
        message = mail.receive()[0]
        webhook.delete(message.receipt)
        assert mail.waiting() == 1


def test_messages_survive_a_restart(tmp_path: Path, clock: FixedClock) -> None:
    with SqliteQueue(tmp_path / "queue.db", clock) as queue:
        queue.put({"n": 1})
        queue.put({"n": 2})
        queue.receive(1, visibility=10)
    with SqliteQueue(tmp_path / "queue.db", clock) as queue:
        assert _bodies(queue.receive()) == [{"n": 2}]
        clock.advance(10)
        assert _bodies(queue.receive()) == [{"n": 1}]


def test_asking_an_empty_queue_writes_nothing(tmp_path: Path, clock: FixedClock) -> None:
    with SqliteQueue(tmp_path / "queue.db", clock) as queue:
        queue.put({"n": 1})
        queue.delete(queue.receive()[0].receipt)
        before = (tmp_path / "queue.db-wal").stat()
        for _ in range(5):
            assert queue.receive() == ()
        after = (tmp_path / "queue.db-wal").stat()
    assert (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)


def test_threads_get_each_message_once(tmp_path: Path, clock: FixedClock) -> None:
    with SqliteQueue(tmp_path / "queue.db", clock) as queue, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: queue.put({"n": n}), range(80)))
        batches = list(threads.map(lambda _: queue.receive(7), range(16)))
    received = [message.id for batch in batches for message in batch]
    assert len(received) == len(set(received)) == 80


def test_a_closed_or_held_queue_says_so(tmp_path: Path, clock: FixedClock) -> None:
    queue = SqliteQueue(tmp_path / "queue.db", clock)
    queue.close()
    with pytest.raises(QueueUnavailableError, match="closed"):
        queue.put({"n": 1})
    with pytest.raises(QueueUnavailableError, match="closed"):
        queue.receive()


def test_a_held_file_does_not_take_the_message(tmp_path: Path, clock: FixedClock) -> None:
    path = tmp_path / "queue.db"
    with SqliteQueue(path, clock, busy_seconds=0) as queue, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(QueueUnavailableError, match="held by another process"):
            queue.put({"n": 1})
        other.rollback()
        assert queue.waiting() == 0


_PUT_FOR_EVER = """
import itertools, sys
from chalicelib.adapters.local_queue import SqliteQueue
from chalicelib.adapters.system import SystemClock
queue = SqliteQueue(sys.argv[1], SystemClock())
for n in itertools.count():
    queue.put({"n": n})
    print(n, flush=True)
"""


def test_a_killed_process_loses_no_message_it_put(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    command = [sys.executable, "-c", _PUT_FOR_EVER, str(path)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True) as putter:
        assert putter.stdout is not None
        told = [putter.stdout.readline() for _ in range(20)]
        putter.kill()
        told += [line for line in putter.stdout.readlines() if line.endswith("\n")]
    received: list[object] = []
    with SqliteQueue(path, SystemClock()) as queue:
        while batch := _bodies(queue.receive()):
            received += batch
    assert received[: len(told)] == [{"n": n} for n in range(len(told))]
    assert len(received) - len(told) in (0, 1)


def test_an_event_has_the_shape_that_chalice_reads(queue: SqliteQueue, clock: FixedClock) -> None:
    queue.put({"delivery": ["P#1", "é"]})
    queue.put({"delivery": ["P#1", "b"]})
    clock.advance(5)
    event = sqs_event(queue.receive())
    records = list(SQSEvent(event, None))
    assert [json.loads(record.body)["delivery"][1] for record in records] == ["é", "b"]
    assert len({record["messageId"] for record in event["Records"]}) == 2
    first = event["Records"][0]
    assert first["attributes"]["ApproximateReceiveCount"] == "1"
    assert first["attributes"]["SentTimestamp"] == "1790000000000"
    assert first["attributes"]["ApproximateFirstReceiveTimestamp"] == "1790000005000"
    assert first["md5OfBody"] == hashlib.md5(first["body"].encode(), usedforsecurity=False).hexdigest()
    queue.delete(records[0].receipt_handle)
    assert queue.waiting() == 1
