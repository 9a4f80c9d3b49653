"""The container: the real collaborators, built at first use and once a process, and what the functions of app.py do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chalicelib import games
from chalicelib.adapters import meter
from chalicelib.adapters.system import SystemClock, SystemIds
from chalicelib.players import service as players
from chalicelib.telemetry import traces
from chalicelib.telemetry.line import Line, show
from chalicelib.telemetry.metrics import FATES, OUTCOMES

if TYPE_CHECKING:
    from chalicelib.matches.expiry import Sweep
    from chalicelib.matches.spreading import Spread
    from chalicelib.players.ports import Clock, Env, Store
    from chalicelib.post.ports import Mailer, PostEnv, Queue, Webhooks
    from chalicelib.post.relay import Swept
    from chalicelib.settings import Settings

SPARE_MILLISECONDS = 13_000
"""The sweep begins no step of a match, of 12 s at most, this short before its time limit, and goes on next time."""
SMTP_LEASE, MAILBOX_LEASE = 300, 20
"""How many seconds one attempt may take: a mail server may be slow, our own disk is not."""
SWEEPERS = 8
"""So many threads of the sweep work beside each other where the store is far away; a file has one writer anyway."""
TOGETHER = {"webhook": 5}
"""How many messages of one batch are handled at once: all, where one may hang for long and the others wait for it."""
TOLD = 10
"""So many matches that could not be settled are named in a line."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Container:
    """What every request and event of this process works with.

    `posting` may be what makes the post's environment: a move does not need it, and so does not load it.
    """

    settings: Settings
    env: Env
    posting: PostEnv | Callable[[], PostEnv]
    credentials: players.CredentialCache

    @cached_property
    def post(self) -> PostEnv:
        """What the post works with."""
        return self.posting() if callable(self.posting) else self.posting


_guard = threading.Lock()
_current: list[Container] = []


def container() -> Container:
    """The container of this process. Raises SettingError at the first call, if a setting cannot be used."""
    with _guard:
        if not _current:
            from chalicelib import settings

            _current.append(build(settings.read()))
        return _current[0]


def use(chosen: Container | None) -> None:
    """Work with this container from now on (None: build a new one at the next call); for tests and tools."""
    with _guard:
        _current[:] = [] if chosen is None else [chosen]


def build(chosen: Settings) -> Container:
    """A container with the real collaborators."""
    from chalicelib.players.ports import Env

    if chosen.log == "json":
        show()
    clock = SystemClock()
    env = Env(_store(chosen, clock), clock, SystemIds(), games, chosen.secret, threading.Event().wait, chosen.former)
    return Container(chosen, env, lambda: _post(chosen, env), players.CredentialCache(chosen.auth_cache))


def _post(chosen: Settings, env: Env) -> PostEnv:
    from chalicelib.post.ports import PostEnv

    return PostEnv(
        env=env,
        queue=_queue(chosen, env.clock, "mail", chosen.mail_queue),
        mailer=_mailer(chosen),
        webhook_queue=_queue(chosen, env.clock, "webhook", chosen.webhook_queue),
        webhooks=_webhooks(chosen),
        base_url=chosen.base_url,
        sender=chosen.mail_from,
        list_domain=chosen.domain,
        contact=chosen.contact,
        lease=MAILBOX_LEASE if chosen.mailer == "mailbox" else SMTP_LEASE,
        reply_domain=chosen.reply_domain,
        gathering=chosen.gathering,
    )


def _store(chosen: Settings, clock: Clock) -> Store:
    if chosen.store == "dynamodb":
        from chalicelib.adapters.dynamo import DynamoStore

        return DynamoStore(chosen.table, clock)
    from chalicelib.adapters.sqlite import SqliteStore

    chosen.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    return SqliteStore(chosen.data / "turnpost.sqlite3", clock)


def _queue(chosen: Settings, clock: Clock, name: str, url: str) -> Queue:
    if chosen.store == "dynamodb":
        from chalicelib.adapters.sqs import SqsQueue

        return SqsQueue(url)
    from chalicelib.adapters.local_queue import SqliteQueue

    return SqliteQueue(chosen.data / "queues.sqlite3", clock, name=name)


def _mailer(chosen: Settings) -> Mailer:
    if chosen.mailer == "ses":
        from chalicelib.adapters.ses import SesMailer

        return SesMailer(chosen.configuration_set)
    if chosen.mailer == "smtp":
        from chalicelib.adapters.smtp import SmtpMailer

        return SmtpMailer(chosen.smtp_url)
    from chalicelib.adapters.mailbox import Mailbox

    return Mailbox(chosen.data / "mailbox")


def _webhooks(chosen: Settings) -> Webhooks:
    from chalicelib.adapters.webhook import WebhookCaller

    return WebhookCaller(private=chosen.webhook_private)


