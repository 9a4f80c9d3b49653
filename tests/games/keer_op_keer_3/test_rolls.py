"""The course of a roll: steps, chains of bonuses, chips, sealed decisions, the end."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.rules import Chance, NotToMoveError, Termination
from tests.games.codec import dump
from tests.games.keer_op_keer_3.positions import (
    CHIPS,
    GAME,
    asking,
    chance,
    coloured,
    column,
    everything,
    goals,
    mask,
    named,
    play,
    position,
    reason,
    row,
    texts,
)


def test_the_start() -> None:
    state = GAME.initial_state(4, {}, chance(0))
    assert all(sorted(row) == sorted("!!1166....") for row in state.chips)
    assert len(set(state.chips)) > 1
    assert all(start[0] in "gybro" and start[1] in "12345" for start in state.start)
    assert (state.jokers, state.grey) == ((2,) * 4, (12,) * 4)
    assert GAME.to_move(state) == (0, 1, 2, 3)
    assert (state.roll, len(state.dice)) == (1, 6)


def test_the_first_active_seat_is_drawn_by_lot() -> None:
    seen = {GAME.initial_state(3, {}, Chance(bytes([seed]), (), 0)).active for seed in range(40)}
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("counts", ["0-0-0-10", "10-0-0-0", "1-2-3-4", "0-5-5-0"])
def test_chips_are_those_of_the_option(counts: str) -> None:
    state = GAME.initial_state(2, {"chips": counts}, chance(0))
    wanted = sorted("".join(sign * int(count) for sign, count in zip("!16.", counts.split("-"), strict=True)))
    assert all(sorted(row) == wanted for row in state.chips)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_rolls_1_to_3_are_chosen_by_all_at_once_from_all_six(number: int) -> None:
    state = position(["", "", ""], roll=number)
    assert GAME.to_move(state) == (0, 1, 2)
    state = play(state, (1, "y2 HQ GQ"))
    assert GAME.to_move(state) == (0, 2)
    assert GAME.view(state, 2).available == tuple("gyb123")
    assert GAME.view(state, 2).answers == ("", "?", "")


def test_from_roll_4_the_active_seat_is_first_and_open() -> None:
    state = position(["", "", ""], roll=4, active=2)
    assert GAME.to_move(state) == (2,)
    with pytest.raises(NotToMoveError):
        play(state, (0, "pass"))
    state = play(state, (2, "y2 HQ GQ"))
    assert (GAME.to_move(state), GAME.sealed(state, 2)) == ((0, 1), None)
    assert state.crossed[2] == mask("HQ GQ")
    assert GAME.view(state, 0).available == ("g", "b", "1", "3")
    assert reason(state, 0, "y1 HQ") == "colour_not_available"
    assert reason(state, 0, "b2 HR IR") == "number_not_available"


def test_all_six_when_the_active_seat_passed_or_left() -> None:
    passed = play(position(["", "", ""]), (0, "pass"))
    left = GAME.resign(position(["", "", ""]), 0, chance())
    for state in (passed, left):
        assert GAME.to_move(state) == (1, 2)
        assert GAME.view(state, 1).available == tuple("gyb123")
    assert (passed.track, left.track) == ((1, 0, 0), (0, 0, 0))


def test_a_joker_costs_a_usable_one_only() -> None:
    state = position(["", ""], dice="*yb*23", jokers=(1, 2))
    assert reason(state, 0, "*g*1 HU") == "too_few_jokers"
    after = play(state, (0, "*g2 GU HU"))
    assert (after.jokers[0], after.grey[0]) == (0, 12)
    assert reason(position(["", ""], dice="*yb*23", jokers=(0, 2)), 0, "*g2 GU HU") == "too_few_jokers"


def test_fields_beyond_16_are_lost_and_the_last_gives_two_x_to_the_first() -> None:
    state = position(["", "", ""], dice="ggg111", start=("g1", "g1", "o5"), track=(14, 15, 16))
    state = play(state, (0, "pass"), (1, "pass"), (2, "pass"))
    assert (state.track, state.xs) == ((16, 16, 16), (2, 2, 0))
    assert [named(marks) for marks in state.first] == [{"track 16"}, {"track 16"}, set()]
    end = goals("track 16")
    later = position(["", ""], track=(15, 16), first=(0, end), taken=end)
    later = play(later, (0, "pass"))
    assert (named(later.later[0]), later.xs[0]) == ({"track 16"}, 0)


def test_fields_before_the_first_decision_are_visible_and_later_ones_are_not() -> None:
    state = position(["HP", ""], dice="ggg111", start=("g1", "o5"), track=(3, 0))
    state = play(state, (0, "pass"))
    sheet = GAME.view(state, None).sheets[0]
    assert (sheet.track, sheet.jokers, sheet.grey) == (6, 3, 11)
    assert (state.fields[0], GAME.to_move(state)) == (3, (0, 1))


def test_the_active_seats_bonus_belongs_to_the_step_of_the_others_choices() -> None:
    state = play(position(["HP", "", ""], track=(5, 0, 0)), (0, "pass"))
    assert (state.asked, GAME.to_move(state)) == (("block", "choose", "choose"), (0, 1, 2))
    state = play(state, (1, "pass"), (0, "block HP"))
    assert GAME.sealed(state, 0) == Move("block", cells=("HP",))
    assert GAME.view(state, 2).answers == ("?", "?", "")
    assert state.crossed[0] == mask("HP")
    state = play(state, (2, "pass"))
    assert state.crossed[0] == mask("HP IP JP")
    assert state.roll == 6


def test_two_seats_bonuses_in_the_same_step_are_sealed_and_any_order_gives_the_same() -> None:
    start = position(["HP", "HP", "HP"], roll=2, track=(5, 8, 11))
    ends = set()
    for order in itertools.permutations(range(3)):
        state = play(start, *((seat, "pass") for seat in order))
        assert state.asked == ("block", "bomb", "row")
        answers = {0: "block HP", 1: "bomb AP AQ", 2: "row P: GP IP"}
        for seat in order[::-1]:
            state = play(state, (seat, answers[seat]))
        assert state.roll == 3
        ends.add(dump(state))
    assert len(ends) == 1


def test_a_sealed_bonus_can_be_taken_back_until_the_step_resolves() -> None:
    start = asking(["bomb", "row", ""], ["", "HP", ""])
    state = play(start, (0, "bomb AP"))
    assert GAME.retract(state, 0) == start
    assert GAME.legal_moves(state, 0) == ()
    with pytest.raises(NotToMoveError):
        play(state, (0, "bomb AQ"))


def test_column_h_alone_does_not_open_a_block() -> None:
    state = play(position(["", ""], track=(5, 0)), (0, "pass"))
    assert (state.track[0], state.asked) == (6, ("", "choose"))
    started = asking(["block", ""], ["AP", ""])
    assert "block AP" in texts(started, 0)
    assert reason(started, 0, "block HP") == "block_out_of_reach"


def test_three_in_a_row_without_a_cross_is_lost() -> None:
    state = play(position(["", ""], track=(11, 0)), (0, "pass"))
    assert (state.track[0], state.asked) == (12, ("", "choose"))


def test_a_joker_bonus_without_a_grey_one_and_a_pass_field_on_a_full_track_are_lost() -> None:
    state = position([f"{column('A', but='P')} {column('F', but='V')}", ""], dice="rrr111", grey=(0, 12), track=(16, 0))
    after = play(state, (0, "r1 AP"), (1, "pass"))
    assert (named(after.first[0]), after.jokers[0], after.grey[0]) == ({"column A"}, 2, 0)
    after = play(state, (0, "r1 FV"), (1, "pass"))
    assert (named(after.first[0]), after.track[0], after.fields[0]) == ({"column F"}, 16, 0)


def test_rows_give_everybody_an_x_whenever() -> None:
    nearly = row("P", but="A")
    state = position([row("P"), nearly], dice="rrr111", first=(goals("row P"), 0), taken=goals("row P"))
    after = play(state, (0, "pass"), (1, "r1 AP"))
    assert (named(after.later[1]), after.xs) == ({"row P"}, (0, 1))


def test_a_colour_a_line_and_crossings_are_looked_up_too() -> None:
    almost = coloured("g", but="AR")
    start = position([f"{almost} BR", ""], dice="ggg111")
    after = play(start, (0, "g1 AR"), (1, "pass"))
    assert "colour g" in named(after.first[0])
    assert after.xs[0] >= 2


def test_each_x_turns_the_leftmost_face_down_chip_and_bonus_chips_are_to_be_given() -> None:
    state = position([column("A", but="P"), ""], dice="rrr111", chips=("61........", CHIPS), xs=(1, 0))
    after = play(state, (0, "r1 AP"), (1, "pass"))
    assert (after.xs[0], after.owed[0], after.asked) == (2, "1", ("give", ""))
    assert GAME.view(after, 1).sheets[0].chips == "61"
    assert texts(after, 0) == ["give plus-minus to 1"]


def test_a_blank_chip_is_out() -> None:
    state = position([column("A", but="P"), ""], dice="rrr111", chips=("." * 10, CHIPS))
    after = play(state, (0, "r1 AP"), (1, "pass"))
    assert (after.xs[0], after.owed[0], after.roll) == (1, "", 6)


def test_gifts_one_at_a_time_all_first_ones_together_then_the_second_ones() -> None:
    crossed = f"{column('A', but='P')} {row('P', but='A')}"
    state = position([crossed, crossed, ""], dice="rrr111", chips=("!1" + "." * 8, "66" + "." * 8, CHIPS))
    state = play(state, (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))
    assert (state.owed, state.asked) == (("!1", "66", ""), ("give", "give", ""))
    assert texts(state, 0) == ["give joker to 1", "give joker to 2"]
    state = play(state, (1, "give six to 2"), (0, "give joker to 1"))
    assert (state.gifts, state.asked, state.roll) == (("", "!", "6"), ("give", "give", ""), 5)
    assert dict(GAME.decision(state, 0).asked)["chip"] == "plus-minus"
    state = play(state, (0, "give plus-minus to 2"), (1, "give six to 0"))
    assert (state.gifts, state.roll) == (("6", "!", "16"), 6)


def test_no_chip_is_given_in_the_roll_that_ends_the_match() -> None:
    crossed = column("A", but="P")
    state = position([crossed, crossed, ""], dice="rrr111", xs=(9, 0, 0), chips=("1" * 10, "1" * 10, CHIPS))
    state = play(state, (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))
    assert state.outcome is not None
    assert (state.owed, state.gifts) == (("", "", ""), ("", "", ""))
    limit = position([crossed, "", ""], dice="rrr111", roll=300, chips=("1" * 10, "1" * 10, CHIPS))
    limit = play(limit, (0, "r1 AP"), (1, "pass"), (2, "pass"))
    assert limit.outcome is not None
    assert (limit.outcome.termination, limit.gifts) == (Termination.MOVE_LIMIT, ("", "", ""))


def test_x_beyond_ten_are_shown_but_turn_nothing() -> None:
    state = position([f"{column('A', but='P')} {row('P', but='A')}", ""], dice="rrr111", xs=(9, 0))
    end = play(state, (0, "r1 AP"), (1, "pass"))
    assert end.outcome is not None
    lines = dict(end.outcome.scores[0].lines)
    assert (lines["chips"], lines["x"]) == (10, 11)


def test_those_who_did_not_finish_are_ranked_by_chips_then_in_the_same_way() -> None:
    nearly = column("A", but="P")
    state = position([nearly, "", "AR", ""], dice="rrr111", xs=(9, 3, 3, 5))
    end = play(state, (0, "r1 AP"), (1, "pass"), (2, "pass"), (3, "pass"))
    assert end.outcome is not None
    assert [(score.seat, score.rank) for score in end.outcome.scores] == [(0, 1), (3, 2), (2, 3), (1, 4)]
    assert [name for name, _ in end.outcome.scores[0].lines] == ["chips", "x", "diamonds", "pass_fields", "columns"]


def test_roll_299_goes_on_and_roll_300_ends_the_match_for_the_first_group() -> None:
    state = position(["", "AR"], roll=299, xs=(2, 2))
    state = play(state, (0, "pass"), (1, "pass"))
    assert (state.roll, state.outcome) == (300, None)
    end = play(state, (1, "pass"), (0, "pass"))
    assert end.outcome is not None
    assert (end.outcome.termination, end.outcome.winners) == (Termination.MOVE_LIMIT, (1,))


def test_a_normal_end_in_roll_300_itself_is_normal() -> None:
    state = position([column("A", but="P"), ""], dice="rrr111", roll=300, xs=(9, 0))
    end = play(state, (0, "r1 AP"), (1, "pass"))
    assert end.outcome is not None
    assert end.outcome.termination is Termination.NORMAL


def test_two_looks_up_of_one_roll_a_bonus_that_completes_more() -> None:
    almost = f"{column('F', but='V')} {column('B', but='PQ')}"
    state = position([almost, ""], dice="rrr111", track=(8, 0))
    state = play(state, (0, "r1 FV"), (1, "pass"))
    assert (named(state.first[0]), state.asked[0]) == ({"column F"}, "bomb")
    state = play(state, (0, "bomb BP BQ"))
    assert named(state.first[0]) == {"column F", "column B"}
    assert (state.roll, state.asked) == (5, ("give", ""))


def test_taken_goals_are_remembered_from_one_roll_to_the_next() -> None:
    state = position([column("A", but="P"), column("A", but="P")], dice="rrr111")
    state = play(state, (0, "r1 AP"), (1, "pass"))
    while state.asked[0] == "give":
        state = GAME.apply_move(state, 0, GAME.legal_moves(state, 0)[0], chance())
    assert named(state.taken) == {"column A"}
    assert (state.roll, state.active) == (6, 1)


@pytest.mark.parametrize(
    ("asked", "crossed", "played"),
    [("block", "HQ", "block FR"), ("bomb", "HP", "bomb AP AQ BP BQ"), ("row", "AP HP OP", "row Q: AQ HQ OQ")],
)
def test_a_timeout_takes_the_first_legal_bonus(asked: str, crossed: str, played: str) -> None:
    state = asking([asked, ""], [crossed, ""])
    assert GAME.format(GAME.timeout_move(state, 0)) == played == texts(state, 0)[0]


def test_a_timeout_gives_to_the_seat_with_the_fewest_chips_turned_the_next_clockwise_on_a_tie() -> None:
    state = asking(["", "give", "", ""], ["", "", "", ""], owed=("", "!", "", ""), xs=(3, 0, 5, 3))
    assert GAME.format(GAME.timeout_move(state, 1)) == "give joker to 3"
    state = replace(state, xs=(12, 0, 14, 30))
    assert GAME.format(GAME.timeout_move(state, 1)) == "give joker to 2"


def test_a_timeout_spends_no_joker_and_no_chip() -> None:
    state = position(["", ""], dice="***111", gifts=("!16", ""))
    assert GAME.format(GAME.timeout_move(state, 0)) == "pass"
    after: State = play(state, (0, "pass"))
    assert (after.jokers[0], after.gifts[0]) == (2, "!16")


def test_solo_two_and_two_dice_and_30_rolls() -> None:
    state = position([""], dice="gy12", roll=30, start=("g1",))
    assert len(GAME.view(state, 0).available) == 4
    end = play(state, (0, "pass"))
    assert (end.track[0], end.outcome is not None) == (2, True)
    assert FIGURES.solo_rolls == 30


@pytest.mark.parametrize(("xs", "level"), [(0, 1), (2, 1), (3, 2), (20, 7), (24, 8), (29, 9), (30, 10), (43, 10)])
def test_solo_bands(xs: int, level: int) -> None:
    end = play(position([""], dice="gy12", roll=30, xs=(xs,), start=("o5",)), (0, "pass"))
    assert end.outcome is not None
    assert end.outcome.scores[0].lines == (("x", xs), ("level", level))


def test_a_full_sheet_leaves_the_pass_alone() -> None:
    state = position([everything(), ""])
    assert texts(state, 0) == ["pass"]
