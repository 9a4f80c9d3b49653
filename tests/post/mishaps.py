"""Store, queues, mailer and caller under one plan: call number n, whoever makes it, fails or kills the process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, Literal, TypeVar

from chalicelib.players.ports import (
    Store,
    StoreConflictError,
    StoreThrottledError,
    StoreUnavailableError,
)
from chalicelib.post.ports import (
    Mailer,
    MailUnavailableError,
    Queue,
    QueueUnavailableError,
    Webhooks,
    WebhookUnavailableError,
)
from tests.adapters.decorator import StoreDecorator

T = TypeVar("T")

Mishap = Literal["before", "lost", "throttled", "conflict", "killed before", "killed after"]
"""Not done and no answer · done but no answer · not done, too much asked · not done, others at the same items · the
process dies before it, or after it."""

KILLS: tuple[Mishap, ...] = ("killed before", "killed after")
READS = ("get", "get_many", "query", "index")

FITTING: dict[str, tuple[Mishap, ...]] = {
    "commit": ("before", "lost", "throttled", "conflict", *KILLS),
    **dict.fromkeys(READS, ("before", "throttled", "killed before")),
    "put": ("before", "lost", *KILLS),
    "send": ("before", "lost", *KILLS),
    "call": ("before", "lost", "throttled", *KILLS),
}
"""What can befall a call. Reads meet no conflict, and an answer of theirs that is lost is one never given; queues and
mailers say of too much only that they cannot now."""
RETRY_AFTER = 120
"""Seconds that somebody whose webhook is called too often asks for."""


class KilledError(BaseException):
    """The process is dead: nothing in it gets to clean up by catching Exception."""


@dataclass
class Plan:
    """Which calls meet which mishaps, by their number from 1; all calls by name in order; the numbers that met one."""

    strikes: Mapping[int, Mishap] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    met: list[int] = field(default_factory=list)

    def meet(self, name: str, call: Callable[[], T], errors: Mapping[str, Exception]) -> T:
        """Make the call, or meet the mishap planned for it; one that cannot befall such a call is passed over."""
        self.calls.append(name)
        mishap = self.strikes.get(len(self.calls))
        if mishap is None or mishap not in FITTING[name]:
            return call()
        self.met.append(len(self.calls))
        if mishap in ("lost", "killed after"):
            with suppress(Exception):  # whatever was answered, nobody hears it
                call()
        if mishap in KILLS:
            raise KilledError(name)
        raise errors[mishap]


class PlannedStore(StoreDecorator):
    """A store under the plan."""

    def __init__(self, inner: Store, plan: Plan) -> None:
        super().__init__(inner)
        self.plan = plan

    def around(self, method: str, call: Callable[[], T]) -> T:
        errors = {
            "before": StoreUnavailableError("planned"),
            "lost": StoreUnavailableError("planned"),
            "throttled": StoreThrottledError("planned"),
            "conflict": StoreConflictError("planned"),
        }
        return self.plan.meet(method, call, errors)


@dataclass
class PlannedQueue:
    """A queue under the plan."""

    inner: Queue
    plan: Plan

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        error = QueueUnavailableError("planned")
        self.plan.meet("put", lambda: self.inner.put(message, delay), {"before": error, "lost": error})


@dataclass
class PlannedMailer:
    """A mailer under the plan; `sends` are the numbers of its calls, each with the mail's id."""

    inner: Mailer
    plan: Plan
    sends: list[tuple[int, str]] = field(default_factory=list)

    def send(self, message: EmailMessage) -> str:
        self.sends.append((len(self.plan.calls) + 1, message["Message-ID"]))
        error = MailUnavailableError("planned")
        return self.plan.meet("send", lambda: self.inner.send(message), {"before": error, "lost": error})


@dataclass
class PlannedWebhooks:
    """A caller of webhooks under the plan; `sends` are the numbers of its calls, each with the message's id."""

    inner: Webhooks
    plan: Plan
    sends: list[tuple[int, str]] = field(default_factory=list)

    def check(self, url: str) -> None:
        self.inner.check(url)

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        self.sends.append((len(self.plan.calls) + 1, f"{url} {headers['webhook-id']}"))
        error = WebhookUnavailableError("planned")
        errors = {"before": error, "lost": error, "throttled": WebhookUnavailableError("planned", RETRY_AFTER)}
        return self.plan.meet("call", lambda: self.inner.call(url, headers, body), errors)
