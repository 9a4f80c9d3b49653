"""Seats that leave: singles take their tiles out of the round, partners leave theirs to a bot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.games.passing_game.state import State
from chalicelib.rules import MatchOverError, NotToMoveError, Termination
from tests.games.passing_game.situations import GAME, chance, play, position, texts

THREE = ("6-3 2-1", "6-1 5-1", "4-1 4-4")
MIDDLE: dict[str, Any] = {"train": "=6-4", "ends": (6, 4)}


def leave(state: State, seat: int) -> State:
    return GAME.resign(state, seat, chance())


def test_with_two_seats_the_other_wins() -> None:
    after = leave(position(THREE[:2]), 0)
    assert after.outcome is not None
    assert (after.outcome.termination, after.outcome.winners) == (Termination.RESIGNED, (1,))
    assert [(score.seat, score.rank) for score in after.outcome.scores] == [(1, 1), (0, None)]


def test_a_single_of_three_takes_its_tiles_out_of_the_round() -> None:
    state = position(THREE, boneyard="0-0 1-1 2-2", **MIDDLE)
    after = leave(state, 1)
    assert after.outcome is None
    assert after.hands == (state.hands[0], 0, state.hands[2])
    assert (after.boneyard, after.story, after.turn) == (state.boneyard, state.story, 0)
    assert play(after, "pass").turn == 2
    assert GAME.view(after, None).seats[1].status == "left"
    with pytest.raises(NotToMoveError):
        leave(after, 1)


def test_the_turn_passes_on_when_the_seat_to_move_leaves() -> None:
    assert leave(position(THREE, boneyard="0-0 1-1 2-2", turn=2, **MIDDLE), 2).turn == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_the_last_one_left_wins_whatever_the_points(seats: int) -> None:
    hands = (*THREE, "3-3 5-5")[:seats]
    state = position(hands, boneyard="0-0 1-1 2-2", points=(90, 1, 0, 0)[:seats], target=100, **MIDDLE)
    for seat in (0, *range(2, seats)):
        assert state.outcome is None
        state = leave(state, seat)
    assert state.outcome is not None
    assert (state.outcome.termination, state.outcome.winners) == (Termination.RESIGNED, (1,))
    first = state.outcome.scores[0]
    assert (first.seat, first.rank) == (1, 1)
    assert {score.rank for score in state.outcome.scores[1:]} == {None}
    assert dict(state.outcome.scores[1].lines)["points"] == 90
    with pytest.raises(MatchOverError):
        leave(state, 1)


def test_all_passed_counts_the_seats_still_in() -> None:
    state = position(THREE, boneyard="0-0 1-1 2-2", **MIDDLE)
    after = leave(play(state, "pass", "pass"), 0)
    assert after.round == 1, "seat 2 has not passed yet"
    assert play(after, "pass").standing.last.how == "passed"  # type: ignore[union-attr]


def test_the_end_is_judged_at_once_when_the_only_seat_that_had_not_passed_leaves() -> None:
    after = leave(play(position(THREE, boneyard="0-0 1-1 2-2", **MIDDLE), "pass", "pass"), 2)
    assert after.round == 2
    last = GAME.view(after, None).last
    assert last is not None
    assert (last.how, last.final, last.winners, last.points) == ("passed", None, (0,), 13 - 12)
    assert [hand.seat for hand in last.hands] == [0, 1]


def test_the_end_is_judged_at_once_when_the_only_fitting_tile_leaves() -> None:
    state = position(("3-3 2-1", "6-1 5-1", "1-1"), boneyard="0-0 2-2", **MIDDLE)
    after = leave(state, 1)
    assert after.standing.last is not None
    assert (after.round, after.standing.last.how) == (2, "blocked")
    assert after.standing.points == (0, 0, 9 - 2)


def test_a_seat_that_left_cannot_score_and_its_pips_do_not_count() -> None:
    state = leave(position(("0-0", "6-6 5-5", "2-1"), boneyard="1-1 2-2 3-3", **MIDDLE), 0)
    after = play(state, "pass", "pass")
    assert after.standing.points == (0, 0, 22 - 3)


def test_when_the_leader_leaves_before_its_first_tile_the_next_seat_still_in_leads() -> None:
    after = leave(position(THREE), 0)
    assert (after.leader, after.turn) == (1, 1)
    assert len(texts(after)) == 2
    assert "pass" not in texts(after)
    again = leave(position((*THREE, "3-3 5-5"), departed=2), 0)
    assert again.leader == 2


def test_when_the_leader_leaves_later_it_stays_the_leader_of_this_round() -> None:
    state = position(THREE, boneyard="1-1 2-2 3-3", turn=1, **MIDDLE)
    assert leave(state, 0).leader == 0


def test_rotate_goes_on_from_the_seat_that_really_led() -> None:
    hands = (*THREE, "5-3 5-5")
    state = leave(position(hands, lead="rotate", boneyard="0-0 1-1"), 0)
    after = play(state, "6-1", "pass", "pass", "pass")
    assert after.round == 2
    assert after.leader == 2


def test_rotate_skips_who_has_left() -> None:
    state = position(THREE, lead="rotate", boneyard="1-1 2-2 3-3", **MIDDLE)
    assert play(leave(state, 1), "pass", "pass").leader == 2


@pytest.mark.parametrize(("leavers", "hand", "boneyard"), [((3,), 7, 7), ((3, 1), 7, 14)])
def test_later_rounds_are_dealt_by_the_seats_still_in(leavers: tuple[int, ...], hand: int, boneyard: int) -> None:
    state = position((*THREE, "3-3 5-5"), boneyard="1-1 2-2 0-0", **MIDDLE)
    for seat in leavers:
        state = leave(state, seat)
    after = play(state, *["pass"] * (4 - len(leavers)))
    assert after.round == 2
    assert [mask.bit_count() for mask in after.hands] == [0 if seat in leavers else hand for seat in range(4)]
    assert len(after.boneyard) == boneyard
    assert after.terms.target == state.terms.target


def test_a_seat_that_left_is_listed_last_without_a_rank() -> None:
    hands = ("6-3 2-1", "6-1 5-1", "5-5 4-4")
    state = leave(position(hands, boneyard="1-1 2-2 3-3", points=(11, 8, 6), target=12, **MIDDLE), 0)
    outcome = play(state, "pass", "pass").outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.NORMAL, (1,))
    assert [(score.seat, score.rank) for score in outcome.scores] == [(1, 1), (2, 2), (0, None)]


PAIRS = ("6-3 2-1", "6-1 5-1", "4-1 4-4", "3-3 5-5")


def test_a_partner_gives_the_seat_to_a_bot_and_the_match_goes_on() -> None:
    state = position(PAIRS, partnership=True, boneyard="0-0 1-1 2-2", **MIDDLE)
    after = leave(state, 0)
    assert after == replace(state, standing=replace(state.standing, resigned=1))
    assert GAME.to_move(after) == (0,)
    assert GAME.legal_moves(after, 0) == GAME.legal_moves(state, 0)
    shown = GAME.view(after, None).seats
    assert [seat.status for seat in shown] == ["bot", "in", "in", "in"]
    with pytest.raises(NotToMoveError):
        leave(after, 0)


@pytest.mark.parametrize(("first", "second", "winners"), [(0, 2, (1, 3)), (3, 1, (0, 2))])
def test_the_side_resigns_when_both_partners_have(first: int, second: int, winners: tuple[int, ...]) -> None:
    state = leave(position(PAIRS, partnership=True, boneyard="0-0 1-1 2-2", points=(50, 40), **MIDDLE), first)
    assert leave(state, (first + 1) % 4).outcome is None
    outcome = leave(state, second).outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, winners)
    assert [score.rank for score in outcome.scores] == [1, 1, None, None]
    assert {score.seat for score in outcome.scores[2:]} == {first, second}


def test_a_seat_played_by_a_bot_still_wins_with_its_partner() -> None:
    state = leave(position(PAIRS, partnership=True, boneyard="0-0 1-1", points=(60, 0), target=61, **MIDDLE), 0)
    outcome = play(state, "pass", "pass", "pass", "pass").outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.NORMAL, (0, 2))
    assert [score.rank for score in outcome.scores] == [1, 1, 2, 2]


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_cannot_leave(seat: int) -> None:
    with pytest.raises(NotToMoveError):
        leave(position(THREE), seat)
