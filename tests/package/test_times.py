"""Whatever is begun is over before Lambda ends it: what a step may take, with all that it calls at its own limit."""

from __future__ import annotations

import json

import pytest

from chalicelib import bootstrap
from chalicelib.adapters import dynamo, dynamo_table, ses, sqs, webhook
from chalicelib.post import feedback, queue, relay, sender
from infra.local import pump
from tests.package.built import event, properties
from tests.post import faults

START = 10.0
"""Seconds from the beginning of an invocation to its first step, with everything loaded and every client made."""
REQUEST = dynamo_table.CONNECT_SECONDS + dynamo_table.READ_SECONDS
READ = REQUEST * (len(dynamo.PAUSES) + 1) + sum(dynamo.PAUSES)
PUT = (sqs.CONNECT_SECONDS + sqs.READ_SECONDS) * sqs.ATTEMPTS + 2.0
"""With the pauses between botocore's attempts, which are one second and less."""
SLOWEST = {
    "commit": REQUEST,
    "put": PUT,
    "send": ses.CONNECT_SECONDS + ses.READ_SECONDS,
    "call": webhook.TOTAL_SECONDS,
    **dict.fromkeys(("get", "get_many", "query", "index"), READ),
}
READ_ANEW = 2 * READ
"""A row that the cheap read does not see, and then the dear one does."""
RECORD_ANEW = REQUEST * len(sender.RECORD_PAUSES) + sum(sender.RECORD_PAUSES)


def attempt(path: str, sending: str) -> tuple[str, ...]:
    """The calls of one attempt."""
    (found,) = [each for each in faults.PATHS if each.name == path]
    calls = faults.run(found, {}).calls
    times = calls.count(sending)
    assert len(calls) % times == 0
    return calls[: len(calls) // times]


@pytest.mark.parametrize(("path", "sending"), [("mail", "send"), ("webhook", "call")])
def test_an_attempt_takes_no_longer_than_the_queue_reckons(path: str, sending: str) -> None:
    calls = attempt(path, sending)
    assert calls[-1] == "commit"
    slowest = sum(SLOWEST[call] for call in calls)
    gathered = READ if path == "mail" else 0  # what was mailed a moment ago, which the table of faults does not look up
    assert 60 < slowest + gathered + READ_ANEW + RECORD_ANEW + PUT <= queue.ATTEMPT_SECONDS
    assert queue.PUT_SECONDS >= PUT


def test_an_attempt_at_a_call_is_over_before_its_lease() -> None:
    after = attempt("webhook", "call")[1:]
    assert (
        sum(SLOWEST[call] for call in after) + RECORD_ANEW
        < sender.CALL_LEASE
        < properties("WebhookQueue")["VisibilityTimeout"]
    )


@pytest.mark.parametrize("function", ["Mail", "Webhook"])
def test_a_function_has_the_time_for_one_attempt_however_slow_and_for_a_batch_of_usual_ones(function: str) -> None:
    spare = properties(function)["Timeout"] - queue.ATTEMPT_SECONDS
    usual = 1.0  # seconds, ten times what it takes in most cases
    assert spare >= START + (event(function)["BatchSize"] - 1) * usual


def test_a_report_of_a_mail_takes_no_longer_than_its_function_reckons() -> None:
    calls = ("get", "commit", "get", "query", "commit")  # the row and what it says; the profile, its logins, and that
    assert sum(SLOWEST[call] for call in calls) <= feedback.REPORT_SECONDS
    assert properties("Feedback")["Timeout"] >= START + feedback.REPORT_SECONDS


def test_the_relay_and_the_sweep_reckon_with_their_slowest_steps() -> None:
    notice = REQUEST + READ + PUT + REQUEST  # the row, which may stand there already; the message; the mark
    assert notice <= relay.NOTICE_SECONDS
    assert READ + notice <= relay.ROW_SECONDS
    assert READ + READ <= relay.READ_SECONDS
    assert REQUEST + PUT + REQUEST <= relay.ASK_SECONDS  # the note, the message, the note taken back
    for function in ("Relay", "Sweep"):
        assert properties(function)["Timeout"] >= START + relay.ROW_SECONDS


def test_a_sweep_whose_post_is_at_its_slowest_has_time_for_deadlines() -> None:
    first = min(relay.READ_SECONDS, relay.ASK_SECONDS)
    assert first > bootstrap.SPARE_MILLISECONDS / 1_000


def test_a_delivery_is_asked_for_again_when_the_queue_may_have_lost_it() -> None:
    for name in ("MailQueue", "WebhookQueue"):
        assert relay.ASKED >= properties(name)["VisibilityTimeout"] > max(bootstrap.SMTP_LEASE, sender.CALL_LEASE)


def test_what_is_put_again_is_within_what_sqs_takes() -> None:
    assert list(queue.AGAIN) == sorted(queue.AGAIN)
    assert queue.AGAIN[-1] <= queue.LONGEST_DELAY == sqs.MAX_DELAY


def test_the_embedded_functions_are_told_the_same_limits() -> None:
    limits = {name: properties(name.title())["Timeout"] for name in pump.LIMITS}
    assert json.dumps(limits) == json.dumps(pump.LIMITS)
