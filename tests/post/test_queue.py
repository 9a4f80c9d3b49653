"""The queue function: what is done is done, what is not comes again, and one bad message spoils none."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.adapters import meter
from chalicelib.players.ports import Put
from chalicelib.post import login, queue, relay
from chalicelib.post.delivery import item_of
from chalicelib.post.sender import CONFLICT_SECONDS
from chalicelib.telemetry.line import Line
from tests.adapters.faults import Fault, FaultyStore
from tests.post.mishaps import Plan, PlannedQueue
from tests.post.office import Hanging, Office, records
from tests.telemetry.ear import listening


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


def test_a_record_that_cannot_be_named_spoils_none() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    (message,) = office.queue.take()
    nameless: list[Any] = [{"body": "not json"}, {}, None, {"messageId": "bad"}]
    assert queue.handle(office.post, [*nameless, *records([message])]) == ["bad"]
    assert len(office.mails("new")) == 1


def test_what_no_delivery_is_named_by_is_told_cut(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    assert queue.handle(office.post, records([{"delivery": ["P#" + "a" * 900, "D#" + "b" * 900]}])) == []
    assert "no such delivery: P#aa" in caplog.text
    assert len(caplog.messages[-1]) < 250


def test_several_are_handled_together_and_told_in_the_one_line() -> None:
    office = Office()
    for number in range(5):
        office.webhook("anna", f"https://hook.example/{number}")
    (item,) = office.owing(office.desk.table("anna", "bram"))
    relay.relay(office.post, item)
    calls = records([*office.webhook_queue.take(), {"wrong": 1}])
    assert len(calls) == 6
    cost, token = meter.begin()
    try:
        with listening() as ear, Line("webhook", "", "test", cost):
            assert queue.handle(replace(office.post, webhooks=Hanging(5)), calls, together=6) == ["m5"]
    finally:
        meter.end(token)
    assert ear.lines[0]["accepted"] == 5
    assert ear.lines[0]["calls"] >= 5 * 4  # to lease the row, to read match and webhook, to record it


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
    conflict = office.over(FaultyStore(office.store, {3: "conflict"}))
    assert queue.handle(replace(office.post, env=conflict.env), records(office.queue.take()[:1])) == []
    assert [delay for _, delay in office.queue.messages] == [CONFLICT_SECONDS]
    office.clock.advance(CONFLICT_SECONDS)
    assert office.handle() == []
    assert len(office.mails("anna")) == 1


def owing(office: Office) -> list[Mapping[str, Any]]:
    """The messages of two mails that are owed."""
    (item,) = office.owing(office.desk.table("anna", "bram"))
    relay.relay(office.post, item)
    return office.queue.take()


@pytest.mark.parametrize("fault", ["throttled", "before", "lost"])
def test_what_the_store_has_no_time_for_is_put_again_soon(fault: Fault) -> None:
    office = Office()
    messages = owing(office)[:1]
    for tries, delay in enumerate(queue.AGAIN, 1):
        shaky = office.over(FaultyStore(office.store, {1: "throttled", 2: "throttled"}))
        assert queue.handle(shaky, records(messages)) == []
        assert office.queue.messages == [({**messages[0], "tries": tries}, delay)]
        messages = office.queue.take()
    last = office.over(FaultyStore(office.store, {1: fault}))
    assert queue.handle(last, records(messages)) == ["m0"]
    assert office.queue.messages == []
    office.clock.advance(office.post.lease)
    assert queue.handle(office.post, records(messages)) == []
    assert len(office.mailer.accepted) == 1


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_call_in_the_middle_of_an_attempt_that_is_refused_is_no_long_wait(number: int) -> None:
    office = Office()
    messages = owing(office)[:1]
    assert queue.handle(office.over(FaultyStore(office.store, {number: "throttled"})), records(messages)) == []
    waited = 0
    while office.queue.messages:
        ((message, delay),) = office.queue.messages
        office.queue.take()
        office.clock.advance(delay)
        waited += delay
        assert queue.handle(office.post, records([message])) == []
    assert waited <= office.post.lease
    assert len(office.mailer.accepted) == 1


def test_a_call_of_a_webhook_goes_back_into_its_own_queue() -> None:
    office = Office()
    office.person("dirk", "Dirk")
    office.webhook("dirk")
    message = {"delivery": ["P#dirk", "D#1790000000#m#1#0#your_turn#webhook-1"]}
    assert queue.handle(office.over(FaultyStore(office.store, {1: "throttled"})), records([message])) == []
    assert office.webhook_queue.messages == [({**message, "tries": 1}, queue.AGAIN[0])]


def test_a_message_that_may_not_fit_into_the_time_that_is_left_is_not_begun() -> None:
    office = Office()
    login.owe(office.post, "new@example.com", "t" * 43, "en")
    (link,) = office.queue.take()
    messages = [*owing(office), link, {"secret": "hush"}]
    times = iter([queue.ATTEMPT_SECONDS, *[queue.ATTEMPT_SECONDS - 1, queue.PUT_SECONDS] * 2])
    assert queue.handle(office.post, records(messages), lambda: next(times)) == ["m3"]
    assert len(office.mailer.accepted) == 1
    assert office.queue.messages == [({**message, "tries": 1}, queue.AGAIN[0]) for message in messages[1:3]]


def test_what_cannot_even_be_put_again_in_time_is_offered_again() -> None:
    office = Office()
    assert queue.handle(office.post, records(owing(office)), lambda: queue.PUT_SECONDS - 1) == ["m0", "m1"]
    assert office.queue.messages == []


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
