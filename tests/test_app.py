"""The functions of app.py, called as Lambda calls them: what they do, what they answer, what they say in the log."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app import app, feedback, mail, relay, sweep, webhook
from chalicelib import bootstrap
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import Change
from chalicelib.players.ports import StoreUnavailableError
from chalicelib.post.ports import MailUnavailableError
from tests import aws_events
from tests.adapters.ses_told import bounce
from tests.api_event import LambdaContext, api_event
from tests.aws_events import Context
from tests.players.desk import MeddledStore
from tests.post.office import Hanging
from tests.telemetry.ear import Ear, listening
from tests.web.desk import Desk, open_desk


@dataclass
class Works:
    """A service, the changes its table's stream would tell, and what is heard of it."""

    desk: Desk
    ear: Ear
    changes: list[Change] = field(default_factory=list)

    def started(self) -> list[Change]:
        """The changes that begin a match of two: the last one owes both a mail."""
        self.desk.table("ann", "bob")
        self.ear.lines.clear()
        return self.changes

    @property
    def line(self) -> dict[str, Any]:
        """The one line that was written since last time."""
        (line,) = self.ear.lines
        self.ear.lines.clear()
        return line

    def mails(self) -> dict[str, Any]:
        """What waits for the mail function."""
        return aws_events.messages(*self.desk.queue.take())


@pytest.fixture
def works() -> Iterator[Works]:
    desk = open_desk()
    with listening() as ear:
        made = Works(desk, ear)
        store = desk.store.inner
        assert isinstance(store, SqliteStore)
        store.on_commit = made.changes.extend
        yield made
    bootstrap.use(None)


def log_rows(event: dict[str, Any]) -> list[int]:
    """The places of the rows in a batch that owe anything."""
    images = [record["dynamodb"].get("NewImage", {}) for record in event["Records"]]
    return [place for place, image in enumerate(images) if image.get("kind") == {"S": "log"} and "work_pk" in image]


def test_the_relay_turns_new_log_rows_into_messages(works: Works) -> None:
    event = aws_events.stream(*works.started())
    assert relay(event, Context("relay")) == {"batchItemFailures": []}
    assert len(works.desk.queue.messages) == 2
    line = works.line
    assert (line["function"], line["outcome"], line["records"]) == ("relay", "done", len(event["Records"]))
    assert (line["relayed"], line["left"], line["unreadable"]) == (len(log_rows(event)), 0, 0)
    assert line["match"] == works.desk.get("/me/matches", by="ann").json["matches"][0]["id"]
    assert line["calls"] > 0


def test_rows_that_cannot_be_relayed_are_reported_by_their_sequence_numbers(works: Works) -> None:
    event = aws_events.stream(*works.started())
    places = log_rows(event)
    works.desk.store.fault = StoreUnavailableError("no answer")
    told = relay(event, Context("relay"))
    works.desk.store.fault = None
    assert aws_events.failed(told, event["Records"]) == places
    assert told["batchItemFailures"][0]["itemIdentifier"] == aws_events.number(places[0])
    line = works.line
    assert (line["outcome"], line["level"], line["left"]) == ("partial", "warning", len(places))
    assert any("StoreUnavailableError: no answer at" in text for text in works.ear.others)
    assert relay(event, Context("relay")) == {"batchItemFailures": []}


def hostile(event: dict[str, Any]) -> list[Any]:
    """Records that nobody should send: each is one that the relay has to put up with."""
    (row,) = [event["Records"][place] for place in log_rows(event)][-1:]
    told = row["dynamodb"]
    without = [{**row, "dynamodb": {k: v for k, v in told.items() if k != name}} for name in told]
    images: tuple[Any, ...] = (None, [], "x", {}, {"pk": {"S": "x"}}, {**told["NewImage"], "version": {"N": "one"}})
    odd = [{**row, "dynamodb": {**told, "NewImage": image}} for image in images]
    other = deepcopy(row)
    other["eventSourceARN"] = other["eventSourceARN"].replace("turnpost", "another")
    other["dynamodb"] |= {"Keys": {"id": {"N": "1"}}, "NewImage": {"id": {"N": "1"}}}
    unknown = {**row, "eventName": "TRUNCATE", "dynamodb": {"Keys": told["Keys"], "SequenceNumber": "5"}}
    deleted = {**row, "eventName": "REMOVE", "dynamodb": {**told, "OldImage": told["NewImage"]}}
    del deleted["dynamodb"]["NewImage"]
    return [None, 7, "x", [], {}, {"dynamodb": None}, *without, *odd, other, unknown, aws_events.by_ttl(deleted)]


