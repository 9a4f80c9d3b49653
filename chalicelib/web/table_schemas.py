"""What goes in and out over HTTP about matches. Seats are numbered from 0; times of decisions are in seconds."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, RootModel, WithJsonSchema, model_validator

from chalicelib.matches import pace
from chalicelib.matches.match import MOST_ABSENCE, MOST_MISSES, MOST_REMINDERS, NONCE_BYTES
from chalicelib.web.schemas import AwayShown, Moment, Text, Told, example

MOST_PLIES = 10_000
Seat = Annotated[int, Field(ge=0, le=31)]
_VALUES = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]}
OptionGiven = Annotated[Any, WithJsonSchema(_VALUES)]
"""The value of an option: the game judges it, since it can say what it would take."""


class SeatWish(BaseModel):
    """Who is to sit on a seat."""

    model_config = example(
        {"kind": "me"},
        {"kind": "bot", "level": 2},
        {"kind": "open"},
        {"kind": "invite", "email": "gran@example.org", "name": "Gran"},
    )

    kind: Literal["me", "player", "invite", "open", "bot"]
    handle: Text = Field("", description="Whose seat this is (kind player).")
    email: Text = Field("", description="Where somebody is invited who needs no account yet (kind invite).")
    name: Text = Field("", description="What those at the table call whoever is invited by mail.")
    language: str = Field("", max_length=8, description="In which language that mail is; by default in yours.")
    level: int = Field(0, ge=0, le=99, description="The bot's level; by default the game's weakest.")


_BANK = "Seconds that every seat has beyond that, once for the whole match."
_INCREMENT = "Seconds that a decision adds to the bank of whoever took it in person."
_WEEKENDS = "Whether Saturdays and Sundays count, by the clock of whoever has to decide."
_REMINDERS = "At how many percent of the time left the match reminds a player who has not said otherwise."
_MISSES = "After how many missed deadlines in a row a seat is given up, handed to a bot, or to a substitute."
_THEN = "What becomes of such a seat."
_ABSENCE = "For how many days a year a player's absences stop the clock."


class PaceWish(BaseModel):
    """How fast a match is played."""

    model_config = example(
        {"decision_time": 86_400},
        {"decision_time": 43_200, "bank": 604_800, "increment": 3_600, "weekends": False, "then": "substitute"},
    )

    decision_time: int = Field(
        default=3 * pace.DAY,
        description="Seconds a decision may take: 1 hour to 30 days.",
        json_schema_extra={"minimum": pace.SHORTEST, "maximum": pace.LONGEST},
    )
    bank: int = Field(default=0, description=_BANK, json_schema_extra={"minimum": 0, "maximum": pace.LONGEST})
    increment: int = Field(default=0, description=_INCREMENT, json_schema_extra={"minimum": 0, "maximum": pace.DAY})
    weekends: bool = Field(default=True, description=_WEEKENDS)
    reminders: list[int] = Field(default=[50, 10], max_length=MOST_REMINDERS, description=_REMINDERS)
    misses: int = Field(default=3, description=_MISSES, json_schema_extra={"minimum": 1, "maximum": MOST_MISSES})
    then: Literal["resign", "bot", "substitute"] | None = Field(
        default=None, description=f"{_THEN} By default resign, in teams bot."
    )
    absence_days: int = Field(
        default=21, description=_ABSENCE, json_schema_extra={"minimum": 0, "maximum": MOST_ABSENCE}
    )


class PaceShown(Told):
    """How fast a match is played, and what comes of missed deadlines."""

    decision_time: int = Field(description="Seconds a decision may take.")
    bank: int = Field(description=_BANK)
    increment: int = Field(description=_INCREMENT)
    weekends: bool = Field(description=_WEEKENDS)
    reminders: list[int] = Field(description=_REMINDERS)
    misses: int = Field(description=_MISSES)
    then: Literal["resign", "bot", "substitute"] = Field(description=_THEN)
    absence_days: int = Field(description=_ABSENCE)


class OriginWish(BaseModel):
    """Which position to go on from: of a match of ours that has ended, or of a record that was brought in."""

    model_config = example({"match": "0123456789abcdef", "ply": 12}, {"record": "0123456789abcdef", "ply": 12})

    match: Text = Field("", description="The id of a match.")
    record: Text = Field("", description="The id of a record, in place of a match.")
    ply: int = Field(ge=0, le=MOST_PLIES, description="After how many moves; not amid choices that were sealed.")

    @model_validator(mode="after")
    def _either(self) -> OriginWish:
        if bool(self.match) == bool(self.record):
            raise ValueError("name either a match or a record")
        return self


class MatchWish(BaseModel):
    """A new match. It starts by itself as soon as every seat is taken."""

    model_config = example(
        {"game": "keer-op-keer", "seats": [{"kind": "me"}, {"kind": "bot", "level": 2}]},
        {
            "game": "keer-op-keer",
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "options": {"sheet": "red", "start": "first"},
            "pace": {"decision_time": 86_400},
            "visibility": "public",
            "name": "Sunday table",
        },
    )

    game: Text = Field("", description="Its key. Needed, but where `from` names it.")
    seats: list[SeatWish] = Field(min_length=1, max_length=32)
    options: dict[str, OptionGiven] = Field(default_factory=dict, description="As GET /games/{key} lists them.")
    pace: PaceWish = Field(default_factory=PaceWish)
    visibility: Literal["public", "unlisted", "private"] = Field(
        "unlisted", description="Who may find it. Where it goes on from a private match, private by default."
    )
    name: Text = Field("", description="1 to 40 characters; by default the game's name.")
    hold: bool = Field(
        default=False,
        description="Keep your own seat for you until you join, so that you can put a nonce into the dice once the "
        "commitment is published; a match against bots starts at once otherwise.",
    )
    muted: bool = Field(
        default=False, description="Whether those who only watch may not talk at the table while the match runs."
    )
    origin: OriginWish | None = Field(
        None,
        alias="from",
        description="Begin with a position of a match that has ended, with new dice from then on. Game, options and "
        "number of seats are those of that match; seats that had left it are for bots.",
    )


class Nonce(BaseModel):
    """Your own share in the dice, as hexadecimal digits."""

    model_config = example({"nonce": "00c0ffee"})

    nonce: Text = Field(
        description=f"1 to {NONCE_BYTES} bytes, two digits a byte.",
        json_schema_extra={"pattern": f"^([0-9A-Fa-f]{{2}}){{1,{NONCE_BYTES}}}$"},
    )


class MoveWish(RootModel[dict[str, JsonValue]]):
    """A move: `{"text": ...}` in the game's notation, or the game's own JSON form as GET .../legal lists it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "pass"}, {"kind": "pass"}]})


