"""What moves are called, and what each of them does: canonical texts, read back quickly."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import cast

from chalicelib.games.keer_family.board import COLOUR_LETTERS, Colour
from chalicelib.games.keer_family.placements import (
    PASSING,
    Shape,
    Shapes,
    build_shapes,
    faces_of,
    placement_text,
    variants_of,
)
from chalicelib.games.keer_op_keer_3.board import SHEET, cells_of
from chalicelib.games.keer_op_keer_3.state import Chip, Kind, Move

PASS = Move("pass")
AND = "; "
"""What stands between the things a seat did in one roll."""

CHIP_WORDS: dict[str, Chip] = {"!": "joker", "1": "plus-minus", "6": "six"}
CHIP_OF = {word: chip for chip, word in CHIP_WORDS.items()}

_GIFTS = (("jokers", "[!]"), ("plus", "[+1]"), ("minus", "[-1]"), ("six", "[6]"))
_MOST = 10
"""More chips of one sign are not written out; no legal placement uses half as many."""
_PLACEMENT = re.compile(r"((?:\[.{1,2}\])*) ?(\*?)([gybro])(\*?)([1-5]) (.+)")
_BONUS = re.compile(r"(block|bomb|row ([P-V]):) (.+)")
_GIVEN = re.compile(r"give (joker|plus-minus|six) to ([0-9])")


def chips_text(jokers: int, plus: int, minus: int, six: int) -> str:
    """Gift chips as they stand in front of a placement, _MOST of a sign at most."""
    if (
        jokers > _MOST or plus > _MOST or minus > _MOST or six > _MOST
    ):  # no legal move, and a text is made before that is said
        jokers, plus, minus, six = (min(count, _MOST) for count in (jokers, plus, minus, six))
    found = f"{'[!]' * jokers}{'[+1]' * plus}{'[-1]' * minus}{'[6]' * six}"
    return f"{found} " if found else ""


def text_of(move: Move) -> str:
    """The canonical text of a move."""
    match move.kind:
        case "place":
            return f"{chips_text(move.jokers, move.plus, move.minus, move.six)}{placement_text(move)}"
        case "pass":
            return PASSING
        case "row":
            return f"row {move.row}: {' '.join(move.cells)}"
        case "give":
            return f"give {move.chip} to {move.to}"
    return f"{move.kind} {' '.join(move.cells)}"


@lru_cache(maxsize=4096)
def move_of(text: str) -> Move:
    """The move that a canonical text stands for. Raises ValueError where it is none."""
    if text == PASSING:
        return PASS
    if found := _PLACEMENT.fullmatch(text):
        return _placement(*found.groups())
    if found := _BONUS.fullmatch(text):
        kind = "row" if found[2] else found[1]
        return Move(cast(Kind, kind), cells=tuple(found[3].split()), row=found[2] or "")
    if found := _GIVEN.fullmatch(text):
        return Move("give", chip=cast(Chip, found[1]), to=int(found[2]))
    raise ValueError(text)


def _placement(chips: str, colour_star: str, colour: str, number_star: str, number: str, cells: str) -> Move:
    jokers, plus, minus, six = (chips.count(sign) for _, sign in _GIFTS)
    letter, stars = cast(Colour, colour), (bool(colour_star), bool(number_star))
    return Move("place", letter, int(number), *stars, tuple(cells.split()), jokers, plus, minus, six)


def dice_of(move: Move) -> tuple[str, str]:
    """The colour face and the number face of the dice that a placement takes."""
    colour, number = faces_of(move)
    return colour, number if move.number_joker else str(move.number - move.plus + move.minus)


def chips_of(move: Move) -> str:
    """The gift chips that a placement uses."""
    jokers, ones, sixes = move.jokers, move.plus + move.minus, move.six
    if jokers > _MOST or ones > _MOST or sixes > _MOST:
        jokers, ones, sixes = min(jokers, _MOST), min(ones, _MOST), min(sixes, _MOST)
    return "!" * jokers + "1" * ones + "6" * sixes


@cache
def shapes() -> Shapes:
    """The placements of the sheet without their dice, built at their first use."""
    return build_shapes(SHEET, cells_of)


@cache
def shapes_by_cells() -> dict[tuple[str, ...], Shape]:
    """The same by their cells."""
    return {shape.cells: shape for shape in shapes().all}


Variants = tuple[Move, Move, Move, Move]
"""The moves of one placement without gift chips: no joker, colour joker, number joker, both."""


@cache
def variants() -> tuple[Variants, ...]:
    """The moves of all shapes without gift chips, in their order."""
    return tuple(variants_of(shape, Move) for shape in shapes().all)


def with_chips(shape: Shape, colour_joker: bool, number_joker: bool, chips: tuple[int, int, int, int]) -> Move:
    """The move that places a shape with gift chips: the counts of jokers, plus, minus and six."""
    letter = COLOUR_LETTERS[shape.colour]
    return Move("place", letter, shape.number, colour_joker, number_joker, shape.cells, *chips)
