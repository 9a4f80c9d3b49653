"""The values Keer op Keer is made of.

Cells are numbered column by column from the left, top to bottom: bit `7 * column + row`, so that ascending bits are
the canonical order of cells. A die's face is one character: a colour letter or a digit, "*" for a joker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chalicelib.games.keer_family.placements import Placement
from chalicelib.rules import Outcome


@dataclass(frozen=True, slots=True)
class Move(Placement):
    """One choice of one seat."""

    kind: Literal["place", "pass"]


@dataclass(frozen=True, slots=True)
class State:
    """One position. Tuples are by seat; masks are bits of cells, columns (A is bit 0) or colours (g y b r o)."""

    sheet: str
    start: str
    active: int
    roll: int
    """The number of the roll on the table, from 1."""
    dice: str
    """Colour faces, then number faces: "gy*31*" (solo four characters)."""
    crossed: tuple[int, ...]
    jokers: tuple[int, ...]
    columns_first: tuple[int, ...]
    columns_later: tuple[int, ...]
    colours_first: tuple[int, ...]
    colours_later: tuple[int, ...]
    chosen: tuple[str, ...]
    """Canonical text of what each seat chose in this roll; "" where it has not."""
    last: tuple[str, ...]
    """The same for the roll before; "" where the seat had left."""
    departed: int
    """Bits of the seats that left the match."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class SheetView:
    """One seat's sheet, as everybody may see it.

    `columns` has 15 characters and `colours` five (g y b r o): "1" completed first, "2" later, "." not yet.
    `lines` are the named sums of the score as it stands: columns, colours, jokers, stars, total.
    """

    crossed: tuple[str, ...]
    jokers: int
    columns: str
    colours: str
    departed: bool
    lines: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: a spectator) may see.

    `chosen` holds the texts of this roll's choices: "" not made yet, "?" sealed and not this watcher's own.
    `available` are the dice a seat that has still to choose may choose from; `roll` is all that was rolled.
    """

    seat: int | None
    sheet: str
    start: str
    roll: tuple[str, ...]
    available: tuple[str, ...]
    roll_number: int
    roll_limit: int
    active: int
    to_move: tuple[int, ...]
    sheets: tuple[SheetView, ...]
    chosen: tuple[str, ...]
    last: tuple[str, ...]
    outcome: Outcome | None = None
