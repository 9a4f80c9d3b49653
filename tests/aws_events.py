"""Events as AWS hands them to a function: of a table's stream, of a queue, of a schedule; and the context beside them.

Shapes as the Lambda guide shows them; requests of API Gateway are in tests/api_event.py.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from chalicelib.adapters.stream import Change, stream_event

ACCOUNT = "123456789012"
TABLE_ARN = f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/turnpost/stream/2026-07-01T12:00:00.123"
FIRST_NUMBER = 4_421_584_500_000_000_017_450_439_091
AT = 1_790_000_000

_count = itertools.count(1)


class Context:
    """What Lambda tells a function of the invocation; `left` is how many milliseconds it has."""

    function_version = "$LATEST"
    memory_limit_in_mb = "512"

    def __init__(self, function: str, left: int = 120_000) -> None:
        self.function_name = f"turnpost-prod-{function}"
        self.invoked_function_arn = f"arn:aws:lambda:eu-west-1:{ACCOUNT}:function:{self.function_name}"
        self.aws_request_id = str(uuid.UUID(int=next(_count)))
        self.left = left

    def get_remaining_time_in_millis(self) -> int:
        """So much time is left."""
        return self.left


def stream(*changes: Change) -> dict[str, Any]:
    """A batch of a table's stream: what the embedded service makes itself, with what only AWS knows."""
    records = stream_event(changes)["Records"]
    return {"Records": [_of_aws(record, place) for place, record in enumerate(records)]}


def number(place: int) -> str:
    """The sequence number of the record at this place in a batch."""
    return str(FIRST_NUMBER + 7 * place)


def _of_aws(record: Mapping[str, Any], place: int) -> dict[str, Any]:
    told = {
        **record["dynamodb"],
        "ApproximateCreationDateTime": AT + 0.25 * place,
        "SequenceNumber": number(place),
    }
    return {**record, "awsRegion": "eu-west-1", "dynamodb": told, "eventSourceARN": TABLE_ARN}


def by_ttl(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a removal, as it looks when the item had expired."""
    service = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
    return {**record, "userIdentity": service}


def messages(*bodies: object, queue: str = "turnpost-mail", receives: int = 1) -> dict[str, Any]:
    """A batch of a queue; what is no text is put in as JSON."""
    return {"Records": [_message(body, queue, receives) for body in bodies]}


def _message(body: object, queue: str, receives: int) -> dict[str, Any]:
    text = body if isinstance(body, str) else json.dumps(body)
    name = str(uuid.UUID(int=next(_count)))
    return {
        "messageId": name,
        "receiptHandle": f"AQEB{hashlib.sha256(name.encode()).hexdigest()}",
        "body": text,
        "attributes": {
            "ApproximateReceiveCount": str(receives),
            "AWSTraceHeader": "Root=1-60000000-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=0",
            "SentTimestamp": str(AT * 1_000),
            "SenderId": "AROAEXAMPLEEXAMPLEEXA:turnpost-prod-relay",
            "ApproximateFirstReceiveTimestamp": str(AT * 1_000 + 3),
        },
        "messageAttributes": {},
        "md5OfBody": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        "eventSource": "aws:sqs",
        "eventSourceARN": f"arn:aws:sqs:eu-west-1:{ACCOUNT}:{queue}",
        "awsRegion": "eu-west-1",
    }


def tick(at: int = AT) -> dict[str, Any]:
    """The tick of a schedule."""
    return {
        "version": "0",
        "id": str(uuid.UUID(int=next(_count))),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": ACCOUNT,
        "time": datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": "eu-west-1",
        "resources": [f"arn:aws:events:eu-west-1:{ACCOUNT}:rule/turnpost-prod-sweep-event"],
        "detail": {},
    }


def failed(told: Mapping[str, Any], among: Sequence[Mapping[str, Any]]) -> list[int]:
    """The places in a batch of what a function's answer says has to come again; fails if it names anything else."""
    assert told.keys() == {"batchItemFailures"}
    assert all(each.keys() == {"itemIdentifier"} for each in told["batchItemFailures"])
    names = [each.get("messageId") or each["dynamodb"]["SequenceNumber"] for each in among]
    return [names.index(each["itemIdentifier"]) for each in told["batchItemFailures"]]
