"""The bots choose what is legal, the same again, within a bounded number of looks, sensibly, and by strength."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.games import get
from chalicelib.games.keer_family.board import COLUMN_MASKS
from chalicelib.games.keer_op_keer.board import SHEETS, cells_of
from chalicelib.games.keer_op_keer.outlook import mask_of
from chalicelib.games.keer_op_keer.planner import CANDIDATES, Planner
from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError
from tests.games.duels import duel, solo_mean
from tests.games.keer_op_keer import positions
from tests.games.keer_op_keer.positions import mask
from tests.games.keer_op_keer.strength import PAIRINGS, SOLO
from tests.games.walks import Setting, sample

GAME = get("keer-op-keer")
LEVELS = GAME.levels
WALKS = [Setting("keer-op-keer", seats, (("sheet", "red"),), 77) for seats in (1, 2, 4, 6)]
BLACK = SHEETS["black"]
GREEN, BLUE = BLACK.colour_masks[0], BLACK.colour_masks[2]


def chance(ply: int = 1) -> Chance:
    return Chance(b"s" * 32, (b"n",), ply, "bot")


def position(dice: str, *crossed: int, **more: Any) -> State:
    """A position on the black sheet, one mask of crosses a seat, this roll on the table, the second of the match."""
    return positions.position([" ".join(cells_of(mask)) for mask in crossed], dice=dice, **{"roll": 2, **more})


def choice(state: State, level: int, seat: int = 0) -> str:
    legal = GAME.legal_moves(state, seat)
    return GAME.format(GAME.choose(GAME.view(state, seat), legal, chance(), level))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", WALKS, ids=str)
def test_a_bot_chooses_a_legal_move_and_the_same_one_again(setting: Setting, level: int) -> None:
    for step in sample(setting, 25):
        view, legal = GAME.view(step.before, step.seat), GAME.legal_moves(step.before, step.seat)
        move = GAME.choose(view, legal, setting.chance(step.ply, "bot"), level)
        assert move in legal
        assert GAME.choose(view, list(legal), setting.chance(step.ply, "bot"), level) == move


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_cannot_see_does_not_sway_it(level: int) -> None:
    setting = Setting("keer-op-keer", 4, (), 78)
    for step in sample(setting, 60):
        other = GAME.redeal(step.before, step.seat, setting.chance(step.ply, "redeal"))
        moves = [
            GAME.choose(
                GAME.view(state, step.seat),
                GAME.legal_moves(state, step.seat),
                setting.chance(step.ply, "bot"),
                level,
            )
            for state in (step.before, other)
        ]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", [0, 3, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    state = position("gyb123", 0, 0)
    with pytest.raises(InvalidOptionError) as caught:
        choice(state, level)
    assert caught.value.reason == "level"


def test_there_is_no_choice_for_a_spectator_or_without_legal_moves() -> None:
    state = position("gyb123", 0, 0)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, None), GAME.legal_moves(state, 0), chance(), 2)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, 0), (), chance(), 2)


@pytest.mark.parametrize("level", LEVELS)
def test_only_equals_are_drawn_by_lot(level: int) -> None:
    state = position("gyb123", 0, 0)
    legal = GAME.legal_moves(state, 0)
    lot = chance()
    GAME.choose(GAME.view(state, 0), legal[-1:], lot, level)
    assert lot.draws == 0


def crowded() -> State:
    """Six seats whose sheets offer hundreds of placements: small blocks full, all others open and within reach."""
    small = sum(block for block in BLACK.blocks if block.bit_count() <= 2)
    return position("*gy*12", *[small] * 6)


def test_the_planner_looks_closely_at_a_bounded_number_of_sheets() -> None:
    state = crowded()
    legal = GAME.legal_moves(state, 0)
    prices = {mask_of(move.cells): move.colour_joker + move.number_joker for move in legal}
    assert len(prices) > 4 * CANDIDATES
    plan = Planner(GAME.view(state, 0), 0)
    assert plan.looks == len(state.crossed)
    listed = plan.shortlist(prices)
    assert 0 in listed
    assert len(listed) == len(set(listed)) == CANDIDATES + 1
    assert plan.looks == len(state.crossed)


def test_a_short_list_of_moves_is_looked_at_whole() -> None:
    plan = Planner(GAME.view(position("gyb123", 0, 0), 0), 0)
    assert plan.shortlist({0: 0, 1: 0, 2: 1}) == [0, 1, 2]


def test_the_beginner_takes_the_most_crosses() -> None:
    assert choice(position("ggg124", 0, 0), 1).startswith("g1")  # the green block in column H has one cell
    assert choice(position("yyy124", GREEN, 0), 1).startswith("y4")


def test_the_beginner_prefers_a_star() -> None:
    assert choice(position("yyy111", mask("G2 I5"), 0), 1) == "y1 I6"


def test_the_beginner_keeps_its_jokers_for_better_times() -> None:
    assert choice(position("***122", BLACK.stars, 0), 1) == "pass"
    assert choice(position("***155", BLACK.stars, 0), 1).startswith("*")
    assert choice(position("***122", BLACK.stars, 0, roll=25), 1).startswith("*")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_finishes_a_column(level: int) -> None:
    assert choice(position("ggg111", COLUMN_MASKS[7] & ~mask("H1"), 0), level) == "g1 H1"


def ending(mine: str, theirs: str) -> State:
    """Yellow complete, green but for H1, which ends the match; the columns whose points either seat has are given."""
    crossed = mask(positions.GREEN) & ~mask("H1") | mask(positions.YELLOW)
    return position("ggg111", crossed, BLUE, colours_first=("y", "b"), columns_first=(mine, theirs))


def test_the_planner_ends_a_match_that_it_wins_and_not_one_that_it_loses() -> None:
    assert choice(ending("ABCDEFGHIJKLMNO", ""), 2) == "g1 H1"
    assert choice(ending("H", "ABCDEFGIJKLMNO"), 2) == "pass"


def test_the_planner_spends_its_jokers_in_the_last_roll_of_a_solo_match_only_for_points() -> None:
    last_of_column_a = position("**11", COLUMN_MASKS[0] & ~mask("A1"), roll=30)
    assert choice(last_of_column_a, 2) == "*g1 A1"
    assert choice(position("**11", BLACK.stars, roll=30), 2) == "pass"


@pytest.mark.parametrize(("level", "rival", "least"), PAIRINGS)
def test_the_stronger_wins_clearly(level: int, rival: int, least: float) -> None:
    found = duel("keer-op-keer", level, rival, 60)
    assert found.share >= least, str(found)


@pytest.mark.parametrize("level", LEVELS)
def test_mean_points_of_solo_matches(level: int) -> None:
    assert solo_mean("keer-op-keer", level, 42) >= SOLO[level]
