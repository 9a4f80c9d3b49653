"""What goes in and out over HTTP about how people come together: the lobby, invitations, join links, blocks."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, model_validator

from chalicelib.matches.match import NONCE_BYTES
from chalicelib.web.schemas import Moment, Paged, PlayerShown, Secret, Text, Told, example
from chalicelib.web.table_schemas import PaceShown, Seat


class LobbyQuery(Paged):
    """Which matches to list; whatever is not said is left open."""

    status: Literal["open", "substitute"] = Field(
        "open", description="Matches that wait for players, or running ones where somebody is to take over a seat."
    )
    game: str = Field("", max_length=60, description="The key of a game; all by default.")
    seats: int = Field(0, ge=0, le=32, description="How many places the table has; any number by default.")
    free: int = Field(1, ge=1, le=32, description="How many places there are to take at least.")
    min_decision_time: int = Field(0, ge=0, description="Seconds that a decision may take at least.")
    max_decision_time: int = Field(0, ge=0, description="Seconds that a decision may take at most; any by default.")
    weekends: bool | None = Field(None, description="Whether Saturdays and Sundays count; either by default.")
    player: str = Field("", max_length=400, description="The handle of somebody who is to sit there.")
    joinable: bool = Field(default=False, description="Leave out matches that you sit in already.")


class OpenMatch(Told):
    """A match with a place to take."""

    id: str
    name: str
    game: str
    status: Literal["waiting", "running"]
    options: dict[str, Any]
    pace: PaceShown
    created: Moment
    seats: list[str] = Field(description="Who sits where; empty for free seats, and for those without a name.")
    free: int = Field(description="How many places there are to take.")
    wanted: list[int] = Field(description="The seats that a substitute may take over.")


class Lobby(Told):
    """Matches with places to take, oldest first."""

    matches: list[OpenMatch]
    cursor: str = Field(description="For the next page; empty at the end.")


class BlockShown(PlayerShown):
    """A player you have blocked."""

    since: Moment


class Blocks(Told):
    """Whom you have blocked, the newest first."""

    blocks: list[BlockShown]


class MatchQuery(BaseModel):
    """With what a match is looked at."""

    join: str = Field("", max_length=200, description="What a link to join by bears: it shows a private match too.")


class JoinWish(BaseModel):
    """Which seat to take; by default the one kept for you, else the first free one."""

    model_config = example({}, {"seat": 1}, {"nonce": "00c0ffee"})

    seat: Seat | None = None
    link: Text = Field("", description="What stands after `join=` in a link to join by; a private match needs it.")
    nonce: Text = Field(
        "",
        description=f"Your own share in the dice, 1 to {NONCE_BYTES} bytes as hexadecimal digits, two a byte; the last "
        "one to join has no other moment for it, since the match starts then. Nobody can choose a seed to suit it; "
        "see GET .../fairness for who set theirs later.",
        json_schema_extra={"pattern": f"^([0-9A-Fa-f]{{2}}){{0,{NONCE_BYTES}}}$"},
    )


class InviteWish(BaseModel):
    """Whom to invite: a player by handle, or anybody by mail."""

    model_config = example(
        {"handle": "bob"}, {"email": "gran@example.org", "name": "Gran", "language": "nl", "seat": 1}
    )

    seat: Seat | None = Field(None, description="An open seat of the match; by default the first.")
    handle: Text = Field("", description="A player's handle.")
    email: Text = Field("", description="A mail address, in place of a handle.")
    name: Text = Field("", description="What those at the table call whoever is invited by mail.")
    language: str = Field("", max_length=8, description="In which language that mail is; by default in yours.")

    @model_validator(mode="after")
    def _either(self) -> InviteWish:
        if bool(self.handle) == bool(self.email):
            raise ValueError("name either a handle or an email")
        return self


class JoinLinkShown(Told):
    """A link to join by: whoever has it sees the match while it waits, and may take an open seat."""

    match: str
    link: str = Field(description="What stands after `join=`; for `link` of POST .../join.")
    url: str = Field(description="The page of the match, with the link.")


class InvitationQuery(BaseModel):
    """Which invitation."""

    token: Secret = Field(description="What stands after `token=` in the mailed link.")


class InvitationShown(Told):
    """An invitation that came by mail, as whoever has the mail may see it."""

    state: Literal["open", "accepted", "declined", "withdrawn", "called_off", "lapsed"]
    inviter: str = Field(description="The name of whoever invites; empty once that is forgotten.")
    match: str | None = Field(description="The match; null once the invitation is forgotten.")
    game: str | None
    seats: list[str] = Field(description="Who sits where; empty for free seats, and for those without a name.")
    options: dict[str, Any]
    pace: PaceShown | None
    until: Moment = Field(description="When it lapses.")


class InvitationAnswer(BaseModel):
    """What to answer. To accept takes an account, by this address or any other."""

    model_config = example({"token": "i-000000000000.0000.AAAA", "answer": "decline"})

    token: Secret = Field(description="What stands after `token=` in the mailed link.")
    answer: Literal["accept", "decline", "never"] = Field(
        description="`never` declines, and keeps this service from inviting the address again, until it logs in here."
    )
    nonce: Text = Field("", description="Your own share in the dice, where you accept; as with POST .../join.")


class InvitationAnswered(Told):
    """What was answered, and the match, if that was to accept."""

    answer: Literal["accept", "decline", "never"]
    match: str | None
