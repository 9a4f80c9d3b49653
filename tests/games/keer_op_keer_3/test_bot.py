"""The bots choose what is legal, the same again, within a bounded number of looks, sensibly, and by strength."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.games import get
from chalicelib.games.keer_op_keer_3.outlook import outlook
from chalicelib.games.keer_op_keer_3.planner import CANDIDATES, Planner
from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError
from tests.games.duels import duel, solo_mean
from tests.games.keer_op_keer_3.positions import asking, column, everything, mask, position, row
from tests.games.keer_op_keer_3.strength import PAIRINGS, SOLO
from tests.games.walks import Setting, sample, walk

GAME = get("keer-op-keer-3")
LEVELS = GAME.levels
WALKS = [Setting("keer-op-keer-3", seats, (), 77) for seats in (1, 2, 4, 6)]


def chance(ply: int = 1) -> Chance:
    return Chance(b"s" * 32, (b"n",), ply, "bot")


def choice(state: State, level: int, seat: int = 0) -> str:
    legal = GAME.legal_moves(state, seat)
    return GAME.format(GAME.choose(GAME.view(state, seat), legal, chance(), level))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setting", WALKS, ids=str)
def test_a_bot_chooses_a_legal_move_and_the_same_one_again(setting: Setting, level: int) -> None:
    steps = [
        *sample(setting, 15),
        *(step for step in walk(setting) if step.move and step.move.kind not in ("place", "pass")),
    ]
    for step in steps[:40]:
        view, legal = GAME.view(step.before, step.seat), GAME.legal_moves(step.before, step.seat)
        move = GAME.choose(view, legal, setting.chance(step.ply, "bot"), level)
        assert move in legal
        assert GAME.choose(view, list(legal), setting.chance(step.ply, "bot"), level) == move


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_cannot_see_does_not_sway_it(level: int) -> None:
    setting = Setting("keer-op-keer-3", 4, (), 78)
    for step in sample(setting, 30):
        other = GAME.redeal(step.before, step.seat, setting.chance(step.ply, "redeal"))
        moves: list[Any] = [
            GAME.choose(
                GAME.view(state, step.seat), GAME.legal_moves(state, step.seat), setting.chance(step.ply, "bot"), level
            )
            for state in (step.before, other)
        ]
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", [0, 3, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        choice(position(["", ""]), level)
    assert caught.value.reason == "level"


def test_there_is_no_choice_for_a_spectator_or_without_legal_moves() -> None:
    state = position(["", ""])
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, None), GAME.legal_moves(state, 0), chance(), 2)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, 0), (), chance(), 2)


@pytest.mark.parametrize("kind", ["choose", "bomb", "row"])
def test_a_choice_takes_a_bounded_number_of_looks(kind: str) -> None:
    crowd = everything("AP BP CP AQ BQ CQ AR BR")
    state = asking([kind, *("",) * 5], [crowd, *(row("S"),) * 5], gifts=("11", *("",) * 5), jokers=(5,) * 6)
    state = state if kind != "choose" else position([row("S")] * 6, dice="***123", jokers=(5,) * 6, gifts=("11",) * 6)
    assert len(GAME.legal_moves(state, 0)) > 3
    plan = Planner(GAME.view(state, 0), 0)
    masks = range(1, 1000)
    assert len([plan.worth(mask) for mask in plan.shortlist(masks)]) == CANDIDATES
    assert plan.looks == CANDIDATES + 6


@pytest.mark.parametrize("level", LEVELS)
def test_a_column_that_waits_for_one_cell_is_completed(level: int) -> None:
    state = position([f"{column('A', but='P')} {row('S')}", ""], dice="rrr111", xs=(6, 6))
    assert choice(state, level) == "r1 AP"


def test_the_beginner_drops_the_bomb_where_most_is_completed() -> None:
    state = asking(["bomb", ""], [f"{column('A', but='PQ')} {column('B', but='PQ')} {row('S')}", ""])
    assert choice(state, 1) == "bomb AP AQ BP BQ"


def test_the_planner_ends_the_match_with_a_bomb() -> None:
    state = asking(["bomb", ""], [f"{column('A', but='PQ')} {column('B', but='PQ')} {row('S')}", ""], xs=(8, 6))
    assert choice(state, 2) == "bomb AP AQ BP BQ"


def test_the_planner_finishes_the_match_when_it_can() -> None:
    state = position([f"{column('A', but='P')} HP", ""], dice="rry113", xs=(9, 5))
    assert choice(state, 2) == "r1 AP"


def test_the_planner_gives_a_chip_to_whoever_is_furthest_from_ten() -> None:
    state = asking(["give", "", ""], ["", "", ""], owed=("1", "", ""), xs=(2, 7, 3))
    assert choice(state, 2) == "give plus-minus to 2"


def test_the_planner_keeps_jokers_where_a_plain_die_does_the_same() -> None:
    state = position(["", ""], dice="*gg122", jokers=(2, 2))
    assert "*" not in choice(state, 2)


def test_the_work_left_is_counted_by_pieces() -> None:
    nothing, full = outlook(0), outlook(mask(everything()))
    assert set(full.costs) == {0.0}
    assert all(cost > 0 for cost in nothing.costs[:-1])
    nearly = outlook(mask(everything("AP")))
    open_goals = [cost for cost in nearly.costs if cost]
    assert set(open_goals) == {1.5}
    assert len(open_goals) == 3


@pytest.mark.parametrize(("level", "rival", "least"), PAIRINGS)
def test_levels_beat_those_below_them(level: int, rival: int, least: float) -> None:
    found = duel("keer-op-keer-3", level, rival, 60)
    assert found.share >= least, found


@pytest.mark.parametrize("level", LEVELS)
def test_a_lone_bot_gets_so_many_x(level: int) -> None:
    assert solo_mean("keer-op-keer-3", level, 30) >= SOLO[level]
