"""What is still to be done on a sheet: how many placements each column, colour and star takes, hard ones more."""

from __future__ import annotations

from typing import NamedTuple

from chalicelib.games.keer_family.board import COLOURS, COLUMN_MASKS
from chalicelib.games.keer_family.outlook import EFFORTS, FAR, playable_pairs, rings_of
from chalicelib.games.keer_op_keer.board import INDEX, SHEETS


class Outlook(NamedTuple):
    """The work left: `costs` by column and then by colour, `stars` the cost of each open one, in placements.

    `pairs` counts the pairs of a colour and a number that could be placed now, 0 to 25.
    """

    costs: tuple[float, ...]
    stars: tuple[float, ...]
    pairs: int


def mask_of(cells: tuple[str, ...]) -> int:
    """The mask of cells given by name."""
    return sum([1 << INDEX[cell] for cell in cells])


def outlook(sheet: str, crossed: int, near: int) -> Outlook:
    """The work left on a sheet with these crosses; `near` is what a placement has to touch."""
    columns, colours, stars = [0.0] * len(COLUMN_MASKS), [0.0] * len(COLOURS), []
    rings = rings_of(SHEETS[sheet], crossed, near)
    for distance, ring in enumerate(rings):
        factor = 1 + FAR * distance
        for _, _, colour, size, parts, starred in ring:
            colours[colour] += EFFORTS[size][size] * factor
            for column, cells in parts:
                columns[column] += EFFORTS[cells][size] * factor
            if starred:
                stars += [EFFORTS[1][size] * factor] * starred
    return Outlook((*columns, *colours), tuple(stars), playable_pairs(rings[0]))
