"""The bots choose what is legal, the same again, within a bounded number of looks, sensibly, and by strength."""

from __future__ import annotations

import pytest

from chalicelib.games import get
from chalicelib.games.sequence_dice.bot import chips_of, strategist
from chalicelib.games.sequence_dice.prospects import CHANCES, WINS, Prospects
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import Chance, InvalidOptionError, NotToMoveError
from tests.games.duels import duel
from tests.games.sequence_dice.positions import CORNERS, mask, position
from tests.games.sequence_dice.strength import PAIRINGS
from tests.games.walks import Setting, sample

GAME = get("sequence-dice")
LEVELS = GAME.levels


def chance(ply: int = 1) -> Chance:
    return Chance(b"s" * 32, (b"n",), ply, "bot")


def choice(state: State, level: int) -> str:
    legal = GAME.legal_moves(state, state.active)
    return GAME.format(GAME.choose(GAME.view(state, state.active), legal, chance(), level))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_chooses_a_legal_move_and_the_same_one_again(seats: int, level: int) -> None:
    setting = Setting("sequence-dice", seats, (), 77)
    for step in sample(setting, 25):
        view, legal = GAME.view(step.before, step.seat), GAME.legal_moves(step.before, step.seat)
        move = GAME.choose(view, legal, setting.chance(step.ply, "bot"), level)
        assert move in legal
        assert GAME.choose(view, list(legal), setting.chance(step.ply, "bot"), level) == move


@pytest.mark.parametrize("level", [0, 3, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        choice(position("a1", "b2"), level)
    assert caught.value.reason == "level"


def test_there_is_no_choice_for_a_spectator_or_without_legal_moves() -> None:
    state = position("a1", "b2")
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, None), GAME.legal_moves(state, 0), chance(), 2)
    with pytest.raises(NotToMoveError):
        GAME.choose(GAME.view(state, 0), (), chance(), 2)


@pytest.mark.parametrize("level", LEVELS)
def test_only_equals_are_drawn_by_lot(level: int) -> None:
    state, lot = position("a1", "b2", dice="34"), chance()
    GAME.choose(GAME.view(state, 0), GAME.legal_moves(state, 0)[:1], lot, level)
    assert lot.draws == 0
    GAME.choose(GAME.view(position(CORNERS, "b2", dice="11"), 0), [GAME.Move("none")], lot, level)
    assert lot.draws == 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("own", "theirs", "dice", "best"),
    [
        ("b1 c1 d1 e1", "a1 f5", "11", "f1"),
        ("a2 b2 c2 d2", "c5 b3", "34", "e2"),
        ("a1 b1 c1 d1 a3 f2", "e1 a2 f5 b6", "33", "xe1"),
        ("c1 c2 c3 c4", "d5 a1", "56", "c5"),
    ],
)
def test_a_bot_completes_its_line(own: str, theirs: str, dice: str, best: str, level: int) -> None:
    assert choice(position(own, theirs, dice=dice), level) == best


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_breaks_a_line_with_the_defence(level: int) -> None:
    assert choice(position("a5 f3", "a2 b2 d2 e2 f6 b6", dice="46"), level) in ("xa2", "xb2", "xd2", "xe2")


def test_the_strategist_blocks_what_would_win_next() -> None:
    state = position("a6 f4", "a2 b2 d2 e2", dice="56")
    assert choice(state, 2) == "c2"


def test_in_a_team_a_bot_builds_on_its_partners_chips() -> None:
    for level in LEVELS:
        state = position("a2 b2 c2 d2", "a3 c5", dice="34", seats=4, active=2)
        assert choice(state, level) == "e2"


def test_the_chances_of_two_dice() -> None:
    assert {number: round(36 * likely) for number, likely in CHANCES.items()} == {
        number: 6 - abs(7 - number) for number in range(2, 13)
    }


def test_the_chance_to_win_with_one_roll_counts_the_totals_that_do() -> None:
    prospects = Prospects(5)
    open_end = (mask("b1 c1 d1 e1"), mask("c5"))
    assert round(36 * prospects.chance_to_win(open_end, 0)) == 1 + 2  # a 2, and the wild 11
    assert prospects.chance_to_win(open_end, 1) == 0
    both_ends_taken = (mask("b1 c1 d1 e1"), mask("a1 f1"))
    assert prospects.chance_to_win(both_ends_taken, 0) == 0
    only_taken_left = (mask("b1 c1 d1 e1 a6 f6"), mask("a1 f1"))
    assert round(36 * prospects.chance_to_win(only_taken_left, 0)) == 1


def test_a_line_is_worth_more_than_any_other_position() -> None:
    prospects = Prospects(5)
    assert prospects.worth((mask("a1 b1 c1 d1 e1"), mask("c5")), 0) == WINS
    assert prospects.worth((mask("a1 b1 c1 d1"), 0), 0) < WINS / 1000


def test_the_strategist_looks_at_each_move_once() -> None:
    view = GAME.view(position("", "", "", dice="56"), 0)
    legal = GAME.legal_moves(position("", "", "", dice="56"), 0)
    assert len(strategist(view, legal)) == len(legal) == 36
    assert chips_of(view) == (0, 0, 0)


@pytest.mark.parametrize(("level", "rival", "least"), PAIRINGS)
def test_the_stronger_wins_clearly(level: int, rival: int, least: float) -> None:
    found = duel("sequence-dice", level, rival, 100)
    assert found.share >= least, str(found)
