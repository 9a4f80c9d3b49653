"""The sheets and the figures of the game, read from sheets.json and checked when this module is loaded."""

from __future__ import annotations

import importlib.resources
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

ROWS = 7
COLUMN_LETTERS = "ABCDEFGHIJKLMNO"
COLOURS = "gybro"
JOKER = "*"
CELLS = tuple(f"{letter}{row}" for letter in COLUMN_LETTERS for row in range(1, ROWS + 1))
"""Names of the cells, in canonical order; a cell's place here is its bit."""

INDEX = {cell: index for index, cell in enumerate(CELLS)}
COLUMN_MASKS = tuple(0b1111111 << ROWS * column for column in range(len(COLUMN_LETTERS)))
START_MASK = COLUMN_MASKS[COLUMN_LETTERS.index("H")]
BLOCK_SIZES = (1, 2, 3, 4, 5, 6)


class InvalidSheetError(ValueError):
    """A sheet, or a figure, in sheets.json breaks what set-up promises."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed sheet: `colours` holds the letter of every cell, `blocks` masks of connected cells of one colour."""

    name: str
    colours: str
    stars: int
    colour_masks: tuple[int, ...]
    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Points, dice and limits, the same for all sheets; `level_from` are the points where levels 2, 3 ... begin."""

    jokers: int
    joker_points: int
    star_points: int
    column_first: tuple[int, ...]
    column_later: tuple[int, ...]
    colour_first: int
    colour_later: int
    colours_to_end: int
    free_rolls: int
    most_crosses: int
    colour_faces: str
    number_faces: str
    dice: int
    roll_limit: int
    solo_dice: int
    solo_rolls: int
    level_from: tuple[int, ...]


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1024)  # a commit shows each sheet to every watcher, before and after
def cells_of(mask: int) -> tuple[str, ...]:
    """The names of a mask's cells, in canonical order."""
    return tuple(CELLS[index] for index in bits(mask))


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


NEIGHBOURS = tuple(_neighbours(index) for index in range(len(CELLS)))
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
    """A sheet from its seven rows of colour letters, capitals where a star is printed. Raises InvalidSheetError."""
    if len(rows) != ROWS or any(len(row) != len(COLUMN_LETTERS) for row in rows):
        raise InvalidSheetError(f"{name}: a sheet has 7 rows of 15 cells")
    letters = "".join(rows[row][column] for column in range(len(COLUMN_LETTERS)) for row in range(ROWS))
    colours = letters.lower()
    if set(colours) - set(COLOURS):
        raise InvalidSheetError(f"{name}: a cell has a colour that does not exist")
    masks = tuple(_mask(index for index, letter in enumerate(colours) if letter == colour) for colour in COLOURS)
    blocks = tuple(block for mask in masks for block in components(mask))
    sheet = Sheet(name, colours, _mask(i for i, letter in enumerate(letters) if letter.isupper()), masks, blocks)
    _check_sheet(sheet)
    return sheet


def _mask(indices: Iterator[int]) -> int:
    return sum(1 << index for index in indices)


def _check_sheet(sheet: Sheet) -> None:
    for colour, mask in zip(COLOURS, sheet.colour_masks, strict=True):
        if mask.bit_count() != len(CELLS) // len(COLOURS):
            raise InvalidSheetError(f"{sheet.name}: {mask.bit_count()} cells of colour {colour}, not 21")
        sizes = Counter(block.bit_count() for block in sheet.blocks if block & mask)
        if sizes != Counter(BLOCK_SIZES):
            raise InvalidSheetError(f"{sheet.name}: blocks of colour {colour} have sizes {sorted(sizes.elements())}")
    for letter, column in zip(COLUMN_LETTERS, COLUMN_MASKS, strict=True):
        if (sheet.stars & column).bit_count() != 1:
            raise InvalidSheetError(f"{sheet.name}: column {letter} has not exactly one star")


def build_figures(data: Mapping[str, Any]) -> Figures:
    """The figures of sheets.json. Raises InvalidSheetError where a table does not fit the sheets."""
    figures = Figures(
        jokers=data["jokers"],
        joker_points=data["joker_points"],
        star_points=data["star_points"],
        column_first=tuple(data["column_points"]["first"]),
        column_later=tuple(data["column_points"]["later"]),
        colour_first=data["colour_points"]["first"],
        colour_later=data["colour_points"]["later"],
        colours_to_end=data["colours_to_end"],
        free_rolls=data["free_rolls"],
        most_crosses=data["most_crosses"],
        colour_faces=data["faces"]["colour"],
        number_faces=data["faces"]["number"],
        dice=data["dice"],
        roll_limit=data["roll_limit"],
        solo_dice=data["solo"]["dice"],
        solo_rolls=data["solo"]["rolls"],
        level_from=tuple(data["solo"]["level_from"]),
    )
    _check_figures(figures)
    return figures


def _check_figures(figures: Figures) -> None:
    if not len(figures.column_first) == len(figures.column_later) == len(COLUMN_LETTERS):
        raise InvalidSheetError("every column has an upper and a lower value")
    if any(first <= later for first, later in zip(figures.column_first, figures.column_later, strict=True)):
        raise InvalidSheetError("the upper value of a column is the greater one")
    if figures.colour_faces != COLOURS + JOKER:
        raise InvalidSheetError("a colour die shows the five colours and a joker")
    if figures.number_faces != "".join(map(str, range(1, figures.most_crosses + 1))) + JOKER:
        raise InvalidSheetError("a number die shows the numbers of crosses and a joker")
    if list(figures.level_from) != sorted(set(figures.level_from)):
        raise InvalidSheetError("levels begin at ascending points")


def build_sheets(data: Mapping[str, Sequence[str]]) -> dict[str, Sheet]:
    """All sheets by name. Raises InvalidSheetError."""
    return {name: build_sheet(name, rows) for name, rows in data.items()}


_DATA = json.loads(importlib.resources.files(__package__).joinpath("sheets.json").read_text(encoding="utf-8"))

FIGURES = build_figures(_DATA)
SHEETS: Mapping[str, Sheet] = build_sheets(_DATA["sheets"])
