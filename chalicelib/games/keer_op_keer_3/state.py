"""The values Keer op Keer 3 is made of.

A chip, turned or held, is one character: "!" frees a joker, "1" is plus-or-minus-one, "6" is six dice, "." is blank.
Cells are bits as keer_family/board.py numbers them, goals bits as board.py of this game lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chalicelib.games.keer_family.placements import Placement
from chalicelib.rules import Outcome

Kind = Literal["place", "pass", "block", "bomb", "row", "give"]
Chip = Literal["", "joker", "plus-minus", "six"]


@dataclass(frozen=True, slots=True)
class Move(Placement):
    """One decision of one seat.

    A placement has `colour`, `number` (the value played), starred faces and `cells`, and the gift chips it uses:
    so many that free a joker, add one, take one away, and allow all six dice. `block` has the block's first cell,
    `bomb` its cells, `row` the row's letter and cells, `give` the `chip` and the seat `to` which it goes.
    """

    kind: Kind
    jokers: int = 0
    plus: int = 0
    minus: int = 0
    six: int = 0
    row: str = ""
    chip: Chip = ""
    to: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """One position. Tuples are by seat."""

    active: int
    roll: int
    """The number of the roll on the table, from 1."""
    dice: str
    start: tuple[str, ...]
    """The start combinations: a colour and a number, "g3"."""
    chips: tuple[str, ...]
    """All chips in the order in which they are turned; the first ten X of a seat turn one each. "" in a solo match."""
    crossed: tuple[int, ...]
    track: tuple[int, ...]
    """Pass fields crossed."""
    jokers: tuple[int, ...]
    """Jokers that can be used."""
    grey: tuple[int, ...]
    """Jokers that are still to be freed."""
    xs: tuple[int, ...]
    gifts: tuple[str, ...]
    """Gift chips held, in the order "!16"."""
    first: tuple[int, ...]
    later: tuple[int, ...]
    taken: int
    """The goals that somebody had before this roll."""
    asked: tuple[str, ...]
    """The kind of decision that is open: choose, block, bomb, row or give."""
    answers: tuple[str, ...]
    """What is sealed in the open step, as canonical text."""
    did: tuple[str, ...]
    """What each seat has done in this roll: canonical texts, joined by "; "."""
    last: tuple[str, ...]
    """The same for the roll before."""
    fresh: tuple[int, ...]
    """The cells crossed with, and since, the seat's latest placement or pass."""
    fields: tuple[int, ...]
    """Pass fields still to be crossed once the open decision is taken."""
    owed: tuple[str, ...]
    """Chips turned in this roll that are still to be given."""
    departed: int = 0
    """Bits of the seats that left the match."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class SheetView:
    """One seat's sheet, as everybody may see it.

    `marks` has one character a goal, in the order of board.GOALS: "1" completed first, "2" later, "." not yet.
    `chips` are those turned, in order; `fresh` the cells of the seat's latest roll.
    `lines` are the named sums: chips, x, diamonds, pass_fields, columns.
    """

    crossed: tuple[str, ...]
    fresh: tuple[str, ...]
    start: str
    track: int
    jokers: int
    grey: int
    x: int
    chips: str
    gifts: str
    owed: str
    marks: str
    departed: bool
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: a spectator) may see.

    `asked` is the kind of decision each seat owes in the open step, also once it is sealed. `answers` are the texts
    sealed there: "" nothing, "?" not this watcher's own. `did` and `last` are what was done in this roll and the one
    before. `available` are the dice a seat that has still to choose may choose from; `roll` is all that was rolled.
    `taken` has "1" for every goal that somebody had before this roll, so that nobody can be first at it any more.
    """

    seat: int | None
    roll: tuple[str, ...]
    available: tuple[str, ...]
    roll_number: int
    roll_limit: int
    active: int
    to_move: tuple[int, ...]
    asked: tuple[str, ...]
    answers: tuple[str, ...]
    did: tuple[str, ...]
    last: tuple[str, ...]
    taken: str
    sheets: tuple[SheetView, ...]
    outcome: Outcome | None = None
