"""What goes in and out over HTTP about calendars."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, Field

from chalicelib.web.schemas import Moment, Page, Told

_URL = "https://play.example.org/calendar.ics?key=0123456789ab.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"


class CalendarKey(BaseModel):
    """What the secret link to a calendar bears."""

    key: str = Field(max_length=200, description="The key in the link.")


class CalendarLink(Told):
    """Whether there is a link to your calendar."""

    created: Moment = Field(description="When it was made; null where there is none.")


class CalendarMade(CalendarLink):
    """The secret link to your calendar."""

    STATUS: ClassVar[int] = 201

    url: str = Field(description="The link, which is shown this once.", examples=[_URL])


class Calendar(Page):
    """Your deadlines, as an iCalendar (RFC 5545)."""

    TYPE: ClassVar[str] = "text/calendar; charset=utf-8"
