"""What the bots of the family have in common: the best of what they have rated, equals by lot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from chalicelib.rules import Chance

M = TypeVar("M")

_DIGITS = 6
"""Values that differ by less are equal, whatever the order in which they were added up."""


def best_of(rated: Iterable[tuple[float, M]], chance: Chance) -> M:
    """The move of the highest value; draws only where several have it."""
    rounded = [(round(value, _DIGITS), move) for value, move in rated]
    top = max(value for value, _ in rounded)
    equals = [move for value, move in rounded if value == top]
    return equals[0] if len(equals) == 1 else chance.roll(equals)
