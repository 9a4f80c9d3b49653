"""The sheets and the figures of the game, read from sheets.json and checked when this module is loaded."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chalicelib.games.keer_family.board import (
    COLUMN_LETTERS,
    MOST_CROSSES,
    InvalidSheetError,
    Sheet,
    bits,
    build_sheet,
    check_faces,
    named,
)
from chalicelib.games.keer_family.course import Course, read_course

CELLS = named("1234567")
"""Names of the cells, in canonical order; a cell's place here is its bit."""

INDEX = {cell: index for index, cell in enumerate(CELLS)}


@dataclass(frozen=True, slots=True)
class Figures(Course):
    """Points, dice and limits, the same for all sheets."""

    jokers: int
    joker_points: int
    star_points: int
    column_first: tuple[int, ...]
    column_later: tuple[int, ...]
    colour_first: int
    colour_later: int
    colours_to_end: int
    most_crosses: int
    colour_faces: str
    number_faces: str


@lru_cache(maxsize=1024)  # a commit shows each sheet to every watcher, before and after
def cells_of(mask: int) -> tuple[str, ...]:
    """The names of a mask's cells, in canonical order."""
    return tuple(CELLS[index] for index in bits(mask))


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
        most_crosses=data["most_crosses"],
        colour_faces=data["faces"]["colour"],
        number_faces=data["faces"]["number"],
        **read_course(data),
    )
    _check_figures(figures)
    return figures


def _check_figures(figures: Figures) -> None:
    if not len(figures.column_first) == len(figures.column_later) == len(COLUMN_LETTERS):
        raise InvalidSheetError("every column has an upper and a lower value")
    if any(first <= later for first, later in zip(figures.column_first, figures.column_later, strict=True)):
        raise InvalidSheetError("the upper value of a column is the greater one")
    check_faces(figures.colour_faces, figures.number_faces)
    if figures.most_crosses != MOST_CROSSES:
        raise InvalidSheetError("the numbers of crosses go up to the most of a placement")


def build_sheets(data: Mapping[str, Sequence[str]]) -> dict[str, Sheet]:
    """All sheets by name. Raises InvalidSheetError."""
    return {name: build_sheet(name, rows) for name, rows in data.items()}


_DATA = json.loads(importlib.resources.files(__package__).joinpath("sheets.json").read_text(encoding="utf-8"))

FIGURES = build_figures(_DATA)
SHEETS: Mapping[str, Sheet] = build_sheets(_DATA["sheets"])
