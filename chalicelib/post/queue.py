"""The queue function: what happens with the messages that relay, sweep and login put."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from chalicelib.players.ports import Key
from chalicelib.post import login, sender
from chalicelib.post.delivery import queue_of
from chalicelib.post.ports import PostEnv, Queue, QueueUnavailableError
from chalicelib.telemetry.traces import trace

_log = logging.getLogger(__name__)

LONGEST_DELAY = 900
"""Seconds that SQS can hold a message back."""
LOGIN_DELAY = 30
"""Seconds until a login mail that was not accepted is tried again: somebody waits for it, and its link soon ends."""


class UnknownMessageError(ValueError):
    """A message that asks for nothing we do."""


def handle(post_env: PostEnv, records: Iterable[Mapping[str, Any]]) -> list[str]:
    """Handle SQS records and never raise; the ids of those that must be offered again are returned."""
    return [str(record["messageId"]) for record in records if not _handled(post_env, record)]


def handle_one(post_env: PostEnv, message: Mapping[str, Any]) -> None:
    """Do what a message asks for. Raises UnknownMessageError, and what sender.send and login.send raise."""
    if "delivery" in message:
        partition, sort = message["delivery"]
        return sender.send(post_env, Key(partition, sort), new=message.get("new") is True)
    if "login" in message:
        return login.send(post_env, message["login"])
    raise UnknownMessageError(f"a message with {sorted(message)}")


def _handled(post_env: PostEnv, record: Mapping[str, Any]) -> bool:
    """Whether the record is done with; of one that is not, the log tells which and why, but not its body."""
    try:
        handle_one(post_env, json.loads(record["body"]))
    except sender.DeliveryBusyError as error:
        _log.info("later: %s", error)
        return _put_off(post_env, json.loads(record["body"]), error.seconds)
    except login.LoginMailDelayedError as error:
        _log.warning("later: a login mail was not accepted: %s", trace(error))
        return _put(post_env.queue, json.loads(record["body"]), LOGIN_DELAY)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one message, the others are due too
        _log.error("message %s failed: %s", record["messageId"], trace(error))
        return False
    return True


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
