"""What goes in and out about what players were sent, and about the mails of one match."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from chalicelib.players.wishes import Mode
from chalicelib.web.schemas import MailShown, Moment, Told


class MailChosen(Told):
    """What you chose for one match alone, by kind of thing; null where nothing was."""

    turn: Mode | None
    reminder: Mode | None
    match: Mode | None
    table: Mode | None
    talk: Mode | None


class MailOfMatch(Told):
    """What you chose to be mailed of one match."""

    match: str
    own: MailChosen = Field(description="What you chose for this match alone.")


class MatchMailShown(MailOfMatch):
    """How you are told of a match by mail."""

    mail: MailShown = Field(description="What holds for this match.")
    general: MailShown = Field(description="What holds for all other matches.")


class HeldShown(Told):
    """Why a notice waits, and until when."""

    why: str = Field(
        description=(
            "`quiet`: for the end of your quiet hours. `digest`: for the hour of your daily mail. `retry`: for the "
            "next attempt. `later`: whether it is still needed then."
        ),
        examples=["quiet"],
    )
    until: Moment


class DeliveryShown(Told):
    """One notice that was owed to you, or one of your daily mails, and what came of it.

    `accepted`: the mail server took it, or your webhook did. `delivered`: it is in your mailbox. `bounced`: it came
    back. `complained`: it was called spam. `gathered`: another mail tells it. `overtaken`: it was no longer true when
    its time came, so it was not sent. `off`: you want no such mails. `failed`: it was given up, and `failures` says
    why.
    """

    id: str
    at: Moment = Field(description="When it was owed.")
    match: str | None = Field(description="Null for a daily mail, and for what is about a webhook.")
    n: int
    seat: int
    category: str
    channel: str = Field(description="`mail`, or `webhook-` and the webhook's id.")
    state: str
    reason: str | None = Field(description="Why it did not come, or not by itself, in a sentence; null where it did.")
    held: HeldShown | None = Field(description="Null where it does not wait.")
    into: str | None = Field(description="The id of the mail that tells it, where another one does.")
    again: int = Field(description="How often you had it sent again.")
    attempts: int
    next: Moment = Field(description="When it will be tried next, if it has to wait.")
    settled: Moment
    answer: str | None = Field(None, description="The status with which a webhook accepted it.")
    failures: list[str]


class Deliveries(Told):
    """What you were sent, newest first."""

    deliveries: list[DeliveryShown]
    cursor: str = Field(description="For the next page; empty at the end.")


class DeliveryAsked(DeliveryShown):
    """What you asked to be sent; it is under way."""

    STATUS: ClassVar[int] = 202
