"""Keer op Keer 3 against the plain reference of its tests: sets, itertools, a dict copied whole at each step."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import Chance
from tests.bench import beside
from tests.bench.measure import Result
from tests.games.keer_op_keer_3 import made_up, reference


def _begin(chance: Chance) -> reference.Match:
    return reference.new_match(made_up.chips_of("2-2-2-4"), 2, chance)


def _form(move: Any, match: reference.Match, seat: int) -> reference.Move:
    return made_up.plain(move, match["players"][seat])


PLAIN = beside.Plain("keer-op-keer-3", _begin, _form, reference.legal_in, reference.step)


def bench_legal_moves() -> Result:
    """All legal moves of positions of random matches, whatever the decision."""
    return beside.legal_moves(PLAIN)


def bench_apply_move() -> Result:
    """One move of every position."""
    return beside.apply_move(PLAIN)