class SeatShown(Told):
    """A seat, as everybody may see it."""

    seat: int
    kind: Literal["player", "reserved", "invite", "open", "bot"] = Field(
        description="`reserved`: kept for a player; `invite`: for somebody who was invited by mail."
    )
    name: str
    level: int = Field(description="The bot's level, also where one plays on for somebody who gave up; 0 for people.")
    deadline: Moment = Field(description="Until when it has to decide, if it has to.")
    overdue: bool
    own_nonce: bool = Field(description="Whether its player has put a nonce into the dice.")
    lent: int = Field(description="The level of a bot that plays here until the player takes the seat back; 0: none.")
    retired: bool = Field(description="Whether one does because the player did not come to play.")
    wanted: bool = Field(description="Whether somebody is looked for who takes the seat over; see POST .../substitute.")
    kept: bool = Field(description="Whether that is a certain player, who was asked.")
    away: AwayShown | None = Field(description="When its player is away, now or next; no clock of theirs runs then.")


class DecisionShown(Told):
    """Your open decision: `n` names your next submission, `sealed` is a choice you may still replace or retract."""

    n: int
    kind: str
    asked: dict[str, Any]
    said: str = Field(description="What is asked, as a sentence; empty where the game has no words for it.")
    deadline: Moment
    overdue: bool
    sealed: str | None


class EntryShown(Told):
    """A move on record."""

    ply: int
    seat: int
    move: str
    how: str = Field(description="played, forced, bot, timeout or resigned.")


class FactShown(Told):
    """Something that happened, free of language."""

    kind: str
    seat: int | None
    detail: list[int | str]


class DrawsShown(Told):
    """Dice of a commit: the first `count` draws of this ply, by which anybody can work them out after the end."""

    ply: int
    count: int


class LogShown(Told):
    """One commit of a match, as you may see it."""

    version: int
    at: Moment
    kind: str
    seat: int | None
    entries: list[EntryShown]
    facts: list[FactShown]
    said: list[str] = Field(description="What happened, as sentences: the facts, and what the game does not tell.")
    draws: list[DrawsShown] = Field(description="Which draws its dice were; empty where nothing was drawn.")
    text: str | None = Field(description="The move that was submitted, where you may read it.")
    ordered: list[str] = Field(
        description="The moves that your standing orders played, also what still is sealed; nobody else sees any here."
    )


