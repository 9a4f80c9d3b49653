"""Sequence Dice against the plain reference of its tests: a dict of squares, copied whole and walked at each step.

Both draw the same roll for the next turn with every move, which is more than half of the game's time.
"""

from __future__ import annotations

from typing import Any

from chalicelib.games import get
from chalicelib.rules import Chance
from tests.bench import beside
from tests.bench.measure import Result
from tests.games.sequence_dice import reference


def _begin(chance: Chance) -> reference.Match:
    return reference.new_match(2, 5, chance)


def _form(move: Any, match: reference.Match, seat: int) -> str:
    del match, seat  # a text means the same everywhere
    return get("sequence-dice").format(move)


def _legal(match: reference.Match, seat: int) -> list[str]:
    return reference.legal(match) if seat == match["active"] else []


def _step(match: reference.Match, seat: int, text: str, chance: Chance) -> reference.Match:
    assert seat == match["active"]
    return reference.step(match, text, chance)


PLAIN = beside.Plain("sequence-dice", _begin, _form, _legal, _step)


def bench_apply_move() -> Result:
    """One move of every position, the roll that follows it drawn."""
    return beside.apply_move(PLAIN)
