"""What goes in and out over HTTP about table talk and private notes."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, Field

from chalicelib.matches.notes import LONGEST as LONGEST_NOTE
from chalicelib.matches.talk import LONGEST as LONGEST_MESSAGE
from chalicelib.web.schemas import Moment, Paged, Told, example


class MessageWish(BaseModel):
    """Something to say to the whole table."""

    model_config = example({"text": "Well played!"}, {"text": "Away from Friday on.\nBack on Monday."})

    text: str = Field(
        description="1 to 1,000 characters; line breaks are kept, blanks around it are not.",
        json_schema_extra={"minLength": 1, "maxLength": LONGEST_MESSAGE},
    )


class TalkQuery(Paged):
    """Where the talk is to go on."""

    since: int = Field(0, ge=0, le=99_999_999, description="Only what was said after the message of this number.")


class MessageShown(Told):
    """Something that was said at a table, as everybody sees it who may see the match."""

    number: int = Field(description="From 1, in the order in which it was said.")
    at: Moment
    seat: int | None = Field(description="Where its author sat then; null for one who only watched.")
    name: str = Field(description="The author's; empty for somebody who has left the service.")
    text: str | None = Field(description="Null once its author has deleted it.")


class MessageMade(MessageShown):
    """What was said."""

    STATUS: ClassVar[int] = 201


class Messages(Told):
    """What was said at a table, oldest first."""

    messages: list[MessageShown]
    cursor: str = Field(description="For the next page; empty at the end.")


class NoteWish(BaseModel):
    """What a private note is to say from now on."""

    model_config = example({"text": "Ann keeps her jokers."}, {"text": "", "version": 3})

    text: str = Field(
        description="Up to 4,000 characters; an empty one empties the note.",
        json_schema_extra={"maxLength": LONGEST_NOTE},
    )
    version: int | None = Field(
        None,
        ge=0,
        le=999_999_999,
        description="Write only if the note is still of this version. Without one, what is written last stands.",
    )


class NoteShown(Told):
    """Your private note about a match."""

    text: str
    version: int = Field(description="How often it was changed; 0: never yet.")
    at: Moment