def test_hostile_records_stop_nothing(works: Works) -> None:
    event = aws_events.stream(*works.started())
    good = event["Records"][log_rows(event)[-1]]
    batch = hostile(event)
    assert relay({"Records": [*batch, good]}, Context("relay")) == {"batchItemFailures": []}
    asked = {tuple(message["delivery"]) for message, _ in works.desk.queue.messages}
    assert len(asked) == 2
    assert works.line["unreadable"] == len([text for text in works.ear.others if "could not be read" in text]) > 10


@pytest.mark.parametrize("event", [{}, {"Records": []}])
def test_an_empty_batch_is_done_with(works: Works, event: dict[str, Any]) -> None:
    assert relay(event, Context("relay")) == {"batchItemFailures": []}
    assert works.line["records"] == 0


def test_the_mail_function_sends_and_reports_what_has_to_come_again(works: Works) -> None:
    relay(aws_events.stream(*works.started()), Context("relay"))
    event = works.mails()
    event["Records"][1:1] = aws_events.messages("{", {"dance": 1}, {"delivery": ["P#x"]})["Records"]
    works.ear.lines.clear()
    told = mail(event, Context("mail"))
    assert aws_events.failed(told, event["Records"]) == [1, 2, 3]
    assert len(works.desk.mailer.accepted) == 2
    line = works.line
    assert (line["function"], line["outcome"], line["records"], line["left"]) == ("mail", "partial", 5, 3)
    assert (line["accepted"], line["overtaken"], line["failed"], line["delayed"]) == (2, 0, 0, 0)
    again = mail(event, Context("mail"))
    assert aws_events.failed(again, event["Records"]) == [1, 2, 3]
    assert len(works.desk.mailer.accepted) == 2


def test_a_mailer_that_is_out_delays(works: Works) -> None:
    relay(aws_events.stream(*works.started()), Context("relay"))
    works.ear.lines.clear()
    works.desk.mailer.errors = [MailUnavailableError("later")] * 2
    assert mail(works.mails(), Context("mail")) == {"batchItemFailures": []}
    assert works.line["delayed"] == 2


def test_the_webhook_function_reports_in_the_same_way(works: Works) -> None:
    event = aws_events.messages({"dance": 1}, queue="turnpost-webhook")
    assert aws_events.failed(webhook(event, Context("webhook")), event["Records"]) == [0]
    assert (works.line["function"], works.ear.lines) == ("webhook", [])


def test_what_became_of_mails_is_written_down_and_counted(works: Works) -> None:
    relay(aws_events.stream(*works.started()), Context("relay"))
    mail(works.mails(), Context("mail"))
    works.ear.lines.clear()
    sent = works.desk.mails("ann")[-1]
    told = [bounce(str(sent["X-Turnpost-Tag"]), "collected-1"), {"eventType": "Send"}, {"dance": 1}]
    event = aws_events.messages(*told, queue="turnpost-feedback")
    assert feedback(event, Context("feedback")) == {"batchItemFailures": []}
    line = works.line
    assert (line["function"], line["outcome"], line["records"], line["left"]) == ("feedback", "done", 3, 0)
    counted = {name: line[name] for name in ("bounced", "silenced", "dropped", "passed_over", "delivered")}
    assert counted == {"bounced": 1, "silenced": 1, "dropped": 1, "passed_over": 1, "delivered": 0}
    assert works.desk.get("/me", by="ann").json["silenced"]["why"] == "bounced"
    assert "ann@" not in str(line)


def test_what_the_store_has_no_time_for_is_told_again(works: Works) -> None:
    relay(aws_events.stream(*works.started()), Context("relay"))
    mail(works.mails(), Context("mail"))
    works.ear.lines.clear()
    tag = str(works.desk.mails("ann")[-1]["X-Turnpost-Tag"])
    event = aws_events.messages(bounce(tag, "collected-1"), {"dance": 1}, queue="turnpost-feedback")
    works.desk.store.fault = StoreUnavailableError("out")
    assert aws_events.failed(feedback(event, Context("feedback")), event["Records"]) == [0]
    works.desk.store.fault = None
    assert works.line["left"] == 1
    assert feedback(event, Context("feedback")) == {"batchItemFailures": []}
    assert works.line["silenced"] == 1


def test_the_webhooks_of_a_batch_are_called_beside_each_other(works: Works) -> None:
    for number in range(5):
        works.desk.post("/webhooks", {"url": f"https://hook.example/{number}"}, by="ann")
    relay(aws_events.stream(*works.started()), Context("relay"))
    works.ear.lines.clear()
    found = bootstrap.container()
    bootstrap.use(replace(found, posting=replace(found.post, webhooks=Hanging(5))))
    calls = aws_events.messages(*works.desk.webhook_queue.take(), queue="turnpost-webhook")
    assert webhook(calls, Context("webhook")) == {"batchItemFailures": []}
    assert works.line["accepted"] == 5


