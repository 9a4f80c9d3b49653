"""The form of a record: what docs/record.md describes, as models that say what does not fit."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    StrictInt,
    StrictStr,
    model_validator,
)

from chalicelib.players.errors import InvalidProfileError
from chalicelib.players.profile import MAX_NAME, clean_name

FORMAT = 1
"""The newest format; a reader refuses a record of a format it does not know."""
MOST_SEATS = 32
MOST_MOVES = 10_000
"""So many a record may have together with all that it goes on from; what play has led to is a third of that."""
MOST_HANDOVERS = 1_000
MOST_OPTIONS = MOST_LINES = 40
LARGEST = 10**12

Hex = Annotated[str, Field(pattern="^([0-9a-f]{2}){1,64}$")]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes as hexadecimal digits.")]
Dice = Annotated[
    str,
    Field(
        max_length=4_000,
        pattern="^([0-9]{1,39}/[0-9]{1,39}( [0-9]{1,39}/[0-9]{1,39})*)?$",
        description="The numbers drawn, in order, each as number/bound; empty where nothing was drawn.",
    ),
]

Mark = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{16}$",
        description="Follows from all that was on record by then: the first 16 hex digits of this link of the chain.",
    ),
]


def _moment(text: str) -> str:
    datetime.fromisoformat(text)
    return text


def _in_order(options: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
    """The options by their names: the same record is the same text, whoever writes it."""
    return dict(sorted(options.items()))


Time = Annotated[
    str,
    Field(pattern="^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z$", json_schema_extra={"format": "date-time"}),
    AfterValidator(_moment),
]


def _named(name: str) -> str:
    """A name as players may have it: what turns or hides text would lie on the pages that show the record."""
    try:
        clean = clean_name(name)
    except InvalidProfileError as error:
        raise ValueError(error.message.rstrip(".")) from None
    if clean != name:
        raise ValueError("A name has no blanks at its ends or in a row, and its letters are composed (NFC)")
    return name


def _number(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("A number is wanted")
    return value


Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_named)]
NameOrNone = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(lambda name: name and _named(name))]
"""A name, or "" for somebody who has deleted the account since."""
Number = Annotated[StrictInt, Field(ge=-LARGEST, le=LARGEST)]
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Short = Annotated[StrictStr, Field(max_length=60)]
Line = Annotated[tuple[Short, Number], Field(strict=False)]
"""A pair, which JSON that was read already has as a list."""


class Part(BaseModel):
    """A part of a record; names it does not have are refused, since nobody would check what they hold."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sitter(Part):
    """Who sat on a seat. `level` is a bot's, also of one that played on for somebody who gave up; 0 for people."""

    seat: Seat
    kind: Literal["player", "bot"]
    name: NameOrNone = Field(description="Empty where the player has deleted the account since.")
    level: int = Field(ge=0, le=99)
    own_nonce: bool = Field(description="Whether the player set the nonce; otherwise it follows from the seed.")


class RecordedMove(Part):
    """A move: the ply it made, whose it was, its canonical text, how it came about, when, its dice and its mark."""

    ply: int = Field(ge=1, le=MOST_MOVES)
    seat: Seat
    move: str = Field(max_length=400)
    how: Literal["played", "forced", "bot", "timeout", "resigned", "lent", "expelled", "agreed", "abandoned"]
    at: Time
    dice: Dice
    mark: Mark


class RecordedMigration(Part):
    """That the positions after this ply are by other rules: an operator carried the running match over to them."""

    ply: int = Field(ge=0, le=MOST_MOVES)
    rules_version: int = Field(ge=1, le=9_999)


class RecordedHandover(Part):
    """That somebody else took a seat for good after this ply; `name` is who had it before."""

    ply: int = Field(ge=0, le=MOST_MOVES)
    seat: Seat
    name: NameOrNone


class RecordedScore(Part):
    """A seat's place (1 is best, null: it left the match) and the named sums it is made of."""

    seat: Seat
    rank: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None
    lines: Annotated[list[Line], FailFast()] = Field(max_length=MOST_LINES)


class RecordedOutcome(Part):
    """How the match ended; `scores` stand best first."""

    termination: Literal["normal", "move_limit", "resigned", "timed_out", "abandoned", "agreed"]
    winners: Annotated[list[Seat], FailFast()] = Field(max_length=MOST_SEATS)
    scores: Annotated[list[RecordedScore], FailFast()] = Field(max_length=MOST_SEATS)


class Record(Part):
    """A match, from which anybody can replay it and check its dice (docs/record.md)."""

    format: Annotated[Literal[1], BeforeValidator(_number)]
    match: str = Field(pattern="^[0-9a-z -]{1,80}$")
    name: Name
    game: str = Field(pattern="^[a-z0-9-]{1,60}$")
    rules_version: int = Field(ge=1, le=9_999, description="The one it began with, which the commitment names.")
    migrations: Annotated[list[RecordedMigration], FailFast()] = Field(
        max_length=100, description="The changes of its rules on the way, in order; none for most."
    )
    options: Annotated[
        dict[Short, Short | Number | bool],
        Field(max_length=MOST_OPTIONS),
        AfterValidator(_in_order),
    ]
    seats: Annotated[list[Sitter], FailFast()] = Field(min_length=1, max_length=MOST_SEATS)
    handovers: Annotated[list[RecordedHandover], FailFast()] = Field(
        default=[],
        max_length=MOST_HANDOVERS,
        exclude_if=lambda found: not found,
        description="Who gave a seat to somebody else on the way, in order; left out where nobody did.",
    )
    created: Time
    started: Time
    ended: Time = Field(description="When the last move was made; when it started, if there is none.")
    commitment: Digest = Field(description="Published when the match was created: it binds the service to the seed.")
    seed: Digest = Field(description="The secret that the dice follow from; revealed when the match ended.")
    nonces: Annotated[list[Hex], FailFast()] = Field(
        min_length=1, max_length=MOST_SEATS, description="One a seat, in seat order."
    )
    origin: Record | None = Field(
        description="The match that this one goes on from, up to the position it began with; null for most."
    )
    dice: Dice = Field(description="What the first position drew.")
    mark: Mark
    moves: Annotated[list[RecordedMove], FailFast()] = Field(max_length=MOST_MOVES)
    outcome: RecordedOutcome | None = Field(description="Null only in the origin of another record.")

    @model_validator(mode="after")
    def _has_an_end(self) -> Record:
        if plies(self) > MOST_MOVES:
            raise ValueError(f"A record has at most {MOST_MOVES} moves, those of what it goes on from counted")
        return self


def plies(record: Record) -> int:
    """How many moves a record has, those of what it goes on from counted."""
    return len(record.moves) + (plies(record.origin) if record.origin else 0)
