"""Event records as SES publishes them, and as SNS wraps them up for a queue."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.adapters.ses import ROW_TAG, TAG

WHEN = "2026-09-21T14:13:20.123Z"
"""When it happened, for those who do not care: a FixedClock begins then."""


def event(kind: str, part: dict[str, Any], tag: str, carrier: str) -> dict[str, Any]:
    """An event about a mail with our tag that SES calls `carrier`."""
    tags = {"ses:configuration-set": ["turnpost"], TAG: ["0" * 32], **({ROW_TAG: [tag]} if tag else {})}
    mail = {
        "timestamp": WHEN,
        "source": "post@example.org",
        "messageId": carrier,
        "destination": ["ann@example.org"],
        "headersTruncated": False,
        "headers": [{"name": "Subject", "value": "Your turn"}],
        "tags": tags,
    }
    name = {"DeliveryDelay": "deliveryDelay", "Rendering Failure": "failure"}.get(kind, kind.lower())
    return {"eventType": kind, "mail": mail, name: part}


def delivery(tag: str, carrier: str, at: str = WHEN) -> dict[str, Any]:
    """The other side took it."""
    part = {"timestamp": at, "processingTimeMillis": 500, "recipients": ["ann@example.org"], "smtpResponse": "250 ok"}
    return event("Delivery", part, tag, carrier)


def bounce(tag: str, carrier: str, kind: str = "Permanent", more: str = "NoEmail", at: str = WHEN) -> dict[str, Any]:
    """It came back."""
    recipient = {"emailAddress": "ann@example.org", "diagnosticCode": "smtp; 550 5.1.1 <ann@example.org> unknown"}
    part = {"bounceType": kind, "bounceSubType": more, "timestamp": at, "bouncedRecipients": [recipient]}
    return event("Bounce", part, tag, carrier)


def complaint(tag: str, carrier: str, kind: str = "abuse", at: str = WHEN) -> dict[str, Any]:
    """Its reader said something about it; "" says nothing more."""
    part: dict[str, Any] = {"timestamp": at, "complainedRecipients": [{"emailAddress": "ann@example.org"}]}
    return event("Complaint", {**part, **({"complaintFeedbackType": kind} if kind else {})}, tag, carrier)


def wrapped(told: dict[str, Any]) -> str:
    """As SNS hands it to a queue, unless raw delivery is on."""
    message = {
        "Type": "Notification",
        "MessageId": "5b8f1c1e-0000-5000-8000-000000000000",
        "TopicArn": "arn:aws:sns:eu-west-1:000000000000:turnpost",
        "Subject": "Amazon SES Email Event Notification",
        "Message": json.dumps(told),
        "Timestamp": WHEN,
    }
    return json.dumps(message)
