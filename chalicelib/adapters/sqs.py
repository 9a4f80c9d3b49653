"""A queue in SQS."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from chalicelib.adapters.aws import LazyClient, code_of
from chalicelib.post.ports import QueueUnavailableError

MAX_DELAY = 900
"""The longest that SQS holds a message back, in seconds."""

CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 1.0, 2.0, 3
"""SQS answers within some ten milliseconds. Three attempts that all time out take about 11 s with the pauses between
them: a login still gets its "try again" within the 15 s its function has. A message put twice is recognised later."""

_REGION = re.compile(r"https://(?:sqs\.([a-z0-9-]+)|([a-z0-9-]+)\.queue)\.amazonaws\.com(?:\.cn)?/")


class SqsQueue:
    """A queue (post.ports.Queue) at this address; one at AWS tells its region, for others the environment does."""

    def __init__(self, url: str) -> None:
        """Take note of the address; nothing is loaded or connected yet."""
        self._url = url
        self._client = LazyClient("sqs", region_of(url), connect=CONNECT_SECONDS, read=READ_SECONDS, attempts=ATTEMPTS)

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        """Take the message. Raises QueueUnavailableError; ValueError for a delay SQS does not know."""
        if not 0 <= delay <= MAX_DELAY:
            raise ValueError(f"SQS holds messages back for 0 to {MAX_DELAY} seconds, not {delay}")
        from botocore.exceptions import BotoCoreError, ClientError

        body = json.dumps(message, separators=(",", ":"))
        try:
            self._client().send_message(QueueUrl=self._url, MessageBody=body, DelaySeconds=delay)
        except ClientError as error:  # not chained: botocore repeats what it was asked with, login secrets included
            raise QueueUnavailableError(f"SQS did not take a message: {code_of(error)}") from None
        except BotoCoreError as error:
            raise QueueUnavailableError(f"SQS did not take a message: {type(error).__name__}") from None

    def close(self) -> None:
        """Close its connections; the next message opens one anew."""
        self._client.close()


def region_of(url: str) -> str | None:
    """The region of a queue at AWS; None for an address that tells none."""
    found = _REGION.match(url)
    return (found[1] or found[2]) if found else None
