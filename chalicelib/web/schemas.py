"""What goes in and out over HTTP about players and games; table_schemas.py has the matches.

The OpenAPI document is made from these models, and their examples are sent by the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, RootModel, model_validator
from pydantic.json_schema import SkipJsonSchema

from chalicelib.matches import pace
from chalicelib.players.profile import MOST_REMINDERS, SPOKEN
from chalicelib.players.wishes import Mode


def _moment(value: object) -> object:
    return pace.stamp(value) or None if isinstance(value, int) else value or None


Moment = Annotated[
    str | None,
    BeforeValidator(_moment),
    Field(description="A moment in UTC, or null.", json_schema_extra={"format": "date-time"}),
]
Language = Annotated[str, Field(description=f"One of {', '.join(SPOKEN)}.", max_length=8, examples=["nl"])]
CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
"""A time of the day."""
Secret = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=400)]
Email = Annotated[str, Field(min_length=3, max_length=400)]


def example(*shown: dict[str, JsonValue]) -> ConfigDict:
    """The settings of a request's model with its examples; names it does not have are refused."""
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": list(shown)})


def moment(seconds: int) -> str | None:
    """Epoch seconds as a Moment; null for 0."""
    return pace.stamp(seconds) or None


class Asked(BaseModel):
    """A request without a body of its own."""

    model_config = example({})


class Told(BaseModel):
    """An answer."""

    model_config = ConfigDict(from_attributes=True)


class Paged(BaseModel):
    """Where a list is to go on, and how much of it is wanted."""

    cursor: str = Field("", max_length=400, description="The cursor of the page before; empty for the first page.")
    limit: int = Field(50, ge=1, le=100, description="How many at most.")


class Problem(BaseModel):
    """A refusal (RFC 9457). The code never changes its meaning; the detail is a sentence for people."""

    type: str = Field(examples=["https://play.example.org/docs#illegal_move"])
    title: str
    status: int
    code: str = Field(examples=["illegal_move"])
    detail: str
    reason: str | None = Field(None, description="Which rule refuses a move, as a stable word.")
    candidates: list[str] | None = Field(
        None,
        description="What an ambiguous text could mean, or what is legal in place of an illegal move.",
    )
    field: str | None = Field(None, description="What in the request is meant.")
    ply: int | None = Field(None, description="The first move of a record that does not hold.")
    match: str | None = Field(None, description="In which match that is, where the record goes on from it.")
    errors: list[dict[str, str]] | None = Field(None, description="Everything that does not fit in the request.")
    id: str | None = Field(None, description="What an earlier request with the same Idempotency-Key made.")
    retry_after: int | None = Field(None, description="Seconds to wait; also in the Retry-After header.")
    request: str | None = Field(None, description="What failed, as our log names it: tell us when you report it.")


class NewPlayer(BaseModel):
    """What an account is made with, once its mail link has been used."""

    model_config = example(
        {"email": "ann@example.org", "name": "Ann", "handle": "ann", "language": "nl", "zone": "Europe/Amsterdam"},
        {"email": "bob@example.org"},
    )

    email: Email = Field(
        description="The login link is mailed to it; others never see it.", json_schema_extra={"format": "email"}
    )
    name: Text = Field("", description="1 to 40 characters of any script; what others see at the table.")
    handle: Text = Field("", description="3 to 20 characters out of a-z, 0-9 and -; you are invited by it.")
    language: Language = Field("", description="Of mails and pages; by default what the request accepts.")
    zone: Text = Field("", description="Your time zone, such as Europe/Amsterdam; UTC by default.")


def _left_out(**more: str) -> Callable[[dict[str, Any]], None]:
    """What describes a field that is left out rather than null."""

    def described(schema: dict[str, Any]) -> None:
        schema.pop("default")
        schema.update(more)

    return described


