"""The board and the figures of the game, read from board.json and checked when this module is loaded.

Squares are numbered row by row from a1: bit `6 * row + column`, so that ascending bits are the stable order of moves.
"""

from __future__ import annotations

import importlib.resources
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SIZE = 6
COLUMN_LETTERS = "abcdef"
SQUARES = tuple(f"{letter}{row}" for row in range(1, SIZE + 1) for letter in COLUMN_LETTERS)
"""Names of the squares, in the stable order; a square's place here is its bit."""

INDEX = {square: index for index, square in enumerate(SQUARES)}
MASKS = {square: 1 << index for square, index in INDEX.items()}
ALL = (1 << len(SQUARES)) - 1
LENGTHS = (5, 6)
"""How many chips in one line may be asked for."""

_A_NUMBER = 4
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class InvalidBoardError(ValueError):
    """The board, or a figure, in board.json breaks what set-up promises."""


@dataclass(frozen=True, slots=True)
class Board:
    """The printed board: `numbers` by square, `masks` the squares of each number, and what the totals do.

    `again` are the totals that bring another roll, on whose squares a defence does not reach.
    """

    numbers: tuple[int, ...]
    masks: Mapping[int, int]
    again: tuple[int, ...]
    defence: int
    wild: int
    dice: int
    faces: str
    turn_limit: int
    safe: int
    """The squares from which a defence removes nothing."""


def bits(mask: int) -> Iterator[int]:
    """The set bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def squares_of(mask: int) -> tuple[str, ...]:
    """The names of a mask's squares, in the stable order."""
    return tuple(SQUARES[index] for index in bits(mask))


def _lines(length: int) -> tuple[int, ...]:
    """The masks of all straight lines of so many squares: rows, columns, diagonals."""
    found = []
    for index in range(len(SQUARES)):
        row, column = divmod(index, SIZE)
        for down, right in _DIRECTIONS:
            last_row, last_column = row + down * (length - 1), column + right * (length - 1)
            if last_row < SIZE and 0 <= last_column < SIZE:
                found.append(sum(1 << index + step * (down * SIZE + right) for step in range(length)))
    return tuple(found)


LINES = {length: _lines(length) for length in range(1, SIZE + 1)}
"""By length: the masks of all lines of so many squares."""


_THROUGH = {
    length: {1 << index: tuple(line for line in lines if line >> index & 1) for index in range(len(SQUARES))}
    for length, lines in LINES.items()
}


_FOLLOWED = tuple(
    (down * SIZE + right, sum(1 << index for index in range(len(SQUARES)) if 0 <= index % SIZE + right < SIZE))
    for down, right in _DIRECTIONS
)
"""By direction: how many bits the next square lies on, and the squares that have one in their row or the next."""


def completes(chips: int, square: int, length: int) -> bool:
    """Whether these chips hold a line of `length` or more through this square, which is given by its mask."""
    missing = ~chips
    for line in _THROUGH[length][square]:  # noqa: SIM110 - a generator takes twice as long, and every move asks this
        if not line & missing:
            return True
    return False


def has_line(chips: int, length: int) -> bool:
    """Whether these chips hold a line of `length` or more."""
    return longest(chips) >= length


def longest(chips: int) -> int:
    """How many of these chips the longest unbroken line has; 0 where there are none."""
    found = 0
    for step, followed in _FOLLOWED:
        starts, length = chips, 0
        while starts:  # the squares where a line of one more than `length` begins
            starts &= starts >> step & followed
            length += 1
        found = max(found, length)
    return found


def winning(chips: int, length: int) -> int:
    """The squares of all lines of `length` that these chips hold."""
    found = 0
    for line in LINES[length]:
        if not line & ~chips:
            found |= line
    return found


def build_board(data: Mapping[str, Any]) -> Board:
    """The board of board.json. Raises InvalidBoardError where it is not what the rules say of it."""
    rows: Sequence[Sequence[int]] = data["numbers"]
    _check_rows(rows)
    numbers = tuple(number for row in rows for number in row)
    masks: dict[int, int] = {}
    for index, number in enumerate(numbers):
        masks[number] = masks.get(number, 0) | 1 << index
    again = tuple(data["again"])
    board = Board(
        numbers=numbers,
        masks=masks,
        again=again,
        defence=data["defence"],
        wild=data["wild"],
        dice=data["dice"],
        faces=data["faces"],
        turn_limit=data["turn_limit"],
        safe=sum(masks.get(number, 0) for number in again),
    )
    _check_totals(board)
    return board


def _check_rows(rows: Sequence[Sequence[int]]) -> None:
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise InvalidBoardError("the board has 6 rows of 6 squares")
    counts = Counter(number for row in rows for number in row)
    if set(counts.values()) != {_A_NUMBER}:
        raise InvalidBoardError("every number has four squares")
    if [list(row) for row in zip(*rows[::-1], strict=True)] != [list(row) for row in rows]:
        raise InvalidBoardError("the board looks the same after a quarter turn")


def _check_totals(board: Board) -> None:
    lowest, highest = int(board.faces[0]) * board.dice, int(board.faces[-1]) * board.dice
    special = {board.defence, board.wild}
    if set(board.masks) | special != set(range(lowest, highest + 1)) or special & set(board.masks):
        raise InvalidBoardError("every total is a number of the board, defence or wild")
    if not set(board.again) <= set(board.masks):
        raise InvalidBoardError("the totals that bring another roll are numbers of the board")


BOARD = build_board(
    json.loads(importlib.resources.files(__package__).joinpath("board.json").read_text(encoding="utf-8"))
)
