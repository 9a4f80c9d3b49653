"""The sheet and its figures, and what a corrupted copy of them is refused for."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chalicelib.games.keer_family.board import ALL_CELLS, InvalidSheetError, components
from chalicelib.games.keer_op_keer_3 import board
from chalicelib.games.keer_op_keer_3.board import (
    BOARD,
    CELLS,
    CROSSINGS,
    FIGURES,
    GOALS,
    SHEET,
    X_IN_ALL,
    build_board,
    cells_of,
    completed,
    crossings_done,
)
from tests.games.keer_op_keer_3.positions import (
    BOARD as PICTURE,
)
from tests.games.keer_op_keer_3.positions import (
    DIAMONDS,
    coloured,
    column,
    everything,
    mask,
    named,
    row,
)

DATA = json.loads(Path(board.__file__).with_name("sheet.json").read_text(encoding="utf-8"))


def test_the_sheet_is_the_printed_one() -> None:
    lines = [line.split() for line in PICTURE.split("\n") if line]
    for place, name in enumerate(CELLS):
        assert SHEET.colours[place] == lines["PQRSTUV".index(name[1])]["ABCDEFGHIJKLMNO".index(name[0])]
    assert cells_of(SHEET.stars) == tuple(DIAMONDS.split())


def test_cells_are_named_column_by_column() -> None:
    assert CELLS[:8] == ("AP", "AQ", "AR", "AS", "AT", "AU", "AV", "BP")
    assert (len(CELLS), CELLS[-1]) == (105, "OV")


def test_21_a_colour_and_blocks_1_to_6() -> None:
    for colour in SHEET.colour_masks:
        assert colour.bit_count() == 21
        assert sorted(block.bit_count() for block in components(colour)) == [1, 2, 3, 4, 5, 6]


def test_15_diamonds_one_a_column_and_four_crossings_a_numeral() -> None:
    assert SHEET.stars.bit_count() == 15
    assert {name[0] for name in cells_of(SHEET.stars)} == set("ABCDEFGHIJKLMNO")
    assert [len(masks) for masks in CROSSINGS] == [4, 4, 4]
    upper_left = [" ".join(sorted(cells_of(mask)[0] for mask in masks)) for masks in CROSSINGS]
    assert upper_left == ["CQ GU KT NR", "BU EP JQ MP", "AS DT IS LR"]
    assert cells_of(CROSSINGS[0][0]) == ("CQ", "CR", "DQ", "DR")
    assert all(len(cells_of(crossing)) == 4 for masks in CROSSINGS for crossing in masks)


def test_43_x_and_12_joker_bonuses() -> None:
    gains = Counter(gain for goal in GOALS for gain in (goal.pink, goal.white))
    gains.update(bonus for field, bonus in FIGURES.field_bonuses.items() if field < 16)
    assert gains["x"] + 2 * gains["xx"] == X_IN_ALL == 43
    assert gains["joker"] == FIGURES.grey == 12
    assert (FIGURES.black, FIGURES.fields) == (2, 16)
    assert FIGURES.field_bonuses == {2: "joker", 4: "joker", 6: "block", 9: "bomb", 12: "row"}


def test_the_bonus_table() -> None:
    found = {f"{goal.kind} {goal.name}": (goal.pink, goal.white) for goal in GOALS}
    assert [found[f"column {letter}"] for letter in "ABNO"] == [("joker", "x")] * 4
    assert [found[f"column {letter}"] for letter in "CDEKLM"] == [("x", "joker")] * 6
    assert [found[f"column {letter}"] for letter in "FGHIJ"] == [("pass", "")] * 5
    assert {found[f"row {letter}"] for letter in "PQRSTUV"} == {("", "x")}
    assert [found[f"line {number}"] for number in "123"] == [("pass", "x"), ("pass", "x"), ("x", "x")]
    assert {found[f"numeral {name}"] for name in ("I", "II", "III")} == {("x", "x")}
    assert {found[f"stack {number}"] for number in "1234"} == {("", "x")}
    assert {found[f"colour {letter}"] for letter in "gybro"} == {("x", "x")}
    assert found["track 16"] == ("xx", "")


def test_goals_are_complete_when_their_cells_are() -> None:
    assert named(completed(0)) == set()
    assert named(completed(mask(column("C")))) == {"column C"}
    assert named(completed(mask(row("S")))) == {"row S"}
    assert named(completed(mask(column("C", but="P")))) == set()
    assert named(completed(mask(coloured("y")))) >= {"colour y"}
    assert completed(ALL_CELLS).bit_count() == len(GOALS) - 1


def test_diamonds_fill_their_lines_in_number_only() -> None:
    diamonds = DIAMONDS.split()
    for count in range(16):
        lines = {name for name in named(completed(mask(" ".join(diamonds[15 - count :])))) if name.startswith("line")}
        assert lines == {f"line {number}" for number in range(1, count // 5 + 1)}


def test_a_crossing_counts_with_all_four_cells_and_a_set_needs_all_numerals() -> None:
    one = [cells_of(masks[0]) for masks in CROSSINGS]
    three = " ".join(one[0][:3])
    assert crossings_done(mask(three)) == (0, 0, 0)
    both = mask(" ".join((*one[0], *one[1])))
    assert (crossings_done(both), named(completed(both))) == ((1, 1, 0), set())
    assert named(completed(both | CROSSINGS[2][3])) == {"stack 1"}
    numeral = sum(1 << place for place in range(105) if any(crossing >> place & 1 for crossing in CROSSINGS[1]))
    assert named(completed(numeral)) == {"numeral II"}
    assert named(completed(mask(everything("AS")))) >= {"stack 1", "stack 2", "stack 3", "numeral I", "numeral II"}
    assert "stack 4" not in named(completed(mask(everything("AS"))))


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
        (spoil("rows", 0, value="rrobYyroooRyyy"), "7 rows of 15"),
        (spoil("rows", 0, value="rrobYyroooRyyyz"), "a colour that does not exist"),
        (spoil("rows", 0, value="grobYyroooRyyyy"), "not 21"),
        (spoil("rows", 0, value="RrobYyroooRyyyy"), "exactly one star"),
        (spoil("rows", value=DATA["rows"][:6]), "7 rows of 15"),
        (spoil("rows", value=[DATA["rows"][1], DATA["rows"][0], *DATA["rows"][2:]]), "have sizes"),
        (spoil("crossings", "I", value=["CQ", "GU", "KT"]), "3 crossings I"),
        (spoil("crossings", "III", value=[]), "0 crossings III"),
        (spoil("crossings", "I", 0, value="BU"), "the same place"),
        (spoil("crossings", "I", 0, value="OP"), "no four cells"),
        (spoil("crossings", "I", 0, value="AV"), "no four cells"),
        (spoil("columns", "A B N", value={"pink": "x", "white": "x"}), "every column"),
        (spoil("columns", "F G H I J", "white", value="x"), "48 X, not 43"),
        (spoil("row", "white", value="joker"), "36 X"),
        (spoil("row", "pink", value="star"), "does not exist"),
        (spoil("pass_track", "bonuses", "2", value="x"), "44 X"),
        (spoil("pass_track", "bonuses", "2", value="bomb"), "11 joker bonuses"),
        (spoil("pass_track", "bonuses", "6", value="bomb"), "once each"),
        (spoil("jokers", "grey", value=11), "12 joker bonuses for 11"),
        (spoil("diamonds_a_line", value=4), "do not fill"),
        (spoil("faces", "colour", value="gybr*"), "five colours"),
        (spoil("faces", "number", value="123456*"), "numbers of crosses"),
        (spoil("solo", "level_from", value=[3, 3]), "ascending"),
    ],
)
def test_corrupted_data_are_refused(change: Callable[[dict[str, Any]], None], says: str) -> None:
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(InvalidSheetError, match=says):
        build_board(data)
    assert build_board(DATA).goals == BOARD.goals
