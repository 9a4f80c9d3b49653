"""What is still to be done on a sheet: how many placements each column, colour and star takes, hard ones more."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_op_keer.board import (
    BLOCK_SIZES,
    COLOURS,
    COLUMN_MASKS,
    FIGURES,
    INDEX,
    SHEETS,
    START_MASK,
    around,
    components,
)
from chalicelib.games.keer_op_keer.placements import START_BIT

_EXACT = 0.5
_FAR = 0.25
_FARTHEST = 4


class Piece(NamedTuple):
    """Connected open cells of one block: `parts` are (column, cells in it), `stars` how many of its cells have one."""

    mask: int
    touch: int
    colour: int
    size: int
    parts: tuple[tuple[int, int], ...]
    stars: int


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


def _effort(cells: int, size: int) -> float:
    """Placements it takes to cross so many cells of a piece: more the fewer numbers will do."""
    if cells > FIGURES.most_crosses:
        return 2 + _EXACT
    return 1 + _EXACT / (max(size - cells, 0) + 1)


_SIZES = range(max(BLOCK_SIZES) + 1)
EFFORTS = tuple(tuple(_effort(cells, size) for size in _SIZES) for cells in _SIZES)
"""By the number of cells wanted and the size of their piece."""


@cache
def pieces_of(sheet: str, open_cells: int) -> tuple[Piece, ...]:
    """The pieces that the open cells of one block of a sheet fall into."""
    board = SHEETS[sheet]
    colour = next((i for i, mask in enumerate(board.colour_masks) if mask & open_cells), 0)
    return tuple(_piece(mask, colour, board.stars) for mask in components(open_cells))


def _piece(mask: int, colour: int, stars: int) -> Piece:
    parts = tuple((i, (mask & column).bit_count()) for i, column in enumerate(COLUMN_MASKS) if mask & column)
    touch = around(mask) & ~mask | (START_BIT if mask & START_MASK else 0)
    return Piece(mask, touch, colour, mask.bit_count(), parts, (mask & stars).bit_count())


def _open_pieces(sheet: str, crossed: int) -> list[Piece]:
    uncrossed = ~crossed
    return [
        piece for block in SHEETS[sheet].blocks if block & uncrossed for piece in pieces_of(sheet, block & uncrossed)
    ]


def _rings(pieces: list[Piece], near: int) -> list[list[Piece]]:
    """The pieces by how far they are: those that can be entered now, those behind them, and so on."""
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


def outlook(sheet: str, crossed: int, near: int) -> Outlook:
    """The work left on a sheet with these crosses; `near` is what a placement has to touch."""
    columns, colours, stars = [0.0] * len(COLUMN_MASKS), [0.0] * len(COLOURS), []
    rings = _rings(_open_pieces(sheet, crossed), near)
    for distance, ring in enumerate(rings):
        factor = 1 + _FAR * distance
        for _, _, colour, size, parts, starred in ring:
            colours[colour] += EFFORTS[size][size] * factor
            for column, cells in parts:
                columns[column] += EFFORTS[cells][size] * factor
            if starred:
                stars += [EFFORTS[1][size] * factor] * starred
    return Outlook((*columns, *colours), tuple(stars), _pairs(rings[0]))


def _pairs(ring: list[Piece]) -> int:
    widest = [0] * len(COLOURS)
    for piece in ring:
        widest[piece.colour] = max(widest[piece.colour], piece.size)
    return sum(min(size, FIGURES.most_crosses) for size in widest)
