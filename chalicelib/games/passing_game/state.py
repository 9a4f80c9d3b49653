"""The values the Passing Game is made of.

A hand is a mask of tiles, a boneyard a string of their letters (tiles.py says which is which). The story of a round is
a string too, one piece an event: the seat's digit, then "-" for a pass, "+" for a draw, or how a tile was played
("=" the first, "<" on the left, ">" on the right) and its letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chalicelib.rules import Outcome

Kind = Literal["play", "draw", "pass"]
Side = Literal["", "left", "right"]
How = Literal["out", "blocked", "passed"]
Status = Literal["in", "bot", "left"]


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of one seat; the halves of a tile are put in canonical order, the first tile of a round has no side."""

    kind: Kind
    tile: str = ""
    side: Side = ""

    def __post_init__(self) -> None:
        tile = self.tile
        if len(tile) == 3 and tile[0] < tile[2]:
            object.__setattr__(self, "tile", tile[::-1])


@dataclass(frozen=True, slots=True)
class Terms:
    """What the match is played by."""

    lead: str
    target: int
    partnership: bool


@dataclass(frozen=True, slots=True)
class LastRound:
    """The round before: how it ended, the hands it ended with, and what the side that won it scored."""

    number: int
    how: How
    hands: tuple[int, ...]
    dealt_in: int
    """Bits of the seats that were still in at its end."""
    winner: int
    """The side that won it, -1 where the lowest count was a tie."""
    points: int
    final: str
    """The event that ended it, "" where that was a seat's leaving."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the rounds so far came to; `points` and `rounds_won` are by side."""

    points: tuple[int, ...]
    rounds_won: tuple[int, ...]
    last: LastRound | None = None


@dataclass(frozen=True, slots=True)
class State:
    """One position; nothing in it grows with the rounds played."""

    terms: Terms
    standing: Standing
    round: int
    """The number of the round on the table, from 1."""
    leader: int
    turn: int
    hands: tuple[int, ...]
    boneyard: str
    """The tiles face down; the first one is drawn next."""
    left: int
    """The number at the left end of the train; no meaning before the first tile."""
    right: int
    story: str
    """What has happened in this round."""
    passed: int
    """Bits of the seats that have passed since the last play or draw."""
    departed: int
    """Bits of the seats that left the match, their tiles with them."""
    resigned: int
    """Bits of the seats that gave up while their partners play on; they still have their turns."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a seat did in this round, for all to see."""

    seat: int
    kind: Kind
    tile: str = ""
    side: Side = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody may see it; `points` and `rounds_won` are its side's.

    `status`: "in", "left" where it left the match, "bot" where it gave up and is played for.
    """

    tiles: int
    points: int
    rounds_won: int
    status: Status


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand shown at the end of a round, and its pips; a seat that was not in any more has none."""

    seat: int
    tiles: tuple[str, ...]
    pips: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """The round before, all its hands shown; `winners` are the seats of the side that scored (empty: nobody)."""

    number: int
    how: How
    hands: tuple[HandView, ...]
    winners: tuple[int, ...]
    points: int
    final: Event | None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: a spectator) may see.

    `hand` is its own; `train` are the tiles from left to right as they lie; `left` and `right` the numbers at its
    ends (None: no tile lies yet). `drawable` says how many tiles of the boneyard may still be drawn.
    """

    seat: int | None
    roll: tuple[str, ...]
    lead: str
    target: int
    partnership: bool
    round: int
    round_limit: int
    leader: int
    to_move: tuple[int, ...]
    hand: tuple[str, ...]
    train: tuple[str, ...]
    left: int | None
    right: int | None
    boneyard: int
    drawable: int
    seats: tuple[SeatView, ...]
    history: tuple[Event, ...]
    last: RoundView | None = None
    outcome: Outcome | None = None