class InvocationError(Exception):
    """A function failed; the log tells how, and the message of what kind it was."""


@contextmanager
def observed(function: str, context: Any) -> Iterator[Line]:
    """The line of one invocation, which counts what is asked of the store; `context` is Lambda's.

    What fails inside is logged, and raised as an InvocationError without the words of what failed: Lambda logs those.
    """
    cost, token = meter.begin()
    try:
        with Line(function, str(getattr(context, "aws_request_id", "")), _stage(), cost) as line:
            yield line
    except Exception as error:  # noqa: BLE001 - whatever it is, its words may not reach Lambda's own log
        _log.error("%s failed: %s", function, traces.trace(error))
        raise InvocationError(f"{function} failed: {traces.kind(error)}") from None
    finally:
        meter.end(token)


def _stage() -> str:
    try:
        return container().settings.stage
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the invocation will come upon it too
        return "unknown"


def relay(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    """What the stream's function does: turn the notices that new log rows owe into deliveries.

    The answer names the records that have to come again. Raises InvocationError, if there is no container.
    """
    with observed("relay", context) as line:
        from chalicelib.adapters import stream
        from chalicelib.post import relay as post_relay

        line.note({"records": len(event.get("Records", ())), "unreadable": 0})
        owing = [item for item in stream.items_of(event) if item.kind == "log" and item.work is not None]
        for item in owing:
            line.about(item.key.partition.removeprefix("M#"), 0)
        failed = post_relay.relay_all(container().post, owing, _time_left(context))
        line.note({"relayed": len(owing) - len(failed), "left": len(failed)})
        return stream.failures(event, failed)


def queue(function: str, event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    """What the functions of both queues do; the answer names the messages that have to come again.

    Raises InvocationError, if there is no container.
    """
    with observed(function, context) as line:
        from chalicelib.post import queue as post_queue

        line.note({"records": len(event["Records"]), **dict.fromkeys(OUTCOMES, 0)})
        together = TOGETHER.get(function, 1)
        again = post_queue.handle(container().post, event["Records"], _time_left(context), together=together)
        line.note({"left": len(again)})
        return {"batchItemFailures": [{"itemIdentifier": message} for message in again]}


def feedback(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    """What the function does that is told what became of mails; the answer names the records that have to come again.

    Raises InvocationError, if there is no container.
    """
    with observed("feedback", context) as line:
        from chalicelib.adapters import ses_events
        from chalicelib.post import feedback as post_feedback

        line.note({"records": len(event["Records"]), **dict.fromkeys(FATES, 0)})
        again = post_feedback.handle(container().post, event["Records"], ses_events.read, _time_left(context))
        line.note({"left": len(again)})
        return {"batchItemFailures": [{"itemIdentifier": message} for message in again]}


def sweep(context: Any) -> None:
    """What the schedule's function does: send what was left unsent, copy what players changed, settle what is due.

    `context` is Lambda's, which tells how much time is left. The post begins nothing that may last into the end, and so
    leaves time to the deadlines; they would leave it none. Who is away by now runs out of no time, so that absences
    come before deadlines, but no more than half the time. Raises InvocationError.
    """
    with observed("sweep", context) as line:
        from chalicelib.matches import expiry, spreading
        from chalicelib.post import relay as post_relay

        found, left = container(), _time_left(context)
        spare = SPARE_MILLISECONDS / 1_000
        try:
            _note_sent(line, post_relay.sweep(found.post, time_left=left))
            half = spare + (left() - spare) / 2
            _note_copied(line, spreading.spread(found.env, lambda: left() > half))
        finally:  # whatever happens to what was left unsent, the deadlines have to be settled
            threads = SWEEPERS if found.settings.store == "dynamodb" else 1
            _note_settled(line, expiry.sweep(found.env, lambda: left() > spare, threads))


def _time_left(context: Any) -> Callable[[], float]:
    """How many seconds the function has left, whenever it is asked; `context` is Lambda's."""
    return lambda: float(context.get_remaining_time_in_millis()) / 1_000


def _note_settled(line: Line, done: Sweep) -> None:
    line.note({"overdue": done.due, "oldest_overdue": done.oldest, "expired": done.expired})
    line.note({"excused": done.excused, "reminded": done.reminded})
    line.note({"continued": done.continued, "cancelled": done.cancelled})
    line.note({"unsettled": done.failed[:TOLD] or None})
    line.count("left", len(done.failed) + (not done.complete))


def _note_copied(line: Line, done: Spread) -> None:
    line.note({"copied": done.copied, "uncopied": done.failed[:TOLD] or None})
    line.count("left", len(done.failed) + (not done.complete))


def _note_sent(line: Line, done: Swept) -> None:
    line.note({"oldest_unsent": done.oldest, "relayed": done.relayed, "enqueued": done.enqueued})
    line.count("left", len(done.failed) + (not done.done))
