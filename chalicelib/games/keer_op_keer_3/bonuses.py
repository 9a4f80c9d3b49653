"""Block, bomb and three in a row: what each may cross, more newly crossed cells first, then by those cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from operator import itemgetter

from chalicelib.games.keer_family.board import ALL_CELLS, COLUMN_LETTERS, ROW_MASKS, ROWS, around, bits
from chalicelib.games.keer_family.placements import by_pattern, missing
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
def _bombs() -> tuple[Move, ...]:
    """A move for every set of cells that lies in a window, in their order."""
    windows = (WINDOW << ROWS * column + row for column in range(len(COLUMN_LETTERS) - 1) for row in range(ROWS - 1))
    masks = {sum(chosen) for window in windows for chosen in _choices([1 << i for i in bits(window)], MOST_IN_A_BOMB)}
    return tuple(Move("bomb", cells=cells_of(mask)) for mask in sorted(masks, key=_order))


@cache
def _bomb_patterns() -> tuple[tuple[int, ...], ...]:
    return by_pattern([mask_of(move.cells) for move in _bombs()])


@cache
def _bomb_cells() -> frozenset[tuple[str, ...]]:
    return frozenset(move.cells for move in _bombs())


def is_bomb(cells: tuple[str, ...]) -> bool:
    """Whether these cells lie in one window."""
    return cells in _bomb_cells()


def _choices(items: list[int], most: int) -> Iterator[tuple[int, ...]]:
    for count in range(most, 0, -1):
        yield from combinations(items, count)


def _bombs_left(crossed: int) -> list[Move]:
    bombs = _bombs()
    return [bombs[number] for number in bits(missing(_bomb_patterns(), crossed) & (1 << len(bombs)) - 1)]


@cache
def _threes() -> dict[int, tuple[int, Move]]:
    """For every set of cells that lies in one row, how late it comes among the moves, and the move."""
    masks = []
    for label, row in zip(ROW_LABELS, ROW_MASKS, strict=True):
        masks += [(sum(cells), label) for cells in _choices([1 << i for i in bits(row)], FIGURES.most_in_a_row)]
    masks.sort(key=lambda found: _order(found[0]))
    return {mask: (place, Move("row", cells=cells_of(mask), row=label)) for place, (mask, label) in enumerate(masks)}


def _rows(crossed: int) -> list[Move]:
    near, threes, found = beside(crossed), _threes(), list[tuple[int, Move]]()
    for row in ROW_MASKS:
        cells = [1 << index for index in bits(near & row)]
        found += [threes[sum(chosen)] for chosen in _choices(cells, FIGURES.most_in_a_row)]
    return [move for _, move in sorted(found, key=itemgetter(0))]


_LEGAL = {"block": _blocks, "bomb": _bombs_left, "row": _rows}
