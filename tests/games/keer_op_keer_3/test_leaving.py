"""Seats that leave in mid-roll: what lapses, what stands, who goes on, and what becomes of chips."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer_3.state import State
from chalicelib.rules import MatchOverError, NotToMoveError, Outcome, Termination
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, column, goals, mask, named, play, position, texts


def leave(state: State, seat: int) -> State:
    return GAME.resign(state, seat, chance())


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_with_two_seats_the_other_wins_at_once() -> None:
    outcome = ended(leave(position(["", ""], xs=(9, 0)), 0))
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1,))
    assert [(score.seat, score.rank) for score in outcome.scores] == [(1, 1), (0, None)]


def test_alone_it_ends_without_a_winner() -> None:
    outcome = ended(leave(position([""], dice="gy12"), 0))
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, ())


def test_a_sealed_decision_of_the_leaving_seat_is_dropped() -> None:
    state = play(position(["", "", ""], roll=2), (1, "y1 HQ"))
    state = leave(state, 1)
    assert (state.answers, GAME.to_move(state)) == (("", "", ""), (0, 2))
    state = play(state, (0, "pass"), (2, "pass"))
    assert state.crossed[1] == 0
    assert state.roll == 3


def test_a_placement_already_made_stands_and_its_dice_stay_taken() -> None:
    state = leave(play(position(["", "", ""]), (0, "y1 HQ")), 0)
    assert state.crossed[0] == mask("HQ")
    assert GAME.view(state, 1).available == ("g", "b", "2", "3")
    state = play(state, (1, "pass"), (2, "pass"))
    assert (state.roll, state.active) == (6, 1)


def test_the_last_seat_owing_leaves_and_the_step_resolves() -> None:
    state = play(position(["", "", ""], roll=2), (0, "y1 HQ"), (1, "pass"))
    state = leave(state, 2)
    assert (state.roll, state.crossed[0], state.track) == (3, mask("HQ"), (0, 1, 0))


def test_the_only_seat_with_a_bonus_leaves_and_the_roll_goes_on() -> None:
    state = asking(["", "bomb", ""], ["", "", ""], fields=(0, 3, 0))
    state = leave(state, 1)
    assert (state.roll, state.asked, state.fields) == (6, ("", "", "choose"), (0, 0, 0))


def test_a_departed_seat_takes_no_part_in_look_ups_from_then_on() -> None:
    nearly = column("A", but="P")
    state = play(position([nearly, "", ""], dice="rrr111", xs=(9, 0, 0)), (0, "r1 AP"))
    state = play(leave(state, 0), (1, "pass"), (2, "pass"))
    assert (state.first[0], state.xs[0], state.outcome) == (0, 9, None)


def test_its_firsts_stay_first() -> None:
    state = position([column("A"), column("A", but="P"), ""], dice="rrr111", first=(1, 0, 0), taken=1, active=1)
    state = play(leave(state, 0), (1, "r1 AP"), (2, "pass"))
    assert (named(state.later[1]), state.jokers[1]) == ({"column A"}, 2)
    assert named(state.first[0]) == {"column A"}


def test_it_cannot_end_the_match_and_cannot_win() -> None:
    nearly = column("A", but="P")
    state = position([nearly, nearly, ""], dice="rrr111", xs=(9, 9, 0))
    state = play(leave(play(state, (0, "r1 AP")), 0), (1, "r1 AP"), (2, "pass"))
    outcome = ended(state)
    assert outcome.winners == (1,)
    assert [score.rank for score in outcome.scores] == [1, 2, None]


def test_its_chips_leave_the_match_and_it_is_given_none() -> None:
    state = asking(["give", "", ""], ["", "", ""], owed=("1", "", ""), gifts=("", "!6", "1"))
    state = leave(state, 1)
    assert state.gifts == ("", "", "1")
    assert texts(state, 0) == ["give plus-minus to 2"]


def test_a_gift_sealed_for_a_seat_that_leaves_goes_out_of_the_match() -> None:
    state = asking(["give", "give", ""], ["", "", ""], owed=("1", "6", ""))
    state = leave(play(state, (0, "give plus-minus to 2")), 2)
    assert state.answers == ("give plus-minus to 2", "", "")
    state = play(state, (1, "give six to 0"))
    assert (state.gifts, state.roll) == (("6", "", ""), 6)


def test_the_giver_leaves_and_its_gifts_lapse() -> None:
    state = asking(["give", "give", ""], ["", "", ""], owed=("11", "6", ""))
    state = play(leave(state, 0), (1, "give six to 2"))
    assert (state.gifts, state.owed, state.roll) == (("", "", "6"), ("", "", ""), 6)


def test_when_one_is_left_it_wins_with_what_it_had_sealed() -> None:
    state = play(position(["", "", ""], roll=2), (0, "y1 HQ"))
    state = leave(leave(state, 1), 2)
    outcome = ended(state)
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (0,))
    assert (state.crossed[0], state.last[0]) == (mask("HQ"), "y1 HQ")
    assert (state.asked, state.answers) == (("", "", ""), ("", "", ""))


def test_who_has_left_cannot_leave_again_and_nobody_leaves_what_is_over() -> None:
    state = leave(position(["", "", ""]), 1)
    with pytest.raises(NotToMoveError) as caught:
        leave(state, 1)
    assert caught.value.reason == "departed"
    with pytest.raises(MatchOverError):
        leave(leave(state, 0), 2)


def test_the_next_roll_goes_to_the_next_seat_still_in() -> None:
    state = leave(position(["", "", ""], active=0), 1)
    state = play(state, (0, "pass"), (2, "pass"))
    assert (state.active, state.asked) == (2, ("", "", "choose"))


def test_leaving_in_a_chain_keeps_the_goals_of_the_others() -> None:
    nearly = column("F", but="V")
    state = position([nearly, "HP", ""], dice="rrr111", track=(8, 5, 0))
    state = play(state, (0, "r1 FV"), (1, "pass"), (2, "pass"))
    assert state.asked == ("", "block", "")
    state = leave(state, 1)
    assert (state.asked, named(state.first[0])) == (("bomb", "", ""), {"column F"})
    assert goals("column F") == state.first[0]
