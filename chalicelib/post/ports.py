"""What notifications ask of the outside world: queues, a mailer, a caller of webhooks; and fakes of them for tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from chalicelib.players.ports import Env
from chalicelib.post.errors import AddressRefusedError as AddressRefusedError
from chalicelib.post.errors import MailerError as MailerError
from chalicelib.post.errors import MailRefusedError as MailRefusedError
from chalicelib.post.errors import MailUnavailableError as MailUnavailableError
from chalicelib.post.errors import QueueUnavailableError as QueueUnavailableError
from chalicelib.post.errors import UnreadableReportError as UnreadableReportError
from chalicelib.post.errors import WebhookError as WebhookError
from chalicelib.post.errors import WebhookGoneError as WebhookGoneError
from chalicelib.post.errors import WebhookRefusedError as WebhookRefusedError
from chalicelib.post.errors import WebhookUnavailableError as WebhookUnavailableError
from chalicelib.post.report import Fate as Fate
from chalicelib.post.report import Report as Report

if TYPE_CHECKING:
    from email.message import EmailMessage


TAG_HEADER = "X-Turnpost-Tag"
"""The header of a mail by which what becomes of it finds its row (post/tag.py); SES has it as a tag."""

TimeLeft = Callable[[], float]
"""Tells how many seconds a function still has before it is killed."""


def unlimited() -> float:
    """The TimeLeft of what nobody kills."""
    return math.inf


class OutOfTimeError(Exception):
    """The function has too little time left for the next step."""


def check_time(time_left: TimeLeft, seconds: float) -> None:
    """Begin nothing that may take so many seconds unless they are left. Raises OutOfTimeError."""
    if time_left() < seconds:
        raise OutOfTimeError(f"a step that may take {seconds:g} s was not begun")


class Mailer(Protocol):
    """Hands one mail over to whoever carries it."""

    def send(self, message: EmailMessage) -> str:
        """The carrier's id of the mail, once it is accepted. Raises MailRefusedError, MailUnavailableError."""
        ...


class Webhooks(Protocol):
    """Calls addresses that players gave us."""

    def check(self, url: str) -> None:
        """Refuse a URL that will never be called, as far as it shows. Raises WebhookRefusedError."""
        ...

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        """What the other side answered in short ("200"), once it accepted the call.

        Raises WebhookRefusedError, WebhookGoneError, WebhookUnavailableError.
        """
        ...


class Queue(Protocol):
    """Work for the queue function (`post.queue.handle`)."""

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        """Take the message, not to be handled before `delay` seconds are over.

        Returning is a promise that the message will be handled at least once, even if the machine stops now: a queue
        that keeps nothing handles it before it returns. Raises QueueUnavailableError.
        """
        ...


@dataclass(frozen=True, slots=True)
class PostEnv:
    """What every part of the post works with.

    `queue` is that of the mails; calls of webhooks have one of their own, so that neither holds up the other.

    `base_url` is where people reach the service, without a slash at the end; `sender` the From address, with a name or
    without; `list_domain` the domain that message and list ids end in; `contact` the address of the operator, to whom
    a reader may write to be left in peace ("": none is told). `lease` is how many seconds one attempt may
    take: more than the mailer's own limits, less than what the queues wait before it offers a message again.
    `gathering` is for how many seconds after a mail further ones about the same match wait, to come as one (0: none
    does). `reply_domain` is where mails to reply addresses come in ("": nowhere, and no mail can be answered).
    """

    env: Env
    queue: Queue
    mailer: Mailer
    webhook_queue: Queue
    webhooks: Webhooks
    base_url: str
    sender: str
    list_domain: str
    contact: str = ""
    lease: int = 300
    gathering: int = 0
    reply_domain: str = ""


@dataclass(slots=True)
class ListQueue:
    """A queue for tests: the messages wait in `messages`, each with its delay, until somebody takes them."""

    messages: list[tuple[Mapping[str, Any], int]] = field(default_factory=list)

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        self.messages.append((message, delay))

    def take(self) -> list[Mapping[str, Any]]:
        """All messages that waited, oldest first; the queue is empty afterwards."""
        taken = [message for message, _ in self.messages]
        self.messages.clear()
        return taken


@dataclass(slots=True)
class CollectingMailer:
    """A mailer for tests: keeps what it accepted in `accepted`; raises the errors in `errors`, one a call, first."""

    accepted: list[EmailMessage] = field(default_factory=list)
    errors: list[MailerError] = field(default_factory=list)

    def send(self, message: EmailMessage) -> str:
        if self.errors:
            raise self.errors.pop(0)
        self.accepted.append(message)
        return f"collected-{len(self.accepted)}"


@dataclass(slots=True)
class CollectingWebhooks:
    """A caller for tests: keeps what was accepted in `accepted`; raises the errors in `errors`, one a call, first."""

    accepted: list[tuple[str, Mapping[str, str], bytes]] = field(default_factory=list)
    errors: list[WebhookError] = field(default_factory=list)

    def check(self, url: str) -> None:
        if not url.startswith("https://"):
            raise WebhookRefusedError("A webhook's URL begins with https://.")

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        if self.errors:
            raise self.errors.pop(0)
        self.accepted.append((url, dict(headers), body))
        return "200"
