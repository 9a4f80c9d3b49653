"""The container: the real collaborators, built at first use and once a process, and what the functions of app.py do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chalicelib import games
from chalicelib.adapters.system import SystemClock, SystemIds
from chalicelib.players.authentication import CredentialCache
from chalicelib.players.ports import Clock, Env, Store

if TYPE_CHECKING:
    from chalicelib.post.ports import Mailer, PostEnv, Queue, Webhooks
    from chalicelib.settings import Settings

SPARE_MILLISECONDS = 10_000
"""The sweep stops this long before its time limit, and goes on next time."""
SMTP_LEASE, MAILBOX_LEASE = 300, 20
"""How many seconds one attempt may take: a mail server may be slow, our own disk is not."""


@dataclass(frozen=True)
class Container:
    """What every request and event of this process works with.

    `posting` may be what makes the post's environment: a move does not need it, and so does not load it.
    """

    settings: Settings
    env: Env
    posting: PostEnv | Callable[[], PostEnv]
    credentials: CredentialCache

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
    clock = SystemClock()
    env = Env(_store(chosen, clock), clock, SystemIds(), games, chosen.secret)
    return Container(chosen, env, lambda: _post(chosen, env), CredentialCache(chosen.auth_cache))


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


def relay(event: Mapping[str, Any]) -> None:
    """What the stream's function does: turn the notices that new log rows owe into deliveries. Never raises."""
    from chalicelib.adapters import stream
    from chalicelib.post import relay as post_relay

    post_relay.relay_all(container().post, stream.items_of(event))


def queue(event: Mapping[str, Any]) -> dict[str, Any]:
    """What the functions of both queues do; the answer names the messages that have to come again. Never raises."""
    from chalicelib.post import queue as post_queue

    again = post_queue.handle(container().post, event["Records"])
    return {"batchItemFailures": [{"itemIdentifier": message} for message in again]}


def sweep(context: Any) -> None:
    """What the schedule's function does: settle what is due, and send what was left unsent.

    `context` is Lambda's, which tells how much time is left.
    """
    from chalicelib.matches import expiry
    from chalicelib.post import relay as post_relay

    found = container()

    def time_left() -> bool:
        left: float = context.get_remaining_time_in_millis()
        return left > SPARE_MILLISECONDS

    try:
        expiry.sweep(found.env, time_left)
    finally:  # whatever happens to the deadlines, what was left unsent has to go out
        post_relay.sweep(found.post, time_up=lambda: not time_left())
