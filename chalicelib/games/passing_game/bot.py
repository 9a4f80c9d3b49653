"""Two bots that choose from what a seat sees; docs/bots.md tells how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chalicelib.games.passing_game import foresight
from chalicelib.games.passing_game.state import Move, View
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError


def choose(view: View, legal: Sequence[Move], chance: Chance, level: int) -> Move:
    """One of the legal moves, as a bot of this level would play; equals are drawn by lot.

    Raises InvalidOptionError (there is no such level), NotToMoveError (there is nothing to choose).
    """
    if level not in _LEVELS:
        raise InvalidOptionError(f"There is no bot of level {level!r}.", "level")
    if view.seat is None or not legal:
        raise NotToMoveError("This seat has nothing to choose now.", "not_to_move")
    rated = _LEVELS[level](view, legal, chance)
    top = max(rated)
    equals = [move for value, move in zip(rated, legal, strict=True) if value == top]
    return equals[0] if len(equals) == 1 else chance.roll(equals)


def beginner(view: View, legal: Sequence[Move], chance: Chance) -> list[int]:
    """Gets rid of as many pips as it can; draws where it cannot play, and passes where it cannot draw."""
    del view, chance
    return [{"play": 1 + _pips(move), "draw": 0, "pass": -1}[move.kind] for move in legal]


def _pips(move: Move) -> int:
    return int(move.tile[0]) + int(move.tile[2]) if move.tile else 0


_LEVELS: dict[int, Callable[[View, Sequence[Move], Chance], list[int]]] = {1: beginner, 2: foresight.rate}
