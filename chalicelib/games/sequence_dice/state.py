"""The values Sequence Dice is made of; masks have the bits of board.py's squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from chalicelib.rules import Outcome

Kind = Literal["place", "take", "none"]


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: `place` a chip on an empty square, `take` an opponent's chip from its square, or `none`.

    Whether the chip that is taken makes room for one's own follows from the roll, so both are `take`.
    """

    kind: Kind
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """One roll of a turn that is over: the two dice, and the canonical text of what was done with them."""

    dice: str
    move: str


@dataclass(frozen=True, slots=True)
class State:
    """One position. A side is a seat, or with four seats a pair of partners (0 and 2, 1 and 3)."""

    seats: int
    line_length: int
    active: int
    """The seat whose roll is on the table."""
    turn: int
    """The number of the turn, from 1; extra rolls belong to it."""
    rolls: int
    """The number of the roll within the turn, from 1."""
    dice: str
    """The two dice on the table: "36"; "" once the match is over."""
    chips: tuple[int, ...]
    """By side: the squares that hold its chips."""
    last: tuple[tuple[Play, ...], ...]
    """By seat: the rolls of its latest turn; () before its first one, and once it has left."""
    starts: tuple[tuple[str, ...], ...]
    """The rolls for who begins, round by round and by seat ("": did not roll); () once the first move is made."""
    resigned: int = 0
    """Bits of the seats that gave up."""
    outcome: Outcome | None = None


class _Open:
    """A State that is not frozen yet: its slots are filled at a fraction of what they cost in a frozen class."""

    __slots__ = State.__slots__


def quick_state(
    before: State,
    active: int,
    turn: int,
    rolls: int,
    dice: str,
    chips: tuple[int, ...],
    last: tuple[tuple[Play, ...], ...],
) -> State:
    """The position after a move that did not end the match, for which every move would otherwise pay three times."""
    made: Any = _Open()
    made.seats = before.seats
    made.line_length = before.line_length
    made.active = active
    made.turn = turn
    made.rolls = rolls
    made.dice = dice
    made.chips = chips
    made.last = last
    made.starts = ()
    made.resigned = before.resigned
    made.outcome = None
    made.__class__ = State
    frozen: State = made
    return frozen


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may see, which is all there is.

    `board` are the rows 1 to 6 in characters a to f: the number of the side whose chip lies there, "." where none does.
    `asked` says what the roll asks for: place, replace, remove or nothing ("" once the match is over), and `squares`
    on which of them. `lengths` are the longest lines by side, `line` the squares of the line that won.
    """

    seat: int | None
    line_length: int
    sides: tuple[tuple[int, ...], ...]
    active: int
    to_move: tuple[int, ...]
    turn: int
    turn_limit: int
    rolls: int
    roll: tuple[str, ...]
    total: int
    asked: str
    squares: tuple[str, ...]
    board: tuple[str, ...]
    lengths: tuple[int, ...]
    line: tuple[str, ...]
    last: tuple[tuple[Play, ...], ...]
    starts: tuple[tuple[str, ...], ...]
    resigned: tuple[int, ...]
    outcome: Outcome | None = None
