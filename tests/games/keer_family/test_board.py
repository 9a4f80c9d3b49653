"""Cells that touch, and groups that hang together."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_family.board import (
    around,
    bits,
    component,
    components,
    mask_of_bits,
    named,
)

CELLS = named("1234567")


def mask(cells: str) -> int:
    return mask_of_bits(CELLS.index(cell) for cell in cells.split())


def test_cells_are_named_column_by_column() -> None:
    assert len(CELLS) == 105
    assert (CELLS[:8], CELLS[-1]) == (("A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1"), "O7")
    assert named("PQRSTUV")[7] == "BP"
    assert list(bits(0)) == []
    assert list(bits(0b10110)) == [1, 2, 4]


@pytest.mark.parametrize(
    ("cell", "near"),
    [("A1", "A2 B1"), ("A7", "A6 B7"), ("O1", "N1 O2"), ("O7", "N7 O6"), ("A4", "A3 A5 B4"), ("H4", "G4 I4 H3 H5")],
)
def test_cells_touch_along_edges_only(cell: str, near: str) -> None:
    assert around(mask(cell)) == mask(near)


def test_the_surroundings_of_several_cells_are_joined() -> None:
    assert around(mask("A1 A2")) == mask("A1 A2 A3 B1 B2")
    assert around(0) == 0


def test_connected_groups() -> None:
    cells = mask("A1 A2 B2 C3 C4")
    assert component(mask("A1"), cells) == mask("A1 A2 B2")
    assert components(cells) == (mask("A1 A2 B2"), mask("C3 C4"))
    assert components(0) == ()