class SessionWish(BaseModel):
    """Either an address to mail a link to, or the token of such a link."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"email": "ann@example.org"}], "minProperties": 1, "maxProperties": 1},
    )

    email: Email | SkipJsonSchema[None] = Field(None, json_schema_extra=_left_out(format="email"))
    token: Secret | SkipJsonSchema[None] = Field(
        None, description="What stands after `token=` in the mailed link.", json_schema_extra=_left_out()
    )

    @model_validator(mode="after")
    def _either(self) -> SessionWish:
        if (self.email is None) == (self.token is None):
            raise ValueError("send either an email or a token")
        return self


class LinkSent(Told):
    """The same answer for every address, known here or not."""

    STATUS: ClassVar[int] = 202

    sent: Literal[True] = True
    minutes: int = Field(description="How long the mailed link is good for.")


class SignedIn(Told):
    """The browser has a session from now on (a cookie came with this answer)."""

    STATUS: ClassVar[int] = 200

    player: str
    new: bool = Field(description="Whether the account was made just now.")
    expires: Moment


class PlayerShown(Told):
    """A player, as others see them."""

    handle: str
    name: str


class PlayerFound(PlayerShown):
    """A player, as whoever knows the handle finds them."""

    created: Moment = Field(description="Since when they have an account.")


class QuietShown(Told):
    """Quiet hours, as times of the local day."""

    model_config = ConfigDict(from_attributes=True, serialize_by_alias=True)

    since: str = Field(alias="from", examples=["22:00"])
    until: str = Field(examples=["07:00"])


class AwayShown(Told):
    """An absence: from when until when no clock of theirs runs."""

    model_config = ConfigDict(from_attributes=True, serialize_by_alias=True, validate_by_name=True)

    since: Moment = Field(alias="from")
    until: Moment


class MailShown(Told):
    """How you are told of each kind of thing by mail: `now`, in your daily mail (`digest`), or not at all (`off`)."""

    turn: Mode = Field(description="That it is your turn.")
    reminder: Mode = Field(description="That your time runs out, or that others wait.")
    match: Mode = Field(description="Invitations; how a match begins and ends; missed deadlines; offers of a draw.")
    table: Mode = Field(description="Who comes, goes, or is away at your tables.")
    talk: Mode = Field(description="What is said at your tables.")


class MailWish(BaseModel):
    """How to be told of each kind of thing by mail; null for what is usual, and what is not named stays."""

    model_config = example({"turn": "digest", "talk": None}, {"reminder": "off"}, {})

    turn: Mode | None = None
    reminder: Mode | None = None
    match: Mode | None = None
    table: Mode | None = None
    talk: Mode | None = None


class SilencedShown(Told):
    """Since when and why your address gets no mails but those you ask for."""

    since: Moment
    why: str = Field(description="`bounced` or `complained`.", examples=["bounced"])


_QUIET = "When no deadline and no reminder of yours falls due, by the clock of your zone."
_DIGEST = "At what time of your local day your daily mail comes, when there is something to tell."
_REMINDERS = "At how many percent of the time left you are reminded; null: as each match has it."


class Me(PlayerShown):
    """A player, as they see themselves."""

    id: str
    email: str
    language: str
    zone: str
    created: Moment
    quiet: QuietShown | None = Field(description=_QUIET)
    reminders: list[int] | None = Field(description=_REMINDERS)
    mail: MailShown
    digest: str = Field(description=_DIGEST, examples=["08:00"])
    silenced: SilencedShown | None = Field(description="Null while your address gets all its mails.")


class QuietWish(BaseModel):
    """Quiet hours, 16 at most; they may go over midnight."""

    model_config = ConfigDict(**example({"from": "22:00", "until": "07:00"}), validate_by_name=False)

    since: Text = Field(alias="from", json_schema_extra={"pattern": CLOCK})
    until: Text = Field(json_schema_extra={"pattern": CLOCK})


class MeChanges(BaseModel):
    """What to change; what is not named stays."""

    model_config = example(
        {"name": "Ann", "language": "sv"},
        {"zone": "Africa/Johannesburg"},
        {"handle": "ann-7"},
        {"quiet": {"from": "22:00", "until": "07:00"}, "reminders": [50, 10]},
        {"quiet": None, "reminders": None},
        {"mail": {"turn": "digest", "talk": None}, "digest": "08:00"},
        {},
    )

    name: Text | None = None
    handle: Text | None = None
    language: Language | None = None
    zone: Text | None = None
    quiet: QuietWish | None = Field(None, description=f"{_QUIET} Null for none.")
    reminders: list[int] | None = Field(None, max_length=MOST_REMINDERS, description=_REMINDERS)
    mail: MailWish | None = Field(None, description="What you are told of by mail, and how.")
    digest: Text | None = Field(None, description=_DIGEST, json_schema_extra={"pattern": CLOCK})


class TokenWish(BaseModel):
    """A new API token."""

    model_config = example({"label": "my script"}, {})

    label: Text = Field("", description="To know it by later; like a name.")


class TokenShown(Told):
    """An API token, without its secret."""

    id: str
    label: str
    created: Moment


class TokenMade(TokenShown):
    """A new API token; the secret is shown this once."""

    STATUS: ClassVar[int] = 201

    secret: str = Field(examples=["tp_0000000000000000000000000000002Pyp7D"])


class Tokens(Told):
    """Your API tokens, oldest first."""

    tokens: list[TokenShown]


class OptionShown(Told):
    """One setting of a match."""

    key: str
    default: str | int | bool
    json_schema: dict[str, Any]
    seats: list[int] = Field(description="The numbers of seats at which it can be set; empty: all.")


class GameSummary(Told):
    """A game that can be played here."""

    key: str
    name: str
    seats: list[int] = Field(description="How many can play.")
    levels: list[int] = Field(description="The levels of its bots, weakest first.")
    rules_version: int


class Games(Told):
    """All games."""

    games: list[GameSummary]


class GameQuery(BaseModel):
    """By which rules."""

    version: int = Field(
        0, ge=0, le=9_999, description="A version of the rules that older matches are played by; today's by default."
    )


class GameShown(GameSummary):
    """A game with its options and its rules."""

    versions: list[int] = Field(description="The versions of its rules that matches are played by, oldest first.")
    options: list[OptionShown]
    options_schema: dict[str, Any] = Field(description="What `options` of a new match may hold, as JSON Schema.")
    language: str
    rules: str = Field(description="The rules for players, in Markdown.")


class Document(RootModel[dict[str, Any]]):
    """An OpenAPI 3.1 document."""


class Page(RootModel[str]):
    """A page of HTML."""

    TYPE: ClassVar[str] = "text/html; charset=utf-8"


class Healthy(Told):
    """The service answers."""

    status: Literal["ok"] = "ok"
