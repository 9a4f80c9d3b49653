"""Positions set up by hand, for tests: cells by name, everything else as it is at the beginning of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS, Colour
from chalicelib.games.keer_op_keer.board import INDEX
from chalicelib.games.keer_op_keer.game import KeerOpKeer
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import Chance

GAME = KeerOpKeer()

GREEN = "A1 B1 B2 B3 C1 D2 D3 D4 E3 F3 G3 H1 I4 J4 K7 L7 M7 N2 N3 O2 O3"
"""All green cells of the black sheet, by block (1st of 5, 2nd of 6, H1 alone ...)."""

YELLOW = "A7 B7 C2 D1 E1 E2 F1 F2 G1 H6 H7 I6 I7 J7 K3 K4 L3 L4 M1 N1 O1"
"""All yellow cells of the black sheet."""

STARS = "A3 B6 C2 D6 E2 F4 G3 H1 I6 J2 K6 L1 M7 N4 O6"
"""The stars of the black sheet."""


def mask(cells: str) -> int:
    """The mask of cells given by name."""
    return sum(1 << INDEX[cell] for cell in set(cells.split()))


def columns(letters: str) -> int:
    """The mark of columns given by letter."""
    return sum(1 << COLUMN_LETTERS.index(letter) for letter in letters)


def colours(letters: str) -> int:
    """The mark of colours given by letter."""
    return sum(1 << COLOURS.index(letter) for letter in letters)


def column_cells(letter: str, rows: str = "1234567") -> str:
    """Cells of one column, by name."""
    return " ".join(letter + row for row in rows)


def position(
    crossed: Sequence[str],
    *,
    dice: str = "gyb123",
    roll: int = 5,
    active: int = 0,
    jokers: Sequence[int] = (),
    columns_first: Sequence[str] = (),
    columns_later: Sequence[str] = (),
    colours_first: Sequence[str] = (),
    colours_later: Sequence[str] = (),
    start: str = "open",
    sheet: str = "black",
    departed: int = 0,
) -> State:
    """A position in which nobody has chosen yet; one string of cells a seat says how many seats there are."""
    seats = len(crossed)
    blank = ("",) * seats
    return State(
        sheet,
        start,
        active,
        roll,
        dice,
        tuple(mask(cells) for cells in crossed),
        tuple(jokers or (8,) * seats),
        tuple(columns(letters) for letters in columns_first or blank),
        tuple(columns(letters) for letters in columns_later or blank),
        tuple(colours(letters) for letters in colours_first or blank),
        tuple(colours(letters) for letters in colours_later or blank),
        blank,
        blank,
        departed,
    )


def move(text: str) -> Move:
    """The move with this canonical text, read without the code under test."""
    if text == "pass":
        return Move("pass")
    head, *cells = text.split()
    bare = head.replace("*", "")
    return Move(
        "place", cast(Colour, bare[0]), int(bare[1:]), head.startswith("*"), "*" in head.lstrip("*"), tuple(cells)
    )


def chance(ply: int = 1) -> Chance:
    """Dice nobody looks at."""
    return Chance(b"seed", (), ply)


def play(state: State, *choices: tuple[int, str]) -> State:
    """The position after these (seat, canonical text) choices."""
    for seat, text in choices:
        state = GAME.apply_move(state, seat, move(text), chance())
    return state


def texts(state: State, seat: int) -> list[str]:
    """The canonical texts of the seat's legal moves."""
    return [GAME.format(each) for each in GAME.legal_moves(state, seat)]


def lines(state: State, seat: int) -> dict[str, int]:
    """The named sums of the seat's score, as a view shows them."""
    return dict(GAME.view(state, None).sheets[seat].lines)
