"""Every move of a sheet, worked out once: what legal_moves filters and apply_move looks up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLUMN_MASKS
from chalicelib.games.keer_family.placements import (
    PASSING,
    START_BIT,
    Shape,
    Shapes,
    allowed,
    build_shapes,
    faces_of,
    fitting,
    placement_text,
    variants_of,
)
from chalicelib.games.keer_op_keer.board import SHEETS, cells_of
from chalicelib.games.keer_op_keer.state import Move

PASS = Move("pass")


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
    """All placements of one sheet in canonical order, as shapes, as moves, and by what they are called."""

    shapes: Shapes
    variants: tuple[Variants, ...]
    by_move: dict[Move, Choice]
    by_text: dict[str, Choice]


def text_of(move: Move) -> str:
    """The canonical text of a move."""
    return PASSING if move.kind == "pass" else placement_text(move)


def _choices(shape: Shape, moves: Variants) -> Iterator[Choice]:
    columns = tuple(column for column, cells in enumerate(COLUMN_MASKS) if cells & shape.mask)
    for move in moves:
        yield Choice(
            move,
            text_of(move),
            shape.mask,
            shape.touch,
            move.colour_joker + move.number_joker,
            *faces_of(move),
            columns,
            shape.colour,
        )


@cache
def table(sheet: str) -> Table:
    """The placements of the sheet with this name, built at its first use. Raises KeyError."""
    shapes = build_shapes(SHEETS[sheet], cells_of)
    variants = tuple(variants_of(shape, Move) for shape in shapes.all)
    choices = [choice for parts in zip(shapes.all, variants, strict=True) for choice in _choices(*parts)]
    by_move = {choice.move: choice for choice in choices}
    return Table(shapes, variants, by_move, {choice.text: choice for choice in choices})


def reach(crossed: int, start: str) -> int:
    """What a new placement has to touch: old crosses, and the start column while it is open to this seat."""
    return crossed | START_BIT if start == "open" or not crossed else crossed


def legal(sheet: str, colours: str, numbers: str, jokers: int, crossed: int, start: str) -> Sequence[Move]:
    """All moves with these faces, in stable order: fewer stars, colour, number, cells; `pass` last."""
    placements = table(sheet)
    found = fitting(placements.shapes, crossed, start_open=start == "open" or not crossed)
    return [*allowed(placements.shapes, placements.variants, (colours, numbers), jokers, found), PASS]
