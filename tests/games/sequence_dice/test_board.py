"""The board and its lines, and what a corrupted copy of board.json is refused for."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chalicelib.games.sequence_dice import META, board
from chalicelib.games.sequence_dice.board import (
    BOARD,
    LENGTHS,
    LINES,
    SQUARES,
    InvalidBoardError,
    bits,
    build_board,
    has_line,
    longest,
    squares_of,
    winning,
)
from tests.games.sequence_dice import reference
from tests.games.sequence_dice.positions import CENTRE, CORNERS, mask

DATA = json.loads(Path(board.__file__).with_name("board.json").read_text(encoding="utf-8"))


def test_squares_are_named_row_by_row() -> None:
    assert len(SQUARES) == 36
    assert SQUARES[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
    assert SQUARES[-1] == "f6"
    assert squares_of(mask("f6 a1 c3")) == ("a1", "c3", "f6")
    assert list(bits(0b10110)) == [1, 2, 4]
    assert list(bits(0)) == []


def test_there_are_four_squares_of_each_number_2_in_the_corners_12_in_the_centre() -> None:
    assert sorted(BOARD.masks) == [2, 3, 4, 5, 6, 7, 8, 9, 12]
    assert {found.bit_count() for found in BOARD.masks.values()} == {4}
    assert BOARD.masks[2] == mask(CORNERS)
    assert BOARD.masks[12] == mask(CENTRE)
    assert BOARD.safe == mask(f"{CORNERS} {CENTRE}")


def test_the_board_maps_onto_itself_under_a_quarter_turn() -> None:
    for index, number in enumerate(BOARD.numbers):
        row, column = divmod(index, 6)
        assert BOARD.numbers[6 * column + 5 - row] == number


def test_the_numbers_are_those_of_the_printed_board() -> None:
    assert {square: BOARD.numbers[index] for index, square in enumerate(SQUARES)} == reference.NUMBER


@pytest.mark.parametrize(("length", "count"), [(5, 32), (6, 14)])
def test_there_are_32_lines_of_five_and_14_of_six(length: int, count: int) -> None:
    lines = LINES[length]
    assert len(set(lines)) == len(lines) == count
    expected = set()
    for start in SQUARES:
        for step in reference.STEPS:
            places = [("abcdef".index(start[0]) + n * step[0], int(start[1]) + n * step[1]) for n in range(length)]
            if all(0 <= column < 6 and 1 <= row <= 6 for column, row in places):
                expected.add(mask(" ".join(f"{'abcdef'[column]}{row}" for column, row in places)))
    assert set(lines) == expected


def test_the_lengths_offered_are_those_of_the_option() -> None:
    assert META.options[0].choices == LENGTHS


@pytest.mark.parametrize(
    ("chips", "length"),
    [("", 0), ("a1", 1), ("a1 c1", 1), ("a1 b2", 2), ("c2 b3 a4", 3), ("a1 b1 c1 d1 e1 f1", 6), ("a1 b1 c1 e1 f1", 3)],
)
def test_the_longest_line_is_unbroken(chips: str, length: int) -> None:
    assert longest(mask(chips)) == length
    assert has_line(mask(chips), 5) == (length >= 5)


def test_the_squares_of_all_lines_that_win_are_marked() -> None:
    cross = mask("a3 b3 c3 d3 e3 c1 c2 c4 c5 f6")
    assert winning(cross, 5) == mask("a3 b3 c3 d3 e3 c1 c2 c4 c5")
    assert winning(cross, 6) == 0


CORRUPTIONS: list[Callable[[dict[str, Any]], Any]] = [
    lambda data: data["numbers"].pop(),
    lambda data: data["numbers"][2].pop(),
    lambda data: data["numbers"][0].__setitem__(0, 3),
    lambda data: data["numbers"][0].__setitem__(1, 10),
    lambda data: (data["numbers"][0].__setitem__(1, 4), data["numbers"][0].__setitem__(2, 3)),
    lambda data: data.update(wild=12),
    lambda data: data.update(defence=11),
    lambda data: data.update(again=[2, 13]),
    lambda data: data.update(dice=3),
    lambda data: data.update(faces="1234567"),
]


@pytest.mark.parametrize("corrupt", CORRUPTIONS)
def test_a_corrupted_board_is_refused(corrupt: Callable[[dict[str, Any]], Any]) -> None:
    data = copy.deepcopy(DATA)
    assert build_board(data) == BOARD
    corrupt(data)
    with pytest.raises(InvalidBoardError):
        build_board(data)
