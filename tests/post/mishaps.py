"""Store, queue and mailer under one plan: call number n, whoever makes it, fails or kills the process as planned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any, Literal, TypeVar

from chalicelib.players.ports import StoreUnavailableError
from chalicelib.post.ports import MailUnavailableError, QueueUnavailableError
from tests.adapters.decorator import StoreDecorator
from tests.post.office import Office

T = TypeVar("T")

Mishap = Literal["fails", "lost", "killed before", "killed after"]
"""Not done and an error · done but an error · the process dies before it, or after it."""

MISHAPS: tuple[Mishap, ...] = ("fails", "lost", "killed before", "killed after")


class KilledError(BaseException):
    """The process is dead: nothing in it gets to clean up by catching Exception."""


@dataclass
class Plan:
    """One mishap at one call (number 0: none); `calls` are all calls by name, in order."""

    number: int = 0
    mishap: Mishap = "fails"
    calls: list[str] = field(default_factory=list)

    def meet(self, name: str, call: Callable[[], T], error: Exception) -> T:
        """Make the call, unless its number is up."""
        self.calls.append(name)
        if len(self.calls) != self.number:
            return call()
        if self.mishap in ("lost", "killed after"):
            call()
        if self.mishap.startswith("killed"):
            raise KilledError(name)
        raise error


class PlannedStore(StoreDecorator):
    """A store under the plan."""

    def __init__(self, office: Office, plan: Plan) -> None:
        super().__init__(office.store)
        self.plan = plan

    def around(self, method: str, call: Callable[[], T]) -> T:
        return self.plan.meet(method, call, StoreUnavailableError("planned"))


@dataclass
class PlannedQueue:
    """A queue under the plan."""

    office: Office
    plan: Plan

    def put(self, message: Mapping[str, Any], delay: int = 0) -> None:
        self.plan.meet("put", lambda: self.office.queue.put(message, delay), QueueUnavailableError("planned"))


@dataclass
class PlannedMailer:
    """A mailer under the plan; `sends` are the numbers of its calls, each with the mail's id."""

    office: Office
    plan: Plan
    sends: list[tuple[int, str]] = field(default_factory=list)

    def send(self, message: EmailMessage) -> str:
        self.sends.append((len(self.plan.calls) + 1, message["Message-ID"]))
        return self.plan.meet("send", lambda: self.office.mailer.send(message), MailUnavailableError("planned"))
