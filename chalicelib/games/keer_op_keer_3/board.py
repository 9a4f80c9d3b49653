"""The sheet of Keer op Keer 3 and its figures, read from sheet.json and checked when this module is loaded."""

from __future__ import annotations

import importlib.resources
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from chalicelib.games.keer_family.board import (
    COLOURS,
    COLUMN_LETTERS,
    COLUMN_MASKS,
    ROW_MASKS,
    ROWS,
    InvalidSheetError,
    Sheet,
    bits,
    build_sheet,
    check_faces,
    named,
)
from chalicelib.games.keer_family.course import Course, read_course

ROW_LABELS = "PQRSTUV"
CELLS = named(ROW_LABELS)
"""Names of the cells, in canonical order; a cell's place here is its bit."""

INDEX = {cell: index for index, cell in enumerate(CELLS)}
NUMERALS = ("I", "II", "III")
X_IN_ALL = 43
WINDOW = 1 | 1 << 1 | 1 << ROWS | 1 << ROWS + 1
"""A square of four cells, from its upper left one."""

_PINKS = ("", "x", "xx", "joker", "pass")


class Goal(NamedTuple):
    """Something to complete: `pink` goes to those who are first, `white` to everybody; "" is nothing.

    `kind` is column, row, line (of diamonds), numeral (a row of crossings), stack (a column of them), colour, or track
    (the last pass field); `name` is its letter, numeral or number.
    """

    kind: str
    name: str
    pink: str
    white: str


@dataclass(frozen=True, slots=True)
class Figures(Course):
    """Tracks, dice and limits; a solo match is counted in X."""

    black: int
    grey: int
    fields: int
    field_bonuses: Mapping[int, str]
    diamonds_a_line: int
    most_in_a_row: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything printed on the sheet; `crossings` are, by numeral, the masks of the four cells of each."""

    sheet: Sheet
    crossings: tuple[tuple[int, ...], ...]
    goals: tuple[Goal, ...]
    figures: Figures


@lru_cache(maxsize=2048)  # a commit shows each sheet to every watcher, before and after
def cells_of(mask: int) -> tuple[str, ...]:
    """The names of a mask's cells, in canonical order."""
    return tuple(CELLS[index] for index in bits(mask))


@lru_cache(maxsize=2048)
def mask_of(cells: tuple[str, ...]) -> int:
    """The mask of cells given by name."""
    return sum([1 << INDEX[cell] for cell in cells])


def build_board(data: Mapping[str, Any]) -> Board:
    """The sheet with all that is printed on it. Raises InvalidSheetError where the data break what set-up promises."""
    sheet = build_sheet("Keer op Keer 3", data["rows"])
    crossings = tuple(tuple(_crossing(cell) for cell in data["crossings"].get(name, ())) for name in NUMERALS)
    board = Board(sheet, crossings, tuple(_goals(data)), _figures(data))
    check_faces(data["faces"]["colour"], data["faces"]["number"])
    _check(board)
    return board


def _crossing(cell: str) -> int:
    """The four cells around a crossing, from the name of the upper left one."""
    column, row = COLUMN_LETTERS.index(cell[0]), ROW_LABELS.index(cell[1])
    if column == len(COLUMN_LETTERS) - 1 or row == ROWS - 1:
        raise InvalidSheetError(f"the crossing at {cell} has no four cells")
    return WINDOW << ROWS * column + row


def _goals(data: Mapping[str, Any]) -> Iterator[Goal]:
    if sorted(" ".join(data["columns"]).replace(" ", "")) != list(COLUMN_LETTERS):
        raise InvalidSheetError("every column has its bonus, once")
    columns = {letter: gain for letters, gain in data["columns"].items() for letter in letters.split()}
    yield from (Goal("column", letter, **columns[letter]) for letter in COLUMN_LETTERS)
    yield from (Goal("row", letter, **data["row"]) for letter in ROW_LABELS)
    yield from (Goal("line", str(number), **gain) for number, gain in enumerate(data["diamond_lines"], 1))
    yield from (Goal("numeral", name, **data["crossing_row"]) for name in NUMERALS)
    yield from (Goal("stack", str(number), **data["crossing_column"]) for number in range(1, 5))
    yield from (Goal("colour", letter, **data["colour"]) for letter in COLOURS)
    track = data["pass_track"]
    yield Goal("track", str(track["fields"]), track["bonuses"].get(str(track["fields"]), ""), "")


