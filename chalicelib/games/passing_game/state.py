"""The values the Passing Game is made of.

A hand is a mask of tiles, a boneyard a string of their letters (tiles.py says which is which). The story of a round is
a string too, one piece an event: the seat's digit, then "-" for a pass, "+" for a draw, or how a tile was played
("=" the first, "<" on the left, ">" on the right) and its letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

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
    """How the match stands; it changes only when a round ends or a seat gives up. Points are by side."""

    terms: Terms
    round: int
    """The number of the round on the table, from 1."""
    points: tuple[int, ...]
    rounds_won: tuple[int, ...]
    departed: int = 0
    """Bits of the seats that left the match, their tiles with them."""
    resigned: int = 0
    """Bits of the seats that gave up while their partners play on; they still have their turns."""
    last: LastRound | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class State:
    """One position; nothing in it grows with the rounds played.

    A move makes a new one, so what stays the same for a round stands apart, in `standing`.
    """

    standing: Standing
    turn: int
    hands: tuple[int, ...]
    boneyard: str
    """The tiles face down; the first one is drawn next."""
    left: int
    """The number at the left end of the train; no meaning before the first tile."""
    right: int
    story: str
    """What has happened in this round."""

    @property
    def terms(self) -> Terms:
        """What the match is played by."""
        return self.standing.terms

    @property
    def round(self) -> int:
        """The number of the round on the table, from 1."""
        return self.standing.round

    @property
    def departed(self) -> int:
        """Bits of the seats that left the match."""
        return self.standing.departed

    @property
    def resigned(self) -> int:
        """Bits of the seats that gave up while their partners play on."""
        return self.standing.resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it runs."""
        return self.standing.outcome

    @property
    def leader(self) -> int:
        """The seat that has led this round, or that is to lead it."""
        return int(self.story[0]) if self.story else self.turn

    @property
    def dealt_in(self) -> int:
        """Bits of the seats whose hands are in the round."""
        return (1 << len(self.hands)) - 1 & ~self.standing.departed


class _Open:
    """A State that is not frozen yet: its slots are filled at a fraction of what they cost in a frozen class."""

    __slots__ = State.__slots__


def quick_state(
    standing: Standing, turn: int, hands: tuple[int, ...], boneyard: str, left: int, right: int, story: str
) -> State:
    """The same as State(...) in a third of its time, for what every move makes."""
    made: Any = _Open()
    made.standing = standing
    made.turn = turn
    made.hands = hands
    made.boneyard = boneyard
    made.left = left
    made.right = right
    made.story = story
    made.__class__ = State
    frozen: State = made
    return frozen


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