class ScoreShown(Told):
    """A seat's place (rank 1 is best, null: it left the match) and the sums it is made of."""

    seat: int
    rank: int | None
    lines: dict[str, int]


class OutcomeShown(Told):
    """How a match ended."""

    termination: str
    winners: list[int]
    scores: list[ScoreShown] = Field(description="Best first.")


class DrawShown(Told):
    """A draw that is offered."""

    offers: list[int] = Field(description="The seats that would have it.")
    of: list[int] = Field(description="The seats that have to want it, so that the match ends.")


class OriginShown(Told):
    """What a match goes on from: one of ours, or a record that was brought in, after so many moves."""

    match: str | None = None
    record: str | None = None
    ply: int
    name: str = Field(description="What that match was called.")


class MatchShown(Told):
    """A match, as you may see it."""

    id: str
    name: str
    game: str
    rules_version: int
    options: dict[str, Any]
    visibility: str
    muted: bool = Field(description="Whether those who only watch may not talk while it runs.")
    pace: PaceShown
    version: int
    ply: int = Field(description="Moves on record.")
    status: Literal["waiting", "running", "over", "cancelled"]
    created: Moment
    started: Moment
    ended: Moment
    commitment: str = Field(description="The promise of the dice; see GET .../fairness.")
    seats: list[SeatShown]
    seat: int | None = Field(description="Your own, or null.")
    to_move: list[int] = Field(description="The seats that owe a decision.")
    decision: DecisionShown | None
    view: Any = Field(description="The position as you may see it; its form is the game's own.")
    roll: list[str] = Field(description="The dice on the table.")
    last: LogShown | None = Field(description="The newest commit.")
    outcome: OutcomeShown | None
    draw: DrawShown | None = Field(description="A draw that is offered, or null; see POST .../draw.")
    origin: OriginShown | None = Field(description="What it goes on from; null for most.")
    rematch: str | None = Field(description="The match in which those at the table play again, or null.")
    rematch_of: str | None = Field(description="The match that this is the rematch of, or null.")


class MatchMade(MatchShown):
    """A new match."""

    STATUS: ClassVar[int] = 201


class Receipt(Told):
    """What was accepted for decision `n`; the same for every repeat of the same submission."""

    n: int
    text: str
    version: int
    at: Moment


class MoveAnswer(Told):
    """The receipt of a submission, and the match as it is now."""

    receipt: Receipt
    match: MatchShown


class LegalMove(Told):
    """A legal move: `text` in canonical notation, and `move` as JSON. Either may be submitted."""

    text: str
    move: dict[str, Any]


class LegalMoves(Told):
    """All legal moves of your open decision in a stable order; n is 0 and the list empty if you have none to take."""

    n: int
    moves: list[LegalMove]


class Log(Told):
    """The log, oldest first."""

    entries: list[LogShown]
    cursor: str = Field(description="For the next page; empty at the end.")


class MyMatch(Told):
    """A match you sit in, or are invited to."""

    id: str
    name: str
    game: str
    status: str
    seat: int
    invited: bool = Field(description="Whether the seat is kept for you and you have not taken it yet.")
    my_turn: bool
    deadline: Moment
    version: int
    players: list[str]


class MyMatches(Told):
    """Your matches, those that wait for you first."""

    matches: list[MyMatch]
    cursor: str = Field(description="For the next page; empty at the end.")


class NonceShown(Told):
    """A seat's share in the dice."""

    seat: int
    nonce: str
    own: bool = Field(description="Whether its player chose it; else it follows from the seed.")
    at: Moment = Field(description="When its player set it; null where nobody did, or where that was not noted.")
    version: int | None = Field(
        description="The version of the match that setting it made: whoever set one in a higher version could know it."
    )


class MarkShown(Told):
    """The mark of a position: it follows from all that was on record by then."""

    ply: int = Field(description="Moves on record; 0: the first position.")
    mark: str = Field(description="What the record of the match has there, once it has ended.")


class Fairness(Told):
    """The promise about the dice, the newest mark, and what proves it all once the match has ended."""

    match: str
    rules_version: int
    commitment: str
    committed: Moment
    nonces: list[NonceShown]
    seed: str | None = Field(description="Secret until the match has ended.")
    mark: MarkShown | None = Field(
        description="Of the newest move on record: note it, and nothing up to there can be rewritten unseen. "
        "Null for a match that has not started."
    )
