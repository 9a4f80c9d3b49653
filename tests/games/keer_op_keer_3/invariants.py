"""What holds in every position of Keer op Keer 3, cheap enough for a look at every step of many matches."""

from __future__ import annotations

from chalicelib.games.keer_family.board import ALL_CELLS
from chalicelib.games.keer_op_keer_3.board import FIGURES, TRACK_END, X_IN_ALL, completed
from chalicelib.games.keer_op_keer_3.bonuses import is_possible
from chalicelib.games.keer_op_keer_3.state import State


def check(before: State, after: State) -> None:
    """Raises AssertionError where the later of two neighbouring positions breaks something."""
    _check_course(before, after)
    for seat in range(len(after.crossed)):
        _check_growth(before, after, seat)
        _check_marks(before, after, seat)
        _check_holdings(before, after, seat)
        _check_decision(after, seat)
    _check_chips(after)


def _check_course(before: State, after: State) -> None:
    assert after.roll - before.roll in (0, 1)
    assert 1 <= after.roll <= (FIGURES.roll_limit if len(after.crossed) > 1 else FIGURES.solo_rolls)
    assert before.departed & ~after.departed == 0
    assert (before.start, before.chips) == (after.start, after.chips)
    assert before.taken & ~after.taken == 0
    assert after.roll > before.roll or before.taken == after.taken
    half = FIGURES.dice if len(after.crossed) > 1 else FIGURES.solo_dice
    assert len(after.dice) == (2 * half if after.outcome is None else 0)
    if after.outcome is not None:
        assert not any((*after.asked, *after.answers, *after.did, *after.fields, *after.owed))


def _check_growth(before: State, after: State, seat: int) -> None:
    """One decision crosses six cells at most; crosses, fields and X never go away."""
    new = after.crossed[seat] & ~before.crossed[seat]
    assert before.crossed[seat] & ~after.crossed[seat] == 0
    assert after.crossed[seat] & ~ALL_CELLS == 0
    assert new.bit_count() <= 6
    assert after.fresh[seat] & ~after.crossed[seat] == 0
    assert before.track[seat] <= after.track[seat] <= FIGURES.fields
    assert before.xs[seat] <= after.xs[seat] <= X_IN_ALL
    if before.departed >> seat & 1:
        assert not new
        assert (before.track[seat], before.xs[seat]) == (after.track[seat], after.xs[seat])


def _check_marks(before: State, after: State, seat: int) -> None:
    """What is marked is complete, once; at the end of a roll all that is complete is marked."""
    first, later = after.first[seat], after.later[seat]
    marked, complete = first | later, completed(after.crossed[seat])
    assert first & later == 0
    assert marked & ~(complete | 1 << TRACK_END) == 0
    assert bool(marked >> TRACK_END & 1) == (after.track[seat] == FIGURES.fields)
    assert first & ~before.first[seat] & before.taken == 0
    assert later & ~before.later[seat] & ~before.taken == 0
    if after.roll > before.roll and not after.departed >> seat & 1:
        assert complete & ~marked == 0


def _check_holdings(before: State, after: State, seat: int) -> None:
    """Jokers come from the grey ones, and at most two are spent at a time."""
    spent = before.jokers[seat] + before.grey[seat] - after.jokers[seat] - after.grey[seat]
    assert 0 <= spent <= 2
    assert 0 <= after.grey[seat] <= before.grey[seat]
    assert after.jokers[seat] >= 0
    assert "".join(sorted(after.gifts[seat])) == after.gifts[seat]


def _check_decision(state: State, seat: int) -> None:
    kind = state.asked[seat]
    if state.outcome is not None or state.departed >> seat & 1:
        assert (kind, state.answers[seat], state.fields[seat], state.owed[seat]) == ("", "", 0, "")
    if kind in ("block", "bomb", "row"):
        assert is_possible(kind, state.crossed[seat])
    assert kind or not state.answers[seat]
    assert kind != "give" or state.owed[seat]
    assert kind == "give" or "give" not in state.asked or not kind


def _check_chips(after: State) -> None:
    """No chip comes from nowhere: those in hand or to be given were turned over."""
    for sign in "!16":
        turned = sum(row[: min(xs, len(row))].count(sign) for row, xs in zip(after.chips, after.xs, strict=True))
        held = sum(gifts.count(sign) for gifts in (*after.gifts, *after.owed))
        assert held <= turned
    assert all("." not in owed for owed in after.owed)
