"""What the bots of the family have in common: the best of what they have rated, equals by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from chalicelib.games.keer_family.views import View
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError

M = TypeVar("M")
V = TypeVar("V", bound=View)

_DIGITS = 6
"""Values that differ by less are equal, whatever the order in which they were added up."""


def choose(
    levels: Mapping[int, Callable[[V, int, Sequence[M]], Iterable[tuple[float, M]]]],
    view: V,
    legal: Sequence[M],
    chance: Chance,
    level: int,
) -> M:
    """What the bot of a level rates highest among the legal moves; `levels` rate moves for a view and its seat.

    Raises InvalidOptionError (there is no such level), NotToMoveError (there is nothing to choose).
    """
    if level not in levels:
        raise InvalidOptionError(f"There is no bot of level {level!r}.", "level")
    if view.seat is None or not legal:
        raise NotToMoveError("This seat has nothing to choose now.", "not_to_move")
    return best_of(levels[level](view, view.seat, legal), chance)


def best_of(rated: Iterable[tuple[float, M]], chance: Chance) -> M:
    """The move of the highest value; draws only where several have it."""
    rounded = [(round(value, _DIGITS), move) for value, move in rated]
    top = max(value for value, _ in rounded)
    equals = [move for value, move in rounded if value == top]
    return equals[0] if len(equals) == 1 else chance.roll(equals)
