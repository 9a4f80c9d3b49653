"""What is still to be done on a sheet of Keer op Keer 3: how many placements each goal takes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.outlook import EFFORTS, FAR, playable_pairs, rings_of
from chalicelib.games.keer_family.placements import START_BIT
from chalicelib.games.keer_op_keer_3.board import CROSSINGS, FIGURES, FIRST_LINE, FIRST_STACK, GOAL_MASKS, GOALS, SHEET

_CROSSINGS = tuple(mask for masks in CROSSINGS for mask in masks)
_A_NUMERAL = len(CROSSINGS[0])
_LINES = sum(goal.kind == "line" for goal in GOALS)
_TARGETS = tuple((bit.bit_length() - 1, mask) for bit, mask in GOAL_MASKS)


class Outlook(NamedTuple):
    """The work left, in placements: `costs` by goal (the track's stays 0), `pairs` of dice that can be placed now."""

    costs: tuple[float, ...]
    pairs: int


@cache
def _parts(mask: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], int]:
    """For a piece: the goals and the crossings it has cells of, with how many, and how many diamonds."""
    goals = tuple((goal, (mask & cells).bit_count()) for goal, cells in _TARGETS if mask & cells)
    crossings = tuple((place, (mask & cells).bit_count()) for place, cells in enumerate(_CROSSINGS) if mask & cells)
    return goals, crossings, (mask & SHEET.stars).bit_count()


def outlook(crossed: int) -> Outlook:
    """The work left on a sheet with these crosses."""
    costs, crossings, diamonds = [0.0] * len(GOALS), [0.0] * len(_CROSSINGS), list[float]()
    rings = rings_of(SHEET, crossed, crossed | START_BIT)
    for distance, ring in enumerate(rings):
        factor = 1 + FAR * distance
        for piece in ring:
            goals, parts, count = _parts(piece.mask)
            for goal, cells in goals:
                costs[goal] += EFFORTS[cells][piece.size] * factor
            for place, cells in parts:
                crossings[place] += EFFORTS[cells][piece.size] * factor
            if count:
                diamonds += [EFFORTS[1][piece.size] * factor] * count
    _add_lines(costs, sorted(diamonds))
    _add_stacks(costs, crossings)
    return Outlook(tuple(costs), playable_pairs(rings[0]))


def _add_lines(costs: list[float], diamonds: list[float]) -> None:
    """A line takes the cheapest diamonds that are still wanted for it."""
    done = _LINES * FIGURES.diamonds_a_line - len(diamonds)
    for line in range(_LINES):
        wanted = (line + 1) * FIGURES.diamonds_a_line - done
        costs[FIRST_LINE + line] = sum(diamonds[: max(wanted, 0)])


def _add_stacks(costs: list[float], crossings: list[float]) -> None:
    """A set of crossings takes the cheapest of each numeral."""
    by_numeral = [sorted(crossings[i : i + _A_NUMERAL]) for i in range(0, len(crossings), _A_NUMERAL)]
    for place in range(_A_NUMERAL):
        costs[FIRST_STACK + place] = sum(sum(ordered[: place + 1]) for ordered in by_numeral)


_MASKS = dict(_TARGETS)


def cells_lacking(goal: int, crossed: int) -> int:
    """How many cells a goal lacks: its own, diamonds, or those of the crossings still to be completed."""
    if goal in _MASKS:
        return (_MASKS[goal] & ~crossed).bit_count()
    if FIRST_LINE <= goal < FIRST_LINE + _LINES:
        return (goal - FIRST_LINE + 1) * FIGURES.diamonds_a_line - (crossed & SHEET.stars).bit_count()
    lacking = [sorted((mask & ~crossed).bit_count() for mask in masks) for masks in CROSSINGS]
    return sum(sum(ordered[: goal - FIRST_STACK + 1]) for ordered in lacking)


GOALS_OF_CELLS = tuple(
    tuple(goal for goal, cells in _TARGETS if cells >> index & 1) for index in range(len(SHEET.colours))
)
"""For every cell the goals that need it, diamonds and sets of crossings apart."""

CROSSINGS_OF_CELLS = tuple(sum(mask >> index & 1 for mask in _CROSSINGS) for index in range(len(SHEET.colours)))
"""For every cell how many crossings it belongs to."""