def test_the_sweep_tells_what_it_settled_and_what_waited(works: Works) -> None:
    works.started()
    match = works.desk.get("/me/matches", by="ann").json["matches"][0]["id"]
    works.desk.clock.advance(4 * 86_400)
    works.ear.lines.clear()
    sweep(aws_events.tick(), Context("sweep"))
    line = works.line
    assert (line["function"], line["outcome"], line["left"]) == ("sweep", "done", 0)
    assert line["overdue"] == 1
    assert line["oldest_overdue"] > 0
    assert line["expired"] + line["excused"] > 0
    assert line["oldest_unsent"] > 60
    assert line["relayed"] > 0
    assert "unsettled" not in line
    assert match not in str(line)


def test_a_sweep_without_time_leaves_the_rest(works: Works) -> None:
    works.started()
    works.desk.clock.advance(4 * 86_400)
    works.ear.lines.clear()
    sweep(aws_events.tick(), Context("sweep", left=5_000))
    line = works.line
    assert (line["outcome"], line["left"], line["expired"]) == ("partial", 2, 0)
    assert "oldest_unsent" not in line


class Slow(Context):
    """A sweep as long as it may take in AWS, with a store that takes three quarters of a second for each call."""

    def __init__(self, store: MeddledStore) -> None:
        super().__init__("sweep")
        self._store = store
        self._begun = store.reads + store.commits

    def get_remaining_time_in_millis(self) -> int:
        return 55_000 - 750 * (self._store.reads + self._store.commits - self._begun)


def test_no_half_of_a_sweep_takes_the_time_of_the_other(works: Works) -> None:
    for _ in range(10):
        works.started()
        works.desk.clock.advance(1)
    works.desk.clock.advance(4 * 86_400)
    works.ear.lines.clear()
    context = Slow(works.desk.store)
    sweep(aws_events.tick(), context)
    line = works.line
    assert (line["outcome"], line["left"]) == ("partial", 2)
    assert line["oldest_unsent"] == 4 * 86_400 + 10
    assert line["overdue"] == 10
    assert 0 < line["relayed"] < 10
    assert 0 < line["expired"] + line["excused"] < 20
    assert context.get_remaining_time_in_millis() > 0


def test_a_sweep_copies_what_players_changed_into_their_matches(works: Works) -> None:
    works.started()
    assert works.desk.ask("PATCH", "/me", {"name": "Ann Again"}, by="ann").status == 200
    works.ear.lines.clear()
    sweep(aws_events.tick(), Context("sweep"))
    line = works.line
    assert (line["copied"], line["left"]) == (1, 0)
    match = works.desk.get("/me/matches", by="ann").json["matches"][0]
    assert match["players"] == ["Ann Again", "Bob"]


def test_a_sweep_that_fails_tells_the_kind_and_no_words_of_others(works: Works) -> None:
    works.desk.store.fault = RuntimeError("ann@example.org")
    with pytest.raises(bootstrap.InvocationError, match=r"^sweep failed: RuntimeError$") as failed:
        sweep(aws_events.tick(), Context("sweep"))
    assert (failed.value.__cause__, failed.value.__suppress_context__) == (None, True)
    line = works.line
    assert (line["outcome"], line["level"], line["error"]) == ("failed", "error", "RuntimeError")
    assert "oldest_unsent" not in line
    assert any(text.startswith("sweep failed: RuntimeError at ") for text in works.ear.others)
    assert "ann@" not in "".join(works.ear.texts)


def test_a_request_that_the_store_had_no_answer_for_says_why(works: Works) -> None:
    works.desk.player("ann")
    works.ear.lines.clear()
    works.desk.store.fault = StoreUnavailableError("AccessDeniedException: no right to dynamodb:GetItem")
    assert works.desk.get("/me", by="ann").status == 503
    line = works.line
    assert (line["code"], line["status"]) == ("unavailable", 503)
    assert line["error"] == "StoreUnavailableError: AccessDeniedException: no right to dynamodb:GetItem"


def test_a_request_of_api_gateway_is_answered_and_told(works: Works) -> None:
    answer = app(api_event("GET", "/games/{key}", {"key": "keer-op-keer"}), LambdaContext())
    assert answer["statusCode"] == 200
    line = works.line
    assert (line["route"], line["status"], line["outcome"]) == ("GET /games/{key}", 200, "done")
    assert line["request"] == LambdaContext.aws_request_id
