"""What SES tells, read: every kind of event, wrapped up or not, and nothing that is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chalicelib.adapters.ses_events import LONGEST, read
from chalicelib.post.ports import TAG_HEADER, Report, UnreadableReportError
from tests.adapters.ses_told import WHEN, bounce, complaint, delivery, event, wrapped

AT = 1_790_000_000
TOLD = [
    (delivery("t", "c"), Report("delivered", "t", "c", AT)),
    (bounce("t", "c"), Report("bounced", "t", "c", AT, "bounce: Permanent NoEmail")),
    (
        bounce("t", "c", more="OnAccountSuppressionList"),
        Report("bounced", "t", "c", AT, "bounce: Permanent OnAccountSuppressionList"),
    ),
    (bounce("t", "c", "Transient", "MailboxFull"), Report("noted", "t", "c", AT, "bounce: Transient MailboxFull")),
    (
        bounce("t", "c", "Undetermined", "Undetermined"),
        Report("noted", "t", "c", AT, "bounce: Undetermined Undetermined"),
    ),
    (complaint("t", "c"), Report("complained", "t", "c", AT, "complaint: abuse")),
    (complaint("t", "c", ""), Report("complained", "t", "c", AT, "complaint")),
    (complaint("t", "c", "not-spam"), Report("noted", "t", "c", AT, "complaint: not-spam")),
    (
        event("Reject", {"reason": "Bad content"}, "t", "c"),
        Report("failed", "t", "c", AT, "rejected: Bad content"),
    ),
    (
        event("Rendering Failure", {"errorMessage": "no <ann@example.org>", "templateName": "x"}, "t", "c"),
        Report("failed", "t", "c", AT, "rejected: no …"),
    ),
    (
        event("DeliveryDelay", {"delayType": "MailboxFull", "timestamp": WHEN, "expirationTime": WHEN}, "t", "c"),
        Report("noted", "t", "c", AT, "delayed: MailboxFull"),
    ),
]


@pytest.mark.parametrize(("told", "report"), TOLD, ids=[report.why or report.fate for _, report in TOLD])
def test_every_kind_of_event_is_read_wrapped_up_or_not(told: dict[str, Any], report: Report) -> None:
    assert read(json.dumps(told)) == report
    assert read(wrapped(told)) == report


@pytest.mark.parametrize("kind", ["Send", "Open", "Click", "Subscription", "Something New"])
def test_other_events_are_of_no_interest(kind: str) -> None:
    assert read(json.dumps(event(kind, {}, "t", "c"))) is None


def test_what_sns_asks_about_the_subscription_itself_is_of_no_interest() -> None:
    asked = {"Type": "SubscriptionConfirmation", "TopicArn": "arn", "Message": "You have chosen to subscribe"}
    assert read(json.dumps(asked)) is None


def test_a_notification_of_an_identity_has_the_tag_among_the_headers() -> None:
    told = delivery("", "c")
    told["notificationType"] = told.pop("eventType")
    del told["mail"]["tags"]
    told["mail"]["headers"].append({"name": TAG_HEADER, "value": "t"})
    assert read(json.dumps(told)) == Report("delivered", "t", "c", AT)
    del told["mail"]["headers"]
    assert read(json.dumps(told)) == Report("delivered", "", "c", AT)


def _without(told: dict[str, Any], *path: str) -> str:
    place = told
    for name in path[:-1]:
        place = place[name]
    del place[path[-1]]
    return json.dumps(told)


def _with(value: object, *path: str) -> str:
    told: dict[str, Any] = bounce("t", "c")
    place = told
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return json.dumps(told)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Successfully validated SNS topic for Amazon SES event publishing.",
        "[]",
        "null",
        "[" * 100_000,
        '"x"',
        "{}",
        json.dumps({"eventType": ["Bounce"]}),
        json.dumps({"Type": "Notification", "TopicArn": "arn", "Message": "garbage"}),
        json.dumps({"Type": "Notification", "TopicArn": "arn", "Message": {"eventType": "Bounce"}}),
        _without(bounce("t", "c"), "mail"),
        _without(bounce("t", "c"), "bounce"),
        _without(bounce("t", "c"), "mail", "messageId"),
        _without(bounce("t", "c"), "bounce", "timestamp"),
        _with("yesterday", "bounce", "timestamp"),
        _with(17, "bounce", "timestamp"),
        _with([{}], "mail", "tags"),
        _with({"row": [17]}, "mail", "tags"),
        _with("x", "mail"),
        _with([], "bounce"),
        " " * (LONGEST + 1),
    ],
)
def test_what_is_no_report_is_refused_and_not_repeated(body: str) -> None:
    with pytest.raises(UnreadableReportError) as caught:
        read(body)
    assert "ann@example.org" not in str(caught.value)
    assert len(str(caught.value)) < 60


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-09-21T16:13:20+02:00", AT),
        ("2026-09-21T14:13:20", AT),
        ("0001-01-01T00:00:00Z", 0),
        ("9999-12-31T23:59:59-12:00", 221_845_392_000),
    ],
)
def test_moments_in_any_zone_and_far_away(text: str, moment: int) -> None:
    found = read(json.dumps(delivery("t", "c", text)))
    assert found
    assert found.at == moment
