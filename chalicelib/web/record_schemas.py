"""What goes in and out over HTTP about records that are replayed or brought in; record_form.py has their form."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, Field, JsonValue

from chalicelib.matches.record_form import Record
from chalicelib.web.schemas import Moment, Told, example
from chalicelib.web.table_schemas import FactShown, OutcomeShown

_EXAMPLE: dict[str, JsonValue] = {
    "format": 1,
    "match": "360194cf79dbbbb8",
    "name": "Sunday table",
    "game": "sequence-dice",
    "rules_version": 1,
    "migrations": [],
    "options": {"line_length": 5},
    "seats": [
        {"seat": 0, "kind": "player", "name": "Anna", "level": 0, "own_nonce": False},
        {"seat": 1, "kind": "player", "name": "Bram", "level": 0, "own_nonce": False},
    ],
    "created": "2026-09-21T14:13:20Z",
    "started": "2026-09-21T14:13:20Z",
    "ended": "2026-09-21T19:13:20Z",
    "commitment": "056b0275bda5034c38ba605591721c9223de45bca0686654d9301e91f215adc2",
    "seed": "a4570bfce56b45e40ce7d54a6709abbaa5b83229d230642f6cfa5b3257338431",
    "nonces": ["2cdfb47689b148cfe80a6014175f67dc", "89bbc6bfd12f3de49ffa763dd3cdfe06"],
    "origin": None,
    "dice": "12/36 12/36 34/36 24/36 18/36",
    "mark": "084bc8993d17006b",
    "moves": [
        {
            "ply": 1,
            "seat": 0,
            "move": "d1",
            "how": "played",
            "at": "2026-09-21T16:13:20Z",
            "dice": "33/36",
            "mark": "2966af4d0eafb924",
        },
        {
            "ply": 2,
            "seat": 1,
            "move": "xd1",
            "how": "forced",
            "at": "2026-09-21T16:13:20Z",
            "dice": "27/36",
            "mark": "ef4ef51c2f78a301",
        },
        {
            "ply": 3,
            "seat": 0,
            "move": "d2",
            "how": "played",
            "at": "2026-09-21T18:13:20Z",
            "dice": "6/36",
            "mark": "026102db4a2f81e0",
        },
        {
            "ply": 4,
            "seat": 1,
            "move": "resign",
            "how": "resigned",
            "at": "2026-09-21T19:13:20Z",
            "dice": "",
            "mark": "aaa07edc21f4da09",
        },
    ],
    "outcome": {
        "termination": "resigned",
        "winners": [0],
        "scores": [
            {"seat": 0, "rank": 1, "lines": [["line", 1]]},
            {"seat": 1, "rank": None, "lines": [["line", 0]]},
        ],
    },
}
"""A match of four moves, whole."""


class RecordGiven(Record):
    """A record as GET .../export gives it."""

    model_config = example(_EXAMPLE)


class SitterShown(Told):
    """Who sat on a seat of a record; `level` is a bot's, 0 for people."""

    seat: int
    kind: str
    name: str
    level: int


class RecordOrigin(Told):
    """Another match, and after how many moves a record goes on from it."""

    match: str
    name: str
    ply: int


class RecordShown(Told):
    """A record that was brought in, in short."""

    id: str = Field(description="Follows from what the record says: the same record has the same id.")
    page: str = Field(description="Where people replay it: the link to share.")
    match: str
    played_here: bool | None = Field(
        description="Whether it is the record of the match of this id here; false: that match was another one. Null "
        "where you may see no match of this id: nothing shows that it was played here."
    )
    same_names: bool | None = Field(
        description="Whether those who sat there, in what it goes on from too, are called here as in that match: names "
        "are proved by nothing. Null where it is not the record of a match that was played here."
    )
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: list[SitterShown]
    created: Moment
    started: Moment
    ended: Moment
    moves: int
    origin: RecordOrigin | None = Field(description="What its match went on from; null for most.")
    outcome: OutcomeShown | None


class RecordMade(RecordShown):
    """A record that was not known before."""

    STATUS: ClassVar[int] = 201


class MyRecord(Told):
    """A record that you brought in."""

    id: str
    name: str
    game: str
    at: Moment = Field(description="When you did.")


class MyRecords(Told):
    """The records that you brought in, newest first."""

    records: list[MyRecord]
    cursor: str = Field(description="For the next page; empty at the end.")


class PositionQuery(BaseModel):
    """Through whose eyes to look."""

    seat: int | None = Field(None, ge=0, le=31, description="A seat; by default a spectator's eyes.")


class ReplayedMove(Told):
    """A move on record, and the numbers that were drawn for what it caused."""

    ply: int
    seat: int
    move: str
    how: str = Field(description="played, forced, bot, timeout or resigned.")
    at: Moment
    dice: str = Field(description="Each as number/bound; empty where nothing was drawn.")
    mark: str = Field(description="Follows from all that was on record by then; the record has it.")


class PositionShown(Told):
    """A position of a match that has ended. There is none amid choices that were sealed at the same time."""

    ply: int = Field(description="Moves on record: the first such position at the ply that was asked for, or after it.")
    previous: int | None = Field(description="The ply of the position before it.")
    next: int | None = Field(description="The ply of the position after it.")
    last: int = Field(description="The ply of the last position.")
    seat: int | None = Field(description="Through whose eyes; null: a spectator's.")
    moves: list[ReplayedMove] = Field(description="What led here from the position before.")
    dice: str = Field(description="The numbers that were drawn on the way.")
    facts: list[FactShown]
    said: list[str] = Field(description="The facts as sentences.")
    to_move: list[int]
    left: list[int] = Field(description="The seats that had given up by then.")
    is_open: bool = Field(description="Whether a new match can go on from here.")
    view: Any = Field(description="The position as that seat could see it; its form is the game's own.")
    roll: list[str] = Field(description="The dice on the table.")
    outcome: OutcomeShown | None
