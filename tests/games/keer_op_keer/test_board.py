"""The seven sheets and the figures, and what a corrupted copy of them is refused for."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chalicelib.games.keer_family.board import InvalidSheetError, Sheet, build_sheet
from chalicelib.games.keer_op_keer import SHEETS as OFFERED
from chalicelib.games.keer_op_keer import board
from chalicelib.games.keer_op_keer.board import CELLS, FIGURES, SHEETS, build_figures, build_sheets, cells_of
from tests.games.keer_op_keer.positions import GREEN, STARS, YELLOW, mask

DATA = json.loads(Path(board.__file__).with_name("sheets.json").read_text(encoding="utf-8"))
BLACK = DATA["sheets"]["black"]


def test_every_offered_sheet_is_there() -> None:
    assert sorted(SHEETS) == sorted(OFFERED)
    assert list(SHEETS) == sorted(SHEETS, key=OFFERED.index)
    assert len({sheet.colours for sheet in SHEETS.values()}) == 7


def test_cells_are_named_column_by_column() -> None:
    assert len(CELLS) == 105
    assert CELLS[:8] == ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1")
    assert CELLS[-1] == "O7"
    assert cells_of(mask("O7 A1 H4")) == ("A1", "H4", "O7")


def test_the_black_sheet_is_the_printed_one() -> None:
    sheet = SHEETS["black"]
    assert sheet.colour_masks[0] == mask(GREEN)
    assert sheet.colour_masks[1] == mask(YELLOW)
    assert sheet.stars == mask(STARS)
    assert mask("B6 C6 C7 D7 E7 F7") in sheet.blocks
    assert sheet.colours[CELLS.index("O5")] == "r"


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_every_sheet_has_what_set_up_promises(sheet: Sheet) -> None:
    assert len(sheet.colours) == 105
    assert [sheet.colours.count(colour) for colour in "gybro"] == [21] * 5
    assert sum(sheet.blocks) == (1 << 105) - 1
    for colour in sheet.colour_masks:
        assert sorted(block.bit_count() for block in sheet.blocks if block & colour) == [1, 2, 3, 4, 5, 6]
    assert sheet.stars.bit_count() == 15
    assert {cell[0] for cell in cells_of(sheet.stars)} == set("ABCDEFGHIJKLMNO")


def test_the_figures() -> None:
    assert (FIGURES.jokers, FIGURES.joker_points, FIGURES.star_points) == (8, 1, -2)
    assert FIGURES.column_first == (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)
    assert FIGURES.column_later == (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)
    assert (FIGURES.colour_first, FIGURES.colour_later, FIGURES.colours_to_end) == (5, 3, 2)
    assert (FIGURES.free_rolls, FIGURES.most_crosses, FIGURES.roll_limit) == (3, 5, 300)
    assert (FIGURES.dice, FIGURES.solo_dice, FIGURES.solo_rolls) == (3, 2, 30)
    assert (FIGURES.colour_faces, FIGURES.number_faces) == ("gybro*", "12345*")
    assert FIGURES.level_from == (0, 1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41)


def with_cell(cell: str, letter: str) -> list[str]:
    """The black sheet with one cell printed otherwise."""
    column, row = "ABCDEFGHIJKLMNO".index(cell[0]), int(cell[1]) - 1
    rows = list(BLACK)
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
    return rows


def swapped(one: str, other: str) -> list[str]:
    """The black sheet with two cells of one row changed over."""
    rows, row = list(BLACK), int(one[1]) - 1
    letters = list(rows[row])
    first, second = ("ABCDEFGHIJKLMNO".index(cell[0]) for cell in (one, other))
    letters[first], letters[second] = letters[second], letters[first]
    rows[row] = "".join(letters)
    return rows


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (BLACK[:6], "7 rows of 15 cells"),
        ([*BLACK, BLACK[0]], "7 rows of 15 cells"),
        ([BLACK[0][:14], *BLACK[1:]], "7 rows of 15 cells"),
        ([BLACK[0] + "g", *BLACK[1:]], "7 rows of 15 cells"),
        ([], "7 rows of 15 cells"),
        (with_cell("A1", "p"), "colour that does not exist"),
        (with_cell("A1", "*"), "colour that does not exist"),
        (with_cell("A1", "o"), "20 cells of colour g, not 21"),
        (with_cell("A2", "g"), "22 cells of colour g, not 21"),
        (swapped("D1", "C1"), "blocks of colour g have sizes"),
        (with_cell("A3", "b"), "column A has not exactly one star"),
        (with_cell("A1", "G"), "column A has not exactly one star"),
        (with_cell("O1", "Y"), "column O has not exactly one star"),
        (with_cell("O6", "o"), "column O has not exactly one star"),
    ],
)
def test_a_corrupted_sheet_is_refused(rows: list[str], says: str) -> None:
    with pytest.raises(InvalidSheetError, match=says):
        build_sheet("bad", rows)
    with pytest.raises(InvalidSheetError, match="bad"):
        build_sheets({"black": BLACK, "bad": rows})


def test_swapping_two_stars_of_different_columns_is_refused() -> None:
    rows = with_cell("A3", "b")
    rows[0] = "G" + rows[0][1:]
    assert build_sheet("still one star a column", rows).stars.bit_count() == 15
    rows[0] = "gG" + rows[0][2:]
    with pytest.raises(InvalidSheetError, match="column A"):
        build_sheet("two in B", rows)


@pytest.mark.parametrize("name", list(SHEETS))
def test_every_single_wrong_colour_is_noticed(name: str) -> None:
    rows = DATA["sheets"][name]
    for row in range(7):
        for column in range(0, 15, 2):
            here = rows[row][column]
            other = "gybro"[("gybro".index(here.lower()) + 1) % 5]
            bad = list(rows)
            bad[row] = rows[row][:column] + (other.upper() if here.isupper() else other) + rows[row][column + 1 :]
            with pytest.raises(InvalidSheetError):
                build_sheet(name, bad)


def spoil(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (spoil("column_points", "first", value=[5] * 14), "every column has"),
        (spoil("column_points", "later", value=[0] * 16), "every column has"),
        (spoil("column_points", "later", 7, value=1), "the greater one"),
        (spoil("column_points", "first", 0, value=3), "the greater one"),
        (spoil("faces", "colour", value="gybr*"), "five colours"),
        (spoil("faces", "number", value="123456*"), "numbers of crosses"),
        (spoil("faces", "number", value="12345"), "numbers of crosses"),
        (spoil("most_crosses", value=6), "numbers of crosses"),
        (spoil("solo", "level_from", value=[0, 5, 1]), "ascending"),
        (spoil("solo", "level_from", value=[0, 0, 1]), "ascending"),
    ],
)
def test_corrupted_figures_are_refused(change: Callable[[dict[str, Any]], None], says: str) -> None:
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(InvalidSheetError, match=says):
        build_figures(data)
    assert build_figures(DATA) == FIGURES
