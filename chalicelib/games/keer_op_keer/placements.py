"""Every placement a sheet offers, worked out once: what legal_moves filters and apply_move looks up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_op_keer.board import (
    CELLS,
    COLOURS,
    COLUMN_MASKS,
    FIGURES,
    JOKER,
    SHEETS,
    START_MASK,
    around,
    bits,
    cells_of,
)
from chalicelib.games.keer_op_keer.state import Colour, Move

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

Candidate = tuple[int, int, Variants]
"""Mask, touch, moves."""


class Table(NamedTuple):
    """All placements of one sheet; `candidates` by 5 * colour + number - 1, each list in canonical order."""

    candidates: tuple[tuple[Candidate, ...], ...]
    by_move: dict[Move, Choice]
    by_text: dict[str, Choice]


class Menu(NamedTuple):
    """Which lists of candidates some dice open: `plain` and `double` by list, `single` by list and the starred dice."""

    lists: tuple[int, ...]
    plain: tuple[int, ...]
    single: tuple[tuple[int, tuple[int, ...]], ...]
    double: tuple[int, ...]


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
    lists: list[list[Candidate]] = [[] for _ in COLOURS for _ in NUMBERS]
    choices: list[Choice] = []
    for block in SHEETS[sheet].blocks:
        colour = COLOUR_LETTERS[next(i for i, mask in enumerate(SHEETS[sheet].colour_masks) if mask & block)]
        for mask in _subsets(block):
            touch = around(mask) & ~mask | (START_BIT if mask & START_MASK else 0)
            moves = _variants(colour, mask.bit_count(), cells_of(mask))
            lists[_list(colour, mask.bit_count())].append((mask, touch, moves))
            choices += _choices(mask, touch, moves)
    ordered = tuple(tuple(sorted(found, key=lambda candidate: candidate[2][0].cells)) for found in lists)
    return Table(ordered, {choice.move: choice for choice in choices}, {choice.text: choice for choice in choices})


def _list(colour: str, number: int) -> int:
    return len(NUMBERS) * COLOURS.index(colour) + number - 1


@cache
def _menu(colours: str, numbers: str, jokers: int) -> Menu:
    pairs = [(colour, number) for colour in COLOURS for number in NUMBERS]
    plain, single, double = [], [], []
    for colour, number in pairs:
        here = _list(colour, number)
        natural_colour, natural_number = colour in colours, str(number) in numbers
        starred = (JOKER in colours and natural_number, JOKER in numbers and natural_colour)
        if natural_colour and natural_number:
            plain.append(here)
        if jokers >= 1 and any(starred):
            single.append((here, tuple(variant for variant in (1, 2) if starred[variant - 1])))
        if jokers >= 2 and JOKER in colours and JOKER in numbers:
            double.append(here)
    lists = sorted({*plain, *double, *(here for here, _ in single)})
    return Menu(tuple(lists), tuple(plain), tuple(single), tuple(double))


def reach(crossed: int, start: str) -> int:
    """What a new placement has to touch: old crosses, and the start column while it is open to this seat."""
    return crossed | START_BIT if start == "open" or not crossed else crossed


def legal(sheet: str, colours: str, numbers: str, jokers: int, crossed: int, start: str) -> Sequence[Move]:
    """All moves with these faces, in stable order: fewer stars, colour, number, cells; `pass` last."""
    candidates = table(sheet).candidates
    menu = _menu(colours, numbers, min(jokers, 2))
    near = reach(crossed, start)
    open_moves = {
        here: [moves for mask, touch, moves in candidates[here] if touch & near and not mask & crossed]
        for here in menu.lists
    }
    result = [moves[0] for here in menu.plain for moves in open_moves[here]]
    for here, variants in menu.single:
        result += [moves[variant] for moves in open_moves[here] for variant in variants]
    result += [moves[3] for here in menu.double for moves in open_moves[here]]
    result.append(PASS)
    return result
