"""The work left on a sheet is what docs/bots.md says, counted here with sets of cells."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from chalicelib.games.keer_family.board import COLOURS, COLUMN_LETTERS
from chalicelib.games.keer_family.outlook import EFFORTS
from chalicelib.games.keer_op_keer.board import CELLS, cells_of
from chalicelib.games.keer_op_keer.outlook import Outlook, mask_of, outlook
from chalicelib.games.keer_op_keer.placements import reach
from tests.games.keer_op_keer import reference
from tests.games.keer_op_keer.positions import GREEN, column_cells, mask
from tests.games.walks import Setting, sample

Cells = frozenset[reference.Cell]


def pieces(sheet: str, crossed: set[reference.Cell]) -> list[tuple[str, Cells]]:
    found = []
    for colour, block in reference.BLOCKS[sheet]:
        rest = set(block - crossed)
        while rest:
            piece = {rest.pop()}
            while more := {cell for one in piece for cell in reference.neighbours(one)} & rest:
                piece |= more
                rest -= more
            found.append((colour, frozenset(piece)))
    return found


def distances(found: list[tuple[str, Cells]], crossed: set[reference.Cell], start: str) -> dict[Cells, int]:
    """0 for pieces that can be entered now, 1 for those behind them, 3 for all that are farther than 2."""
    near, result = set(crossed), dict[Cells, int]()
    for distance in range(3):
        ring = {p for _, p in found if p not in result and _touches(p, near, start == "open" or not crossed)}
        result |= dict.fromkeys(ring, distance)
        near |= {cell for piece in ring for cell in piece}
    return {piece: result.get(piece, 3) for _, piece in found}


def _touches(piece: Cells, near: set[reference.Cell], start_open: bool) -> bool:
    inside = start_open and any(column == reference.START_COLUMN for column, _ in piece)
    return inside or any(reference.neighbours(cell) & near for cell in piece)


def effort(cells: int, size: int) -> float:
    return 2.5 if cells == 6 else 1 + 0.5 / (size - cells + 1)


def plain(sheet: str, crossed: set[reference.Cell], start: str) -> tuple[dict[Any, float], list[float], int]:
    """Costs by column number and by colour letter, costs of the open stars, pairs that can be placed."""
    costs: dict[Any, float] = defaultdict(float)
    stars, widest = [], dict.fromkeys(COLOURS, 0)
    found = pieces(sheet, crossed)
    away = distances(found, crossed, start)
    for colour, piece in found:
        factor = 1 + 0.25 * away[piece]
        costs[colour] += effort(len(piece), len(piece)) * factor
        for column in {column for column, _ in piece}:
            costs[column] += effort(sum(cell[0] == column for cell in piece), len(piece)) * factor
        stars += [effort(1, len(piece)) * factor for cell in piece if cell in reference.STARS[sheet]]
        if away[piece] == 0:
            widest[colour] = max(widest[colour], min(5, len(piece)))
    return costs, stars, sum(widest.values())


def same(found: Outlook, sheet: str, crossed: set[reference.Cell], start: str) -> None:
    costs, stars, pairs = plain(sheet, crossed, start)
    assert found.costs == pytest.approx([costs[key] for key in (*range(15), *COLOURS)])
    assert sorted(found.stars) == pytest.approx(sorted(stars))
    assert found.pairs == pairs


@pytest.mark.parametrize("start", ["open", "first"])
@pytest.mark.parametrize("sheet", ["black", "purple"])
def test_the_work_left_in_positions_of_matches(sheet: str, start: str) -> None:
    setting = Setting("keer-op-keer", 3, (("sheet", sheet), ("start", start)), 5)
    for step in sample(setting, 30):
        for crossed in step.before.crossed:
            found = outlook(sheet, crossed, reach(crossed, start))
            same(found, sheet, {reference.cell_named(cell) for cell in cells_of(crossed)}, start)


def test_one_cell_left_takes_one_placement_and_waiting_for_its_number() -> None:
    crossed = mask(" ".join(CELLS)) & ~mask("H1")
    found = outlook("black", crossed, reach(crossed, "open"))
    assert [cost for cost in found.costs if cost] == [1.5, 1.5]
    assert found.costs[COLUMN_LETTERS.index("H")] == found.costs[15 + COLOURS.index("g")] == 1.5
    assert (found.stars, found.pairs) == ((1.5,), 1)


def test_a_full_sheet_leaves_nothing_and_an_empty_one_everything() -> None:
    full = outlook("black", mask(" ".join(CELLS)), reach(1, "open"))
    assert (set(full.costs), full.stars, full.pairs) == ({0.0}, (), 0)
    empty = outlook("black", 0, reach(0, "open"))
    assert min(empty.costs) > 0
    assert len(empty.stars) == 15


def test_what_is_far_costs_more_and_what_is_split_costs_more() -> None:
    away = outlook("black", 0, reach(0, "open"))
    crossed = mask(column_cells("B"))
    beside = outlook("black", crossed, reach(crossed, "open"))
    assert beside.costs[0] < away.costs[0]
    whole = outlook("black", 0, reach(0, "open")).costs[15]
    split = outlook("black", mask("D3"), reach(mask("D3"), "open")).costs[15]
    assert "D3" in GREEN.split()
    assert split > whole


def test_efforts() -> None:
    assert EFFORTS[1][1] == 1.5
    assert EFFORTS[1][4] == 1.125
    assert EFFORTS[5][5] == 1.5
    assert EFFORTS[5][6] == 1.25
    assert EFFORTS[6][6] == 2.5


def test_names_to_masks() -> None:
    assert mask_of(("A1", "B1", "O7")) == 1 | 1 << 7 | 1 << 104
    assert mask_of(()) == 0
