"""Every placement a sheet offers, worked out once: what legal_moves filters and apply_move looks up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from chalicelib.games.keer_op_keer.board import (
    CELLS,
    COLOURS,
    COLUMN_LETTERS,
    COLUMN_MASKS,
    FIGURES,
    JOKER,
    ROWS,
    SHEETS,
    START_MASK,
    around,
    bits,
    cells_of,
)
from chalicelib.games.keer_op_keer.state import Colour, Move

_COLUMN = (1 << ROWS) - 1

START_BIT = 1 << len(CELLS)
"""Set in `Choice.touch` when a placement has a cell in the start column, and in `reach` when that column is open."""

PASS = Move("pass")
PASSING = "pass"
COLOUR_LETTERS: tuple[Colour, ...] = ("g", "y", "b", "r", "o")
NUMBERS = range(1, FIGURES.most_crosses + 1)


class Choice(NamedTuple):
    """One placement with one reading of the dice; `columns` are those it puts crosses in."""

    move: Move
    text: str
    mask: int
    touch: int
    cost: int
    colour_face: str
    number_face: str
    columns: tuple[int, ...]
    colour: int


Variants = tuple[Move, Move, Move, Move]
"""The moves of one placement: no joker, colour joker, number joker, both."""


class Table(NamedTuple):
    """All placements of one sheet in canonical order; a placement's number is its bit in a set of placements.

    `patterns` holds, for every column and every pattern of crosses in it, the set of placements that touch one of
    these crosses and the set of those that need one of these cells; `starting` is the set of those with a cell in the
    start column, `faces` has for every face the set of placements it fits (a joker by itself fits none).
    """

    variants: tuple[Variants, ...]
    patterns: tuple[tuple[tuple[int, int], ...], ...]
    starting: int
    faces: dict[str, int]
    by_move: dict[Move, Choice]
    by_text: dict[str, Choice]


def text_of(move: Move) -> str:
    """The canonical text of a move."""
    if move.kind == "pass":
        return PASSING
    colour = JOKER * move.colour_joker + move.colour
    return f"{colour}{JOKER * move.number_joker}{move.number} {' '.join(move.cells)}"


def _subsets(block: int) -> Iterator[int]:
    """Every connected set of 1 to 5 cells of a block."""
    layer = {1 << index for index in bits(block)}
    for _ in NUMBERS:
        yield from layer
        layer = {mask | 1 << index for mask in layer for index in bits(around(mask) & block & ~mask)}


def _variants(colour: Colour, number: int, cells: tuple[str, ...]) -> Variants:
    return (
        Move("place", colour, number, False, False, cells),
        Move("place", colour, number, True, False, cells),
        Move("place", colour, number, False, True, cells),
        Move("place", colour, number, True, True, cells),
    )


def _choices(mask: int, touch: int, moves: Variants) -> Iterator[Choice]:
    columns = tuple(column for column, cells in enumerate(COLUMN_MASKS) if cells & mask)
    for move in moves:
        yield Choice(
            move,
            text_of(move),
            mask,
            touch,
            move.colour_joker + move.number_joker,
            JOKER if move.colour_joker else move.colour,
            JOKER if move.number_joker else str(move.number),
            columns,
            COLOURS.index(move.colour),
        )


@cache
def table(sheet: str) -> Table:
    """The placements of the sheet with this name, built at its first use. Raises KeyError."""
    masks = sorted((mask for block in SHEETS[sheet].blocks for mask in _subsets(block)), key=partial(_order, sheet))
    touches = [around(mask) & ~mask | (START_BIT if mask & START_MASK else 0) for mask in masks]
    variants = tuple(
        _variants(COLOUR_LETTERS[colour], number, cells)
        for colour, number, cells in (_order(sheet, mask) for mask in masks)
    )
    choices = [choice for parts in zip(masks, touches, variants, strict=True) for choice in _choices(*parts)]
    touched, blocked = _by_pattern(touches), _by_pattern(masks)
    return Table(
        variants,
        tuple(tuple(zip(*column, strict=True)) for column in zip(touched, blocked, strict=True)),
        _numbers(touch & START_BIT for touch in touches),
        _by_face([moves[0] for moves in variants]),
        {choice.move: choice for choice in choices},
        {choice.text: choice for choice in choices},
    )


def _by_face(moves: Sequence[Move]) -> dict[str, int]:
    faces = {colour: _numbers(move.colour == colour for move in moves) for colour in COLOURS}
    faces |= {str(number): _numbers(move.number == number for move in moves) for number in NUMBERS}
    return {**faces, JOKER: 0}


def _order(sheet: str, mask: int) -> tuple[int, int, tuple[str, ...]]:
    colour = next(i for i, cells in enumerate(SHEETS[sheet].colour_masks) if cells & mask)
    return colour, mask.bit_count(), cells_of(mask)


def _numbers(chosen: Iterable[object]) -> int:
    """The set of the places at which `chosen` is true."""
    return sum(1 << number for number, wanted in enumerate(chosen) if wanted)


def _by_pattern(masks: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For every column and every pattern of its cells the set of masks that have a cell of the pattern."""
    result = []
    for column in range(len(COLUMN_LETTERS)):
        sets = [0]
        for row in range(ROWS):
            cell = 1 << ROWS * column + row
            having = _numbers(mask & cell for mask in masks)
            sets += [found | having for found in sets]
        result.append(tuple(sets))
    return tuple(result)


def reach(crossed: int, start: str) -> int:
    """What a new placement has to touch: old crosses, and the start column while it is open to this seat."""
    return crossed | START_BIT if start == "open" or not crossed else crossed


def legal(sheet: str, colours: str, numbers: str, jokers: int, crossed: int, start: str) -> Sequence[Move]:
    """All moves with these faces, in stable order: fewer stars, colour, number, cells; `pass` last."""
    placements = table(sheet)
    variants, faces = placements.variants, placements.faces
    found = _open(placements, crossed, start)
    of_colour = of_number = 0
    for face in colours:
        of_colour |= faces[face]
    for face in numbers:
        of_number |= faces[face]
    result = [variants[number][0] for number in bits(found & of_colour & of_number)]
    if jokers and (JOKER in colours or JOKER in numbers):
        with_colour_star = found & of_number if JOKER in colours else 0
        with_number_star = found & of_colour if JOKER in numbers else 0
        result += _starred(variants, with_colour_star, with_number_star)
        if jokers > 1 and JOKER in colours and JOKER in numbers:
            result += [variants[number][3] for number in bits(found)]
    result.append(PASS)
    return result


def _starred(variants: Sequence[Variants], colour_star: int, number_star: int) -> Iterator[Move]:
    for number in bits(colour_star | number_star):
        if colour_star >> number & 1:
            yield variants[number][1]
        if number_star >> number & 1:
            yield variants[number][2]


def _open(placements: Table, crossed: int, start: str) -> int:
    """The set of placements that fit a sheet with these crosses, whatever the dice."""
    touched = placements.starting if start == "open" or not crossed else 0
    blocked = 0
    for patterns in placements.patterns:
        touching, blocking = patterns[crossed & _COLUMN]
        touched |= touching
        blocked |= blocking
        crossed >>= ROWS
    return touched & ~blocked
