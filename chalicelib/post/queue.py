"""The queue function: what happens with the messages that relay, sweep and login put."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from typing import Any

from chalicelib.players.ports import (
    Key,
    NewerFormatError,
    StoreConflictError,
    StoreThrottledError,
    StoreUnavailableError,
)
from chalicelib.post import login, receipt, sender
from chalicelib.post.delivery import queue_of
from chalicelib.post.ports import (
    OutOfTimeError,
    PostEnv,
    Queue,
    QueueUnavailableError,
    TimeLeft,
    check_time,
    unlimited,
)
from chalicelib.telemetry.traces import trace

_log = logging.getLogger(__name__)

LONGEST_DELAY = 900
"""Seconds that SQS can hold a message back."""
LOGIN_DELAY = 30
"""Seconds until a login mail that was not accepted is tried again: somebody waits for it, and its link soon ends."""
RECEIPT_DELAY = 300
"""The same for a receipt, which is worth sending for a day."""

AGAIN = (10, 30, 60, 120, 300, 600, 900)
"""Seconds until a message is handled again that the store had no time for; after these the queue's own tries begin."""
ATTEMPT_SECONDS = 100.0
"""What one message may take at most, with every call of a store in DynamoDB, of SES or a webhook at its own limit."""
PUT_SECONDS = 12.0
"""What it may take to put a message into a queue in SQS."""
_LATER = (StoreThrottledError, StoreConflictError, StoreUnavailableError, NewerFormatError, OutOfTimeError)


class UnknownMessageError(ValueError):
    """A message that asks for nothing we do."""


def handle(
    post_env: PostEnv, records: Sequence[Mapping[str, Any]], time_left: TimeLeft = unlimited, *, together: int = 1
) -> list[str]:
    """Handle SQS records and never raise; the ids of those that must be offered again are returned.

    So many are handled `together`. What might not be done with in the time that is left is not begun; it is put again,
    or offered again. A record without an id, which SQS never hands out, cannot be asked for again, and is only logged.
    """
    done = _each(lambda record: _handled(post_env, record, time_left), records, together)
    failed = (_id(record) for record, is_done in zip(records, done, strict=True) if not is_done)
    return [message for message in failed if message]


def _each(step: Callable[[Mapping[str, Any]], bool], records: Sequence[Mapping[str, Any]], together: int) -> list[bool]:
    """What the step says of each record; in threads, if there are several, each telling the invocation at hand."""
    if min(together, len(records)) < 2:
        return [step(record) for record in records]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(together) as threads:
        begun = [threads.submit(copy_context().run, step, record) for record in records]
        return [each.result() for each in begun]


def _id(record: object) -> str:
    """The message's id, "" if it has none."""
    return str(record.get("messageId") or "") if isinstance(record, Mapping) else ""


def handle_one(post_env: PostEnv, message: Mapping[str, Any], time_left: TimeLeft = unlimited) -> None:
    """Do what a message asks for.

    Raises UnknownMessageError, OutOfTimeError, and what sender.send, login.send and receipt.send raise.
    """
    if "delivery" in message:
        partition, sort = message["delivery"]
        check_time(time_left, ATTEMPT_SECONDS)
        return sender.send(post_env, Key(partition, sort), new=message.get("new") is True)
    if "login" in message:
        check_time(time_left, ATTEMPT_SECONDS)
        return login.send(post_env, message["login"])
    if "receipt" in message:
        check_time(time_left, ATTEMPT_SECONDS)
        return receipt.send(post_env, message["receipt"])
    raise UnknownMessageError(f"a message with {sorted(message)}")


def _handled(post_env: PostEnv, record: Mapping[str, Any], time_left: TimeLeft) -> bool:
    """Whether the record is done with; of one that is not, the log tells which and why, but not its body."""
    try:
        handle_one(post_env, json.loads(record["body"]), time_left)
    except sender.DeliveryBusyError as error:
        _log.info("later: %s", error)
        return _put_off(post_env, json.loads(record["body"]), error.seconds)
    except login.LoginMailDelayedError as error:
        _log.warning("later: a login mail was not accepted: %s", trace(error))
        return _put(post_env.queue, json.loads(record["body"]), LOGIN_DELAY)
    except receipt.ReceiptDelayedError as error:
        _log.warning("later: a receipt was not accepted: %s", trace(error))
        return _put(post_env.queue, json.loads(record["body"]), RECEIPT_DELAY)
    except _LATER as error:
        _log.warning("later: message %.64s: %s", _id(record), trace(error))
        return time_left() >= PUT_SECONDS and _put_again(post_env, json.loads(record["body"]))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one message, the others are due too
        _log.error("message %.64s failed: %s", _id(record), trace(error))
        return False
    return True


def _put_again(post_env: PostEnv, message: Mapping[str, Any]) -> bool:
    """Try anew soon, and a little later each time; the queue itself would wait for minutes before the next try."""
    tries = message.get("tries", 0)
    if tries >= len(AGAIN):
        return False
    waiting = queue_of(post_env, Key(*message["delivery"])) if "delivery" in message else post_env.queue
    return _put(waiting, {**message, "tries": tries + 1}, AGAIN[tries])


def _put_off(post_env: PostEnv, message: Mapping[str, Any], seconds: int) -> bool:
    """Ask anew when the lease has run out: a message that is only offered again would use up its tries by waiting."""
    partition, sort = message["delivery"]
    waiting = queue_of(post_env, Key(partition, sort))
    return _put(waiting, {"delivery": [partition, sort]}, min(max(seconds, 1), LONGEST_DELAY))


def _put(waiting: Queue, message: Mapping[str, Any], delay: int) -> bool:
    try:
        waiting.put(message, delay)
    except QueueUnavailableError:
        return False
    return True
