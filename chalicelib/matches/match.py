"""The aggregate: one play of a game. Pure values; repository.py reads and writes them, service.py changes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from chalicelib.rules import OptionValue

SeatKind = Literal["player", "reserved", "open", "bot"]
Status = Literal["waiting", "running", "over", "cancelled"]
Visibility = Literal["public", "unlisted", "private"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table.

    `kind`: taken by a `player`, `reserved` for one who has not joined yet, `open` to anybody, or a `bot`'s.
    `player` is the opaque id ("" for open and bot seats), `level` the bot's. `nonce` is hex; `own_nonce` says that the
    player chose it. Raising `epoch` revokes the links mailed for this seat.
    """

    kind: SeatKind
    player: str = ""
    name: str = ""
    language: str = "en"
    level: int = 0
    nonce: str = ""
    own_nonce: bool = False
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a decision may take, in seconds."""

    decision_time: int = 3 * 86_400


@dataclass(frozen=True, slots=True)
class Roster:
    """What hardly ever changes in a match; `seed` is hex and secret until the match has ended."""

    id: str
    name: str
    game: str
    rules_version: int
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    pace: Pace
    visibility: Visibility
    creator: str
    created: int
    seed: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Head:
    """What changes with every commit.

    `opened` holds for every seat the version at which its open decision opened (0: none), which is the `n` that its
    next submission bears; `deadlines` when that decision's time is up, in epoch seconds (0: never).
    `last` names the newest row of the log as (n, seat).
    """

    version: int
    status: Status
    ply: int = 0
    state: object = None
    """A State of the game; None before the start."""
    opened: tuple[int, ...] = ()
    deadlines: tuple[int, ...] = ()
    last: tuple[int, int] = (0, 0)
    started: int = 0
    ended: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """A match as one read of the store gives it."""

    roster: Roster
    head: Head

    @property
    def id(self) -> str:
        return self.roster.id

    def seat_of(self, player: str) -> int | None:
        """The seat this player sits on (reserved ones do not count), or None."""
        for number, seat in enumerate(self.roster.seats):
            if seat.kind == "player" and seat.player == player:
                return number
        return None
