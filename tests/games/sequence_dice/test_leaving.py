"""Leaving and giving up: two sides, three sides, teams."""

from __future__ import annotations

import pytest

from chalicelib.games.sequence_dice.state import Play, State
from chalicelib.rules import NotToMoveError, Termination
from tests.games.sequence_dice.positions import GAME, chance, chips, play, position, texts


def ranks(state: State) -> list[tuple[int, int | None]]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return [(score.seat, score.rank) for score in outcome.scores]


@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_sides_the_other_one_wins(seat: int) -> None:
    state = GAME.resign(position("b1 c1 d1 e1", "b3"), seat, chance())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1 - seat,))
    assert ranks(state) == [(1 - seat, 1), (seat, None)]
    assert [dict(score.lines)["line"] for score in sorted(outcome.scores, key=lambda each: each.seat)] == [4, 1]
    assert GAME.to_move(state) == ()


def test_a_departed_sides_chips_stay_and_count_as_opponents_chips() -> None:
    state = GAME.resign(position("a2 a3", "b2 e2 b5 e5", "b3", dice="34", active=2), 1, chance())
    assert chips(state, 1) == {"b2", "e2", "b5", "e5"}
    assert (state.active, state.dice) == (2, "34")
    assert texts(state) == ["xb2", "xe2", "xb5", "xe5"]


def test_its_turns_are_skipped_and_do_not_count_as_turns() -> None:
    state = GAME.resign(position("a2", "b2", "b3", dice="34"), 1, chance())
    state = play(state, "e2")
    assert (state.active, state.turn) == (2, 10)


def test_a_turn_that_is_broken_off_by_leaving_does_not_count() -> None:
    dice = chance(7)
    state = GAME.resign(position("a2", "b2 a1", "b3", dice="34", active=1, rolls=2), 1, dice)
    assert (state.active, state.turn, state.rolls) == (2, 9, 1)
    assert chips(state, 1) == {"b2", "a1"}
    assert dice.draws >= 1


def test_leaving_out_of_turn_draws_nothing_and_leaves_the_roll() -> None:
    dice = chance(7)
    before = position("a2", "b2", "b3", dice="34", last=[[Play("15", "a2")], [Play("34", "b2")], [Play("45", "b3")]])
    state = GAME.resign(before, 1, dice)
    assert dice.draws == 0
    assert (state.active, state.dice, state.turn) == (0, "34", 9)
    assert state.last == (before.last[0], (), before.last[2])


def test_the_others_play_on_until_one_is_left_who_wins() -> None:
    state = GAME.resign(position("a2", "b2", "b3", dice="34"), 0, chance())
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == (1,)
    state = GAME.resign(state, 2, chance())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1,))
    assert ranks(state) == [(1, 1), (0, None), (2, None)]


def test_a_departed_side_cannot_win_and_stands_last() -> None:
    state = play(position("b1 c1 d1 e1", "a4 b4 c4 d4", "b3", dice="45", active=1, resigned=0b001), "e4")
    assert ranks(state) == [(1, 1), (2, 2), (0, None)]


def test_a_partner_that_gives_up_is_noted_and_its_seat_stays_to_move() -> None:
    before = position("a2", "b2", dice="34", seats=4, active=2)
    dice = chance(7)
    state = GAME.resign(before, 2, dice)
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == (2,)
    assert (dice.draws, state.dice, state.turn) == (0, "34", 9)
    assert GAME.view(state, None).resigned == (2,)
    assert texts(state, 2) == texts(before, 2)
    with pytest.raises(NotToMoveError):
        GAME.resign(state, 2, dice)


def test_both_partners_that_give_up_end_the_match() -> None:
    state = GAME.resign(position("a2", "b2", dice="34", seats=4), 3, chance())
    state = play(state, "e2")
    state = GAME.resign(state, 1, chance())
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (0, 2))
    assert ranks(state) == [(0, 1), (2, 1), (1, None), (3, None)]


def test_one_of_each_team_does_not_end_it() -> None:
    state = GAME.resign(GAME.resign(position("a2", "b2", seats=4), 0, chance()), 1, chance())
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == (0,)


def test_a_team_wins_with_a_partner_that_gave_up() -> None:
    state = GAME.resign(position("b1 c1 d1 e1", "b2", dice="11", seats=4), 2, chance())
    outcome = GAME.outcome(play(state, "f1"))
    assert outcome is not None
    assert outcome.winners == (0, 2)


def test_a_departed_seat_cannot_resign_again_or_move() -> None:
    state = GAME.resign(position("a2", "b2", "b3"), 1, chance())
    assert texts(state, 1) == []
    for seat in (1, 3, -1):
        with pytest.raises(NotToMoveError) as caught:
            GAME.resign(state, seat, chance())
        assert caught.value.reason == "departed"
