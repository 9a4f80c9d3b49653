"""The queue function: what is done is done, what is not comes again, and one bad message spoils none."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest

from chalicelib.players.ports import Put
from chalicelib.post import login, queue, relay
from chalicelib.post.delivery import item_of
from chalicelib.post.sender import CONFLICT_SECONDS
from tests.adapters.faults import FaultyStore
from tests.post.mishaps import Plan, PlannedQueue
from tests.post.office import Office, records


def test_messages_are_judged_one_by_one(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    (message,) = office.queue.take()
    bodies = ["not json", "[]", "{}", '{"delivery": ["a"]}', '{"delivery": ["P#a", "x"]}', '{"secret": "hush"}']
    events = [{"messageId": f"bad{number}", "body": body} for number, body in enumerate(bodies)]
    events.insert(3, {"messageId": "good", "body": json.dumps(message)})
    with caplog.at_level(logging.ERROR):
        failed = queue.handle(office.post, events)
    assert failed == ["bad0", "bad1", "bad2", "bad3", "bad5"]
    assert len(office.mails("new")) == 1
    assert "bad5" in caplog.text
    assert "hush" not in caplog.text


def test_a_delivery_somebody_is_at_comes_again() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    (item,) = office.owing(match)
    relay.relay(office.post, item)
    row = office.rows("anna")[0]
    office.store.commit([Put(item_of(row.leased(office.clock.now() + 10)))])
    assert office.handle() == []
    assert [delay for _, delay in office.queue.messages] == [10]
    assert office.mails("anna") == []
    office.clock.advance(10)
    assert office.handle() == []
    assert len(office.mails("anna")) == 1


def test_a_row_that_was_just_being_written_is_looked_at_again_soon() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    (item,) = office.owing(match)
    relay.relay(office.post, item)
    conflict = office.over(FaultyStore(office.store, {1: "conflict"}))
    assert queue.handle(replace(office.post, env=conflict.env), records(office.queue.take()[:1])) == []
    assert [delay for _, delay in office.queue.messages] == [CONFLICT_SECONDS]
    office.clock.advance(CONFLICT_SECONDS)
    assert office.handle() == []
    assert len(office.mails("anna")) == 1


def test_no_message_is_no_work() -> None:
    assert queue.handle(Office().post, []) == []


def test_waiting_for_a_lease_uses_up_no_tries_but_a_queue_that_is_out_does() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    (item,) = office.owing(match)
    relay.relay(office.post, item)
    row = office.rows("anna")[0]
    office.store.commit([Put(item_of(row.leased(office.clock.now() + 5_000)))])
    messages = office.queue.take()
    assert queue.handle(office.post, records(messages[:1])) == []
    assert office.queue.messages == [({"delivery": messages[0]["delivery"]}, queue.LONGEST_DELAY)]
    out = replace(office.post, queue=PlannedQueue(office.queue, Plan({1: "before"})))
    assert queue.handle(out, records(messages[:1])) == ["m0"]
