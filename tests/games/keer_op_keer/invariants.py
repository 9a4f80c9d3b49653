"""What holds in every position of Keer op Keer, cheap enough for a look at every step of many matches."""

from __future__ import annotations

from chalicelib.games.keer_family.board import COLUMN_MASKS
from chalicelib.games.keer_op_keer.board import CELLS, FIGURES, SHEETS
from chalicelib.games.keer_op_keer.state import State

ALL = (1 << len(CELLS)) - 1


def check(before: State, after: State) -> None:
    """Raises AssertionError where the later of two neighbouring positions breaks something."""
    _check_course(before, after)
    for seat in range(len(after.crossed)):
        _check_growth(before, after, seat)
        _check_marks(after, seat)
    _check_firsts(before, after)


def _check_course(before: State, after: State) -> None:
    assert after.roll - before.roll in (0, 1)
    assert 1 <= after.roll <= (FIGURES.roll_limit if len(after.crossed) > 1 else FIGURES.solo_rolls)
    assert before.departed & ~after.departed == 0
    assert (after.sheet, after.start) == (before.sheet, before.start)
    half = FIGURES.dice if len(after.crossed) > 1 else FIGURES.solo_dice
    assert after.outcome is not None or len(after.dice) == 2 * half
    assert set(after.dice[:half]) <= set(FIGURES.colour_faces)
    assert set(after.dice[half:]) <= set(FIGURES.number_faces)
    assert after.outcome is not None or not after.departed >> after.active & 1 or after.roll == before.roll


def _check_growth(before: State, after: State, seat: int) -> None:
    """Crosses and jokers change at the end of a roll only, by one placement at most."""
    new = after.crossed[seat] & ~before.crossed[seat]
    spent = before.jokers[seat] - after.jokers[seat]
    assert before.crossed[seat] & ~after.crossed[seat] == 0
    assert after.crossed[seat] & ~ALL == 0
    assert new.bit_count() <= FIGURES.most_crosses
    assert spent in (0, 1, 2)
    assert after.jokers[seat] >= 0
    if new:
        assert any(not new & ~block for block in SHEETS[after.sheet].blocks)
        assert after.roll > before.roll or after.outcome is not None
    else:
        assert spent == 0


def _check_marks(state: State, seat: int) -> None:
    """What is complete is marked, once, and nothing else is."""
    uncrossed = ~state.crossed[seat]
    columns = sum(1 << i for i, mask in enumerate(COLUMN_MASKS) if not mask & uncrossed)
    colours = sum(1 << i for i, mask in enumerate(SHEETS[state.sheet].colour_masks) if not mask & uncrossed)
    for complete, first, later in (
        (columns, state.columns_first[seat], state.columns_later[seat]),
        (colours, state.colours_first[seat], state.colours_later[seat]),
    ):
        assert first & later == 0
        assert (first | later) & ~complete == 0
        assert first | later == complete or state.departed >> seat & 1
    if state.outcome is None and not state.departed >> seat & 1:
        assert colours.bit_count() < FIGURES.colours_to_end


def _check_firsts(before: State, after: State) -> None:
    """Nobody is first at what somebody had before the roll, and nobody is later at what nobody had."""
    for marks in ("columns", "colours"):
        had = 0
        for mask in getattr(before, f"{marks}_first"):
            had |= mask
        for old, new in zip(getattr(before, f"{marks}_first"), getattr(after, f"{marks}_first"), strict=True):
            assert new & ~old & had == 0
        for old, new in zip(getattr(before, f"{marks}_later"), getattr(after, f"{marks}_later"), strict=True):
            assert new & ~old & ~had == 0
