"""Keer op Keer against the plain reference of its tests: sets of cells, itertools, a dict copied whole at each step."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import Chance
from tests.bench import beside
from tests.bench.measure import Result
from tests.games.keer_op_keer import made_up, reference


def _begin(chance: Chance) -> reference.Match:
    return reference.new_match("black", "open", 2, chance)


def _form(move: Any, match: reference.Match, seat: int) -> reference.Placement | None:
    return made_up.plain(move)


PLAIN = beside.Plain("keer-op-keer", _begin, _form, reference.legal_in, reference.step)


def bench_legal_moves() -> Result:
    """All legal moves of positions of random matches."""
    return beside.legal_moves(PLAIN)


def bench_apply_move() -> Result:
    """One move of every position."""
    return beside.apply_move(PLAIN)
