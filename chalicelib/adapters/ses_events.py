"""What SES tells of mails it took, read into our own words: event records by way of SNS, wrapped up by it or raw.

Fields as in SES's documentation of the contents of event data. Its words about a mail may hold addresses, which are
taken out; of who bounced or complained, nothing is read at all: the tag says whom the mail was for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from chalicelib.adapters.mime import without_addresses
from chalicelib.adapters.ses import ROW_TAG
from chalicelib.post.ports import TAG_HEADER, Fate, Report, UnreadableReportError

LONGEST = 256 * 1024
"""What a message in SQS has at most, in characters."""

_LAST = datetime(9000, 1, 1, tzinfo=UTC)


def read(body: str) -> Report | None:
    """The report in the body of a message; None for what is of no interest. Raises UnreadableReportError."""
    if len(body) > LONGEST:
        raise UnreadableReportError("it is too long")
    told = _object(body)
    if "Message" in told and "TopicArn" in told:
        told = _object(told["Message"]) if told.get("Type") == "Notification" else {"eventType": "Subscription"}
    kind = told.get("eventType") or told.get("notificationType")
    if not isinstance(kind, str):
        raise UnreadableReportError("it names no event")
    reader = _READERS.get(kind)
    try:
        return reader(told) if reader else None
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise UnreadableReportError("a part of it is missing, or is none") from None


def _object(text: object) -> Mapping[str, Any]:
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UnreadableReportError("it is no object in JSON")
    return found


def _delivery(told: Mapping[str, Any]) -> Report:
    return _report(told, "delivered", told["delivery"]["timestamp"])


def _bounce(told: Mapping[str, Any]) -> Report:
    """Only what is permanent says anything of the address: the rest are full mailboxes and out-of-office answers."""
    bounce = told["bounce"]
    kind, more = str(bounce["bounceType"]), str(bounce.get("bounceSubType", ""))
    fate: Fate = "bounced" if kind == "Permanent" else "noted"
    return _report(told, fate, bounce["timestamp"], f"bounce: {kind} {more}")


def _complaint(told: Mapping[str, Any]) -> Report:
    """What a reader took out of the spam again is the contrary of a complaint."""
    complaint = told["complaint"]
    kind = str(complaint.get("complaintFeedbackType") or complaint.get("complaintSubType") or "")
    fate: Fate = "noted" if kind == "not-spam" else "complained"
    return _report(told, fate, complaint["timestamp"], f"complaint: {kind}".removesuffix(": "))


def _reject(told: Mapping[str, Any]) -> Report:
    return _report(told, "failed", told["mail"]["timestamp"], f"rejected: {told['reject'].get('reason', '')}")


def _failure(told: Mapping[str, Any]) -> Report:
    return _report(told, "failed", told["mail"]["timestamp"], f"rejected: {told['failure'].get('errorMessage', '')}")


def _delay(told: Mapping[str, Any]) -> Report:
    delay = told["deliveryDelay"]
    return _report(told, "noted", delay["timestamp"], f"delayed: {delay.get('delayType', '')}")


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Report]] = {
    "Delivery": _delivery,
    "Bounce": _bounce,
    "Complaint": _complaint,
    "Reject": _reject,
    "Rendering Failure": _failure,
    "RenderingFailure": _failure,
    "DeliveryDelay": _delay,
}
"""What is of interest; that a mail was sent, opened or clicked on is not."""


def _report(told: Mapping[str, Any], fate: Fate, at: object, why: str = "") -> Report:
    mail = told["mail"]
    return Report(fate, _tag(mail), _text(mail["messageId"]), _moment(at), without_addresses(why))


def _tag(mail: Mapping[str, Any]) -> str:
    """The tag, or where SES repeats none the header that we had put it in; "" where there is neither."""
    values = (mail.get("tags") or {}).get(ROW_TAG)
    if values:
        return _text(values[0])
    headers = mail.get("headers") or []
    return next((_text(each["value"]) for each in headers if each["name"].lower() == TAG_HEADER.lower()), "")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _moment(text: object) -> int:
    found = datetime.fromisoformat(_text(text))
    moment = found if found.tzinfo else found.replace(tzinfo=UTC)
    return max(0, int(min(moment, _LAST).timestamp()))
