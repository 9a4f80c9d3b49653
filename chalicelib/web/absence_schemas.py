"""What goes in and out over HTTP about absences, and about all that is kept of a player."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from chalicelib.web.calendar_schemas import CalendarLink
from chalicelib.web.mail_schemas import DeliveryShown, MailOfMatch
from chalicelib.web.meeting_schemas import BlockShown
from chalicelib.web.record_schemas import MyRecord
from chalicelib.web.schemas import AwayShown, Me, Moment, Text, TokenShown, Told, example
from chalicelib.web.webhook_schemas import WebhookShown

_MOMENT: dict[str, JsonValue] = {"format": "date-time"}


class AbsenceWish(BaseModel):
    """From when until when you will be away."""

    model_config = example(
        {"until": "2026-10-02T18:00:00Z"},
        {"from": "2026-12-24T12:00:00+01:00", "until": "2026-12-27T09:00:00+01:00"},
    )

    since: Text | None = Field(
        None, alias="from", description="A moment, now or within a year; by default now.", json_schema_extra=_MOMENT
    )
    until: Text = Field(description="A moment, an hour later at least.", json_schema_extra=_MOMENT)


class AbsenceShown(AwayShown):
    """An absence that you announced for all of your matches."""

    id: str


class ShortShown(Told):
    """A match that allows fewer days than an absence lasts."""

    match: str
    name: str
    absence_days: int = Field(description="So many days a year it allows.")
    until: Moment = Field(description="Until when the clock stands still there; null: it does not.")


class Absences(Told):
    """Your absences that are not over, the earliest first."""

    absences: list[AbsenceShown]
    days_left: int = Field(description="For how many days more you may be away in the present year.")
    short: list[ShortShown] = Field(description="The matches in which one of them counts for less than it lasts.")


class AbsencesMade(Absences):
    """What you announced, beside what you had announced before; absences that overlap become one."""

    STATUS: ClassVar[int] = 201


class SeatOfMine(Told):
    """A match you sit in, or are invited to."""

    id: str
    name: str
    game: str
    status: str
    seat: int


class WordsOfMine(Told):
    """Something you said at a table."""

    match: str
    number: int
    at: Moment
    text: str


class NoteOfMine(Told):
    """A private note about a match."""

    match: str
    text: str
    at: Moment


class MeExported(Told):
    """All that is kept about you, but for secrets; what you played is in the records of your matches."""

    profile: Me
    absences: list[AbsenceShown]
    tokens: list[TokenShown]
    webhooks: list[WebhookShown]
    calendar: CalendarLink
    blocks: list[BlockShown]
    matches: list[SeatOfMine]
    notes: list[NoteOfMine]
    messages: list[WordsOfMine]
    records: list[MyRecord]
    mail: list[MailOfMatch] = Field(description="What you chose to be mailed of single matches.")
    deliveries: list[DeliveryShown] = Field(description="What you were sent, newest first.")
