"""Block, bomb and three in a row: what each may cross, more newly crossed cells first, then by those cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from chalicelib.games.keer_family.board import ALL_CELLS, COLUMN_LETTERS, ROW_MASKS, ROWS, around, bits
from chalicelib.games.keer_op_keer_3.board import CELLS, FIGURES, INDEX, ROW_LABELS, SHEET, WINDOW, cells_of, mask_of
from chalicelib.games.keer_op_keer_3.state import Move

MOST_IN_A_BOMB = 4


def legal_bonuses(kind: str, crossed: int) -> list[Move]:
    """All legal moves for an open block, bomb or row."""
    return _LEGAL[kind](crossed)


def is_possible(kind: str, crossed: int) -> bool:
    """Whether there is anything to cross; if not, the bonus is lost."""
    if kind == "bomb":
        return crossed != ALL_CELLS
    if kind == "row":
        return bool(beside(crossed))
    return any(is_open(block, crossed) for block in SHEET.blocks)


def crossed_by(move: Move, crossed: int) -> int:
    """The cells a bonus move newly crosses."""
    if move.kind == "block":
        return block_at(move.cells[0]) & ~crossed
    return mask_of(move.cells)


def is_open(block: int, crossed: int) -> bool:
    """Whether a block has cells left, and is started or touches a cross."""
    return bool(block & ~crossed and (block | around(block)) & crossed)


def beside(crossed: int) -> int:
    """The uncrossed cells that share an edge with a cross."""
    return around(crossed) & ~crossed


@cache
def block_at(cell: str) -> int:
    """The block in which a cell lies."""
    bit = 1 << INDEX[cell]
    return next(block for block in SHEET.blocks if block & bit)


def first_cell(block: int) -> str:
    """What a block is called: its first cell by column, then row."""
    return CELLS[(block & -block).bit_length() - 1]


def _blocks(crossed: int) -> list[Move]:
    found = [block for block in SHEET.blocks if is_open(block, crossed)]
    found.sort(key=lambda block: _order(block & ~crossed))
    return [Move("block", cells=(first_cell(block),)) for block in found]


def _order(mask: int) -> tuple[int, tuple[str, ...]]:
    return -mask.bit_count(), cells_of(mask)


@cache
def _bombs() -> tuple[tuple[int, Move], ...]:
    """Every set of cells that lies in a window, and its move."""
    windows = (WINDOW << ROWS * column + row for column in range(len(COLUMN_LETTERS) - 1) for row in range(ROWS - 1))
    masks = {sum(chosen) for window in windows for chosen in _choices([1 << i for i in bits(window)], MOST_IN_A_BOMB)}
    return tuple((mask, Move("bomb", cells=cells_of(mask))) for mask in sorted(masks, key=_order))


@cache
def _bomb_cells() -> frozenset[tuple[str, ...]]:
    return frozenset(move.cells for _, move in _bombs())


def is_bomb(cells: tuple[str, ...]) -> bool:
    """Whether these cells lie in one window."""
    return cells in _bomb_cells()


def _choices(items: list[int], most: int) -> Iterator[tuple[int, ...]]:
    for count in range(most, 0, -1):
        yield from combinations(items, count)


def _bombs_left(crossed: int) -> list[Move]:
    return [move for mask, move in _bombs() if not mask & crossed]


def _rows(crossed: int) -> list[Move]:
    near = beside(crossed)
    found = []
    for label, row in zip(ROW_LABELS, ROW_MASKS, strict=True):
        cells = [1 << index for index in bits(near & row)]
        found += [(_order(sum(chosen)), label) for chosen in _choices(cells, FIGURES.most_in_a_row)]
    return [Move("row", cells=cells, row=label) for (_, cells), label in sorted(found)]


_LEGAL = {"block": _blocks, "bomb": _bombs_left, "row": _rows}
