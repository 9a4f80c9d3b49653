"""What every view of the family has, and how views are built and looked at, whatever they are turned into."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from chalicelib.rules import Outcome

SEALED = "?"
"""Stands for a choice that the watcher may not see yet."""


class SheetView(Protocol):
    """One seat's sheet, as everybody may see it."""

    @property
    def crossed(self) -> tuple[str, ...]:
        """The names of the crossed cells."""

    @property
    def departed(self) -> bool:
        """Whether the seat has left the match."""

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """The named sums of its score."""


class View(Protocol):
    """What one seat (None: a spectator) may see of a position."""

    @property
    def seat(self) -> int | None:
        """Whose view it is."""

    @property
    def roll(self) -> tuple[str, ...]:
        """The dice on the table, colours before numbers."""

    @property
    def available(self) -> tuple[str, ...]:
        """Those of them that are left for whoever has still to choose."""

    @property
    def roll_number(self) -> int:
        """The number of the roll, from 1."""

    @property
    def roll_limit(self) -> int:
        """The number of the last roll there can be."""

    @property
    def active(self) -> int:
        """The active seat."""

    @property
    def sheets(self) -> Sequence[SheetView]:
        """The sheets, seat by seat."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it runs."""


@lru_cache(maxsize=1024)
def marks(first: int, later: int, count: int) -> str:
    """Bits of things completed first, and later, as one character each: "1", "2", and "." for not yet."""
    return "".join("1" if first >> i & 1 else "2" if later >> i & 1 else "." for i in range(count))


def is_solo(view: View) -> bool:
    """Whether one seat plays alone."""
    return len(view.sheets) == 1


def seat_order(view: View) -> tuple[int, ...]:
    """The watcher's own seat first (a spectator's is 0), then the others as the turn goes round."""
    count = len(view.sheets)
    return tuple(((view.seat or 0) + step) % count for step in range(count))


def is_own(view: View, seat: int) -> bool:
    """Whether this is the sheet the watcher looks at first of all, and closely."""
    return seat == view.seat or is_solo(view)


def is_rolled_on(before: View, after: View) -> bool:
    """Whether the dice of the view before have been rolled again, or have left the table."""
    return before.roll_number != after.roll_number or bool(before.roll and not after.roll)
