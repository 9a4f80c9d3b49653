"""The board that all sheets of the family have, and what set-up promises of every one of them.

Cells are numbered column by column from the left, top to bottom: bit `7 * column + row`, so that ascending bits are
the canonical order of cells. How rows are called is each game's own business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

ROWS = 7
COLUMN_LETTERS = "ABCDEFGHIJKLMNO"
Colour = Literal["", "g", "y", "b", "r", "o"]
COLOURS = "gybro"
COLOUR_LETTERS: tuple[Colour, ...] = ("g", "y", "b", "r", "o")
"""The same, one by one."""

JOKER = "*"
SIZE = ROWS * len(COLUMN_LETTERS)
ALL_CELLS = (1 << SIZE) - 1
COLUMN_MASKS = tuple(0b1111111 << ROWS * column for column in range(len(COLUMN_LETTERS)))
ROW_MASKS = tuple(sum(1 << ROWS * column + row for column in range(len(COLUMN_LETTERS))) for row in range(ROWS))
START_COLUMN = COLUMN_LETTERS.index("H")
START_MASK = COLUMN_MASKS[START_COLUMN]
BLOCK_SIZES = (1, 2, 3, 4, 5, 6)
MOST_CROSSES = 5
"""Crosses of one placement at most: the highest number on a die."""

COLOUR_FACES = COLOURS + JOKER
NUMBER_FACES = "".join(map(str, range(1, MOST_CROSSES + 1))) + JOKER


class InvalidSheetError(ValueError):
    """A sheet, or a figure that goes with it, breaks what set-up promises."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One printed sheet: `colours` holds the letter of every cell, `blocks` masks of connected cells of one colour.

    `stars` is the mask of the cells with a printed mark (stars, or diamonds).
    """

    name: str
    colours: str
    stars: int
    colour_masks: tuple[int, ...]
    blocks: tuple[int, ...]


def named(row_labels: str) -> tuple[str, ...]:
    """The names of the cells in canonical order, from the labels of the rows; a cell's place is its bit."""
    return tuple(f"{letter}{row}" for letter in COLUMN_LETTERS for row in row_labels)


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of_bits(indices: Iterable[int]) -> int:
    """The mask with these bits set."""
    result = 0
    for index in indices:
        result |= 1 << index
    return result


def _neighbours(index: int) -> int:
    column, row = divmod(index, ROWS)
    mask = 0
    if row > 0:
        mask |= 1 << index - 1
    if row < ROWS - 1:
        mask |= 1 << index + 1
    if column > 0:
        mask |= 1 << index - ROWS
    if column < len(COLUMN_LETTERS) - 1:
        mask |= 1 << index + ROWS
    return mask


NEIGHBOURS = tuple(_neighbours(index) for index in range(SIZE))
"""For every cell the mask of those that share an edge with it."""


def around(mask: int) -> int:
    """The mask of all cells that share an edge with one of the mask's cells."""
    result = 0
    for index in bits(mask):
        result |= NEIGHBOURS[index]
    return result


def component(seed: int, within: int) -> int:
    """The cells of `within` that are connected, edge by edge, with `seed`."""
    found = seed
    while True:
        grown = found | (around(found) & within)
        if grown == found:
            return found
        found = grown


def components(mask: int) -> tuple[int, ...]:
    """The connected groups of a mask, by their first cell."""
    result = []
    while mask:
        group = component(mask & -mask, mask)
        result.append(group)
        mask ^= group
    return tuple(result)


def build_sheet(name: str, rows: Sequence[str]) -> Sheet:
    """A sheet from its seven rows of colour letters, capitals where a mark is printed. Raises InvalidSheetError."""
    if len(rows) != ROWS or any(len(row) != len(COLUMN_LETTERS) for row in rows):
        raise InvalidSheetError(f"{name}: a sheet has 7 rows of 15 cells")
    letters = "".join(rows[row][column] for column in range(len(COLUMN_LETTERS)) for row in range(ROWS))
    colours = letters.lower()
    if set(colours) - set(COLOURS):
        raise InvalidSheetError(f"{name}: a cell has a colour that does not exist")
    masks = tuple(mask_of_bits(i for i, letter in enumerate(colours) if letter == colour) for colour in COLOURS)
    blocks = tuple(block for mask in masks for block in components(mask))
    sheet = Sheet(name, colours, mask_of_bits(i for i, letter in enumerate(letters) if letter.isupper()), masks, blocks)
    _check_sheet(sheet)
    return sheet


def _check_sheet(sheet: Sheet) -> None:
    for colour, mask in zip(COLOURS, sheet.colour_masks, strict=True):
        if mask.bit_count() != SIZE // len(COLOURS):
            raise InvalidSheetError(f"{sheet.name}: {mask.bit_count()} cells of colour {colour}, not 21")
        sizes = Counter(block.bit_count() for block in sheet.blocks if block & mask)
        if sizes != Counter(BLOCK_SIZES):
            raise InvalidSheetError(f"{sheet.name}: blocks of colour {colour} have sizes {sorted(sizes.elements())}")
    for letter, column in zip(COLUMN_LETTERS, COLUMN_MASKS, strict=True):
        if (sheet.stars & column).bit_count() != 1:
            raise InvalidSheetError(f"{sheet.name}: column {letter} has not exactly one star")


def check_faces(colour_faces: str, number_faces: str) -> None:
    """Whether these are the faces of the family's dice. Raises InvalidSheetError."""
    if colour_faces != COLOUR_FACES:
        raise InvalidSheetError("a colour die shows the five colours and a joker")
    if number_faces != NUMBER_FACES:
        raise InvalidSheetError("a number die shows the numbers of crosses and a joker")
