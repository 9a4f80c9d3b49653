"""What is still to be done on a sheet: how many placements its open pieces take, hard ones more."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.board import (
    BLOCK_SIZES,
    COLOURS,
    COLUMN_MASKS,
    MOST_CROSSES,
    START_MASK,
    Sheet,
    around,
    components,
)
from chalicelib.games.keer_family.placements import START_BIT

_EXACT = 0.5
FAR = 0.25
"""So much more a piece costs for every piece that has to be crossed before it."""

_FARTHEST = 4


class Piece(NamedTuple):
    """Connected open cells of one block: `parts` are (column, cells in it), `stars` how many of its cells have one."""

    mask: int
    touch: int
    colour: int
    size: int
    parts: tuple[tuple[int, int], ...]
    stars: int


def _effort(cells: int, size: int) -> float:
    """Placements it takes to cross so many cells of a piece: more the fewer numbers will do."""
    if cells > MOST_CROSSES:
        return 2 + _EXACT
    return 1 + _EXACT / (max(size - cells, 0) + 1)


_SIZES = range(max(BLOCK_SIZES) + 1)
EFFORTS = tuple(tuple(_effort(cells, size) for size in _SIZES) for cells in _SIZES)
"""By the number of cells wanted and the size of their piece."""


def _piece(mask: int, colour: int, stars: int) -> Piece:
    parts = tuple((i, (mask & column).bit_count()) for i, column in enumerate(COLUMN_MASKS) if mask & column)
    touch = around(mask) & ~mask | (START_BIT if mask & START_MASK else 0)
    return Piece(mask, touch, colour, mask.bit_count(), parts, (mask & stars).bit_count())


@cache
def pieces_of(sheet: Sheet, open_cells: int) -> tuple[Piece, ...]:
    """The pieces that the open cells of one block of a sheet fall into."""
    colour = next((i for i, mask in enumerate(sheet.colour_masks) if mask & open_cells), 0)
    return tuple(_piece(mask, colour, sheet.stars) for mask in components(open_cells))


def rings_of(sheet: Sheet, crossed: int, near: int) -> list[list[Piece]]:
    """The open pieces by how far they are: those that touch `near` now, those behind them, and so on."""
    uncrossed = ~crossed
    pieces = [piece for block in sheet.blocks if block & uncrossed for piece in pieces_of(sheet, block & uncrossed)]
    rings: list[list[Piece]] = []
    while pieces and len(rings) < _FARTHEST - 1:
        ring = [piece for piece in pieces if piece.touch & near]
        if not ring:
            break
        pieces = [piece for piece in pieces if not piece.touch & near]
        for piece in ring:
            near |= piece.mask
        rings.append(ring)
    rings += [[] for _ in range(len(rings), _FARTHEST - 1)]
    return [*rings, pieces]


def playable_pairs(ring: list[Piece]) -> int:
    """The pairs of a colour and a number that could be placed in these pieces, 0 to 25."""
    widest = [0] * len(COLOURS)
    for piece in ring:
        widest[piece.colour] = max(widest[piece.colour], piece.size)
    return sum(min(size, MOST_CROSSES) for size in widest)