def _figures(data: Mapping[str, Any]) -> Figures:
    track = data["pass_track"]
    return Figures(
        black=data["jokers"]["black"],
        grey=data["jokers"]["grey"],
        fields=track["fields"],
        field_bonuses={int(field): bonus for field, bonus in track["bonuses"].items() if int(field) != track["fields"]},
        diamonds_a_line=data["diamonds_a_line"],
        most_in_a_row=data["most_in_a_row"],
        **read_course(data),
    )


def _check(board: Board) -> None:
    """The self-checks of the sheet, besides those every sheet of the family goes through."""
    for name, masks in zip(NUMERALS, board.crossings, strict=True):
        if len(masks) != 4:
            raise InvalidSheetError(f"there are {len(masks)} crossings {name}, not 4")
    if len({mask for masks in board.crossings for mask in masks}) != 12:
        raise InvalidSheetError("two crossings lie in the same place")
    lines = [goal for goal in board.goals if goal.kind == "line"]
    if len(lines) * board.figures.diamonds_a_line != board.sheet.stars.bit_count():
        raise InvalidSheetError("the diamonds do not fill their lines")
    if any(gain not in _PINKS for goal in board.goals for gain in (goal.pink, goal.white)):
        raise InvalidSheetError("a bonus that does not exist")
    _check_bonuses(board)


def _check_bonuses(board: Board) -> None:
    printed = Counter(gain for goal in board.goals for gain in (goal.pink, goal.white))
    printed.update(board.figures.field_bonuses.values())
    found = printed["x"] + 2 * printed["xx"]
    if found != X_IN_ALL:
        raise InvalidSheetError(f"the sheet offers {found} X, not {X_IN_ALL}")
    if printed["joker"] != board.figures.grey:
        raise InvalidSheetError(f"{printed['joker']} joker bonuses for {board.figures.grey} grey jokers")
    if any(printed[choice] != 1 for choice in ("block", "bomb", "row")):
        raise InvalidSheetError("block, bomb and three in a row stand on the pass track once each")


_DATA = json.loads(importlib.resources.files(__package__).joinpath("sheet.json").read_text(encoding="utf-8"))

BOARD = build_board(_DATA)
SHEET, GOALS, FIGURES, CROSSINGS = BOARD.sheet, BOARD.goals, BOARD.figures, BOARD.crossings

FIRST_LINE = next(place for place, goal in enumerate(GOALS) if goal.kind == "line")
FIRST_STACK = next(place for place, goal in enumerate(GOALS) if goal.kind == "stack")
TRACK_END = next(place for place, goal in enumerate(GOALS) if goal.kind == "track")
GOAL_COLUMNS = (1 << len(COLUMN_MASKS)) - 1
"""The bits of the goals that are columns."""


def _masks_of_goals() -> Iterator[tuple[int, int]]:
    masks = {"column": COLUMN_MASKS, "row": ROW_MASKS, "colour": SHEET.colour_masks}
    masks["numeral"] = tuple(sum(1 << i for mask in masks for i in bits(mask)) for masks in CROSSINGS)
    counts: Counter[str] = Counter()
    for place, goal in enumerate(GOALS):
        if goal.kind in masks:
            yield 1 << place, masks[goal.kind][counts[goal.kind]]
            counts[goal.kind] += 1


GOAL_MASKS = tuple(_masks_of_goals())
"""The goals that are complete once certain cells are crossed: (bit of the goal, those cells)."""


def crossings_done(crossed: int) -> tuple[int, ...]:
    """How many crossings of each numeral are complete."""
    uncrossed = ~crossed
    return tuple([sum([not mask & uncrossed for mask in masks]) for masks in CROSSINGS])


@lru_cache(maxsize=4096)  # every look-up goes over all sheets, of which one or two have changed
def completed(crossed: int) -> int:
    """The bits of the goals that these crosses complete (the pass track is not among them)."""
    uncrossed, done = ~crossed, 0
    for bit, mask in GOAL_MASKS:
        if not mask & uncrossed:
            done |= bit
    lines = (crossed & SHEET.stars).bit_count() // FIGURES.diamonds_a_line
    done |= ((1 << lines) - 1) << FIRST_LINE
    return done | ((1 << min(crossings_done(crossed))) - 1) << FIRST_STACK
