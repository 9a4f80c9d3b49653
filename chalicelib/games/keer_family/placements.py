"""Every placement a sheet offers, worked out once; which of them fit a position is found with a few masks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from chalicelib.games.keer_family.board import (
    COLOUR_LETTERS,
    COLOURS,
    COLUMN_LETTERS,
    JOKER,
    MOST_CROSSES,
    ROWS,
    SIZE,
    START_MASK,
    Colour,
    Sheet,
    around,
    bits,
)

M = TypeVar("M")

_COLUMN = (1 << ROWS) - 1

START_BIT = 1 << SIZE
"""Set in `touch` when a placement has a cell in the start column, and in a reach when that column is open."""

NUMBERS = range(1, MOST_CROSSES + 1)

PASSING = "pass"
"""The canonical text of a pass."""

STARS = ((False, False), (True, False), (False, True), (True, True))
"""The readings of a placement: whether the colour die, and whether the number die, is a joker."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A move that may cross cells by two dice; a starred face is a joker, `cells` are put in canonical order."""

    kind: str
    colour: Colour = ""
    number: int = 0
    colour_joker: bool = False
    number_joker: bool = False
    cells: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.cells))
        if ordered != self.cells:
            object.__setattr__(self, "cells", ordered)


def placement_text(move: Placement) -> str:
    """The canonical text of a placement: `*b3 G4 G5 H5`, a star before what a joker stands for."""
    colour = JOKER * move.colour_joker + move.colour
    return f"{colour}{JOKER * move.number_joker}{move.number} {' '.join(move.cells)}"


def faces_of(move: Placement) -> tuple[str, str]:
    """The colour face and the number face that a placement shows."""
    return JOKER if move.colour_joker else move.colour, JOKER if move.number_joker else str(move.number)


class Shape(NamedTuple):
    """A placement without its dice: connected cells of one block; `touch` are the cells around it (and START_BIT)."""

    mask: int
    touch: int
    colour: int
    number: int
    cells: tuple[str, ...]


class Shapes(NamedTuple):
    """All shapes of one sheet in canonical order; a shape's number is its bit in a set of shapes.

    `patterns` holds, for every column and every pattern of crosses in it, the set of shapes that touch one of these
    crosses and the set of those that need one of these cells; `starting` is the set of those with a cell in the start
    column, `faces` has for every face the set of shapes it fits (a joker by itself fits none).
    """

    all: tuple[Shape, ...]
    patterns: tuple[tuple[tuple[int, int], ...], ...]
    starting: int
    faces: dict[str, int]


def _subsets(block: int) -> Iterator[int]:
    """Every connected set of 1 to 5 cells of a block."""
    layer = {1 << index for index in bits(block)}
    for _ in NUMBERS:
        yield from layer
        layer = {mask | 1 << index for mask in layer for index in bits(around(mask) & block & ~mask)}


def build_shapes(sheet: Sheet, cells_of: Callable[[int], tuple[str, ...]]) -> Shapes:
    """The shapes of a sheet: by colour, number, then cells by column and row."""
    found = [_shape(sheet, mask, cells_of(mask)) for block in sheet.blocks for mask in _subsets(block)]
    found.sort(key=lambda shape: (shape.colour, shape.number, shape.cells))
    touches, masks = [shape.touch for shape in found], [shape.mask for shape in found]
    patterns = zip(by_pattern(touches), by_pattern(masks), strict=True)
    return Shapes(
        tuple(found),
        tuple(tuple(zip(*column, strict=True)) for column in patterns),
        numbers_of(touch & START_BIT for touch in touches),
        _by_face(found),
    )


def _shape(sheet: Sheet, mask: int, cells: tuple[str, ...]) -> Shape:
    touch = around(mask) & ~mask | (START_BIT if mask & START_MASK else 0)
    colour = next(i for i, cells in enumerate(sheet.colour_masks) if cells & mask)
    return Shape(mask, touch, colour, mask.bit_count(), cells)


def _by_face(found: Sequence[Shape]) -> dict[str, int]:
    faces = {colour: numbers_of(shape.colour == i for shape in found) for i, colour in enumerate(COLOURS)}
    faces |= {str(number): numbers_of(shape.number == number for shape in found) for number in NUMBERS}
    return {**faces, JOKER: 0}


def numbers_of(chosen: Iterable[object]) -> int:
    """The set of the places at which `chosen` is true."""
    return sum(1 << number for number, wanted in enumerate(chosen) if wanted)


def by_pattern(masks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For every column and every pattern of its cells the set of masks that have a cell of the pattern."""
    result = []
    for column in range(len(COLUMN_LETTERS)):
        sets = [0]
        for row in range(ROWS):
            cell = 1 << ROWS * column + row
            having = numbers_of(mask & cell for mask in masks)
            sets += [found | having for found in sets]
        result.append(tuple(sets))
    return tuple(result)


def fitting(shapes: Shapes, crossed: int, *, start_open: bool) -> int:
    """The set of shapes that fit a sheet with these crosses, whatever the dice."""
    touched = shapes.starting if start_open else 0
    blocked = 0
    for patterns in shapes.patterns:
        touching, blocking = patterns[crossed & _COLUMN]
        touched |= touching
        blocked |= blocking
        crossed >>= ROWS
    return touched & ~blocked


def missing(patterns: Sequence[Sequence[int]], crossed: int) -> int:
    """The set of masks (`patterns` are theirs, see by_pattern) that have no cell among these crosses."""
    hit = 0
    for column in patterns:
        hit |= column[crossed & _COLUMN]
        crossed >>= ROWS
    return ~hit


def showing(shapes: Shapes, faces: str) -> int:
    """The set of shapes that one of these plain faces fits."""
    found = 0
    for face in faces:
        found |= shapes.faces[face]
    return found


def variants_of(shape: Shape, make: Callable[..., M]) -> tuple[M, M, M, M]:
    """The moves of one shape by STARS; `make` takes what a Placement has after its kind."""
    letter = COLOUR_LETTERS[shape.colour]
    plain, colour, number, both = (make("place", letter, shape.number, *stars, shape.cells) for stars in STARS)
    return plain, colour, number, both


def allowed(
    shapes: Shapes, variants: Sequence[tuple[M, M, M, M]], faces: tuple[str, str], jokers: int, found: int
) -> list[M]:
    """The moves of the shapes in `found` that these colour and number faces allow a seat with so many jokers.

    Fewer stars come first, then the order of the shapes; `variants` are the moves of each shape by STARS.
    """
    colours, numbers = faces
    of_colour, of_number = found & showing(shapes, colours), found & showing(shapes, numbers)
    result = [variants[number][0] for number in bits(of_colour & of_number)]
    if jokers and (JOKER in colours or JOKER in numbers):
        result += _starred(variants, of_number if JOKER in colours else 0, of_colour if JOKER in numbers else 0)
        if jokers > 1 and JOKER in colours and JOKER in numbers:
            result += [variants[number][3] for number in bits(found)]
    return result


def _starred(variants: Sequence[tuple[M, M, M, M]], colour_star: int, number_star: int) -> Iterator[M]:
    for number in bits(colour_star | number_star):
        if colour_star >> number & 1:
            yield variants[number][1]
        if number_star >> number & 1:
            yield variants[number][2]
