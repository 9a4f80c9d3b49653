"""What the rules page lists as worth a test of its own, one test an item."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.rules import Termination
from tests.games.keer_op_keer_3.positions import (
    GAME,
    asking,
    chance,
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


@pytest.mark.parametrize(
    ("start", "dice", "fields"),
    [
        ("o5", "gyb123", 1),
        ("g1", "ggg111", 6),
        ("g1", "ggy123", 3),
        ("b3", "gyb123", 2),
        ("y4", "gyb123", 1),
    ],
)
def test_pass_with_0_1_and_6_matches(start: str, dice: str, fields: int) -> None:
    state = play(position(["", ""], dice=dice, start=(start, "o5")), (0, "pass"))
    assert (state.track, state.fields) == ((fields, 0), (0, 0))


def test_six_matches_open_the_block_and_what_comes_after_waits() -> None:
    state = play(position(["HP", ""], dice="ggg111", start=("g1", "o5"), track=(2, 0)), (0, "pass"))
    assert (state.track[0], state.asked[0], state.fields[0]) == (6, "block", 2)


def test_a_joker_face_that_would_match_is_none() -> None:
    state = play(position(["", ""], dice="*gg*11", start=("g1", "o5")), (0, "pass"))
    assert state.track == (4, 0)
    state = play(position(["", ""], dice="**b**2", start=("g1", "o5")), (0, "pass"))
    assert state.track == (1, 0)


def test_the_active_seats_own_two_dice_count_when_others_pass() -> None:
    state = position(["", ""], dice="gyb123", start=("o5", "g1"))
    state = play(state, (0, "b1 HR"), (1, "pass"))
    assert state.track == (0, 2)
    state = play(position(["", ""], dice="gyr123", start=("o5", "g1")), (0, "r1 HS"), (1, "pass"))
    assert state.track == (0, 1 + 1)
    taken = play(position(["", ""], dice="gyr123", start=("o5", "g1")), (0, "g1 HU"), (1, "pass"))
    assert taken.track == (0, 2)


def test_passing_over_two_dark_fields_in_one_go() -> None:
    state = position(["", ""], dice="ggg122", start=("g3", "o5"), track=(1, 0))
    state = play(state, (0, "pass"))
    assert (state.track[0], state.jokers[0], state.grey[0]) == (4, 4, 10)
    state = position(["HP GP", ""], dice="ggg111", start=("g1", "o5"), track=(5, 0))
    state = play(state, (0, "pass"))
    assert (state.track[0], state.asked) == (6, ("block", "choose"))


def test_a_block_then_a_bomb_in_one_pass() -> None:
    state = position(["HP", ""], dice="ggg111", start=("g1", "o5"), track=(5, 0))
    state = play(state, (0, "pass"))
    assert (state.track[0], state.fields[0], state.asked) == (6, 5, ("block", "choose"))
    state = play(state, (0, "block HP"), (1, "pass"))
    assert (state.track[0], state.fields[0], state.asked) == (9, 2, ("bomb", ""))
    state = play(state, (0, "bomb AV"))
    assert (state.track[0], state.fields[0], state.roll) == (11, 0, 6)


def test_block_of_six() -> None:
    state = asking(["block", ""], ["HQ", ""])
    assert texts(state, 0)[:2] == ["block FR", "block EP"]
    after = play(state, (0, "block FR"))
    assert after.crossed[0] == mask("HQ FR GR HR IR IQ JQ")
    assert after.fresh[0] == mask("FR GR HR IR IQ JQ")


def test_a_block_of_six_cells_is_crossed_whole() -> None:
    state = asking(["block", ""], ["AT", ""])
    assert "block BT" in texts(state, 0)
    after = play(state, (0, "block BT"))
    assert after.crossed[0] == mask("AT BT CT DT ET FT EU")
    assert (after.crossed[0] & ~state.crossed[0]).bit_count() == 6


def test_a_bomb_in_a_corner_on_an_almost_full_sheet() -> None:
    state = asking(["bomb", ""], [everything("AP BQ OV"), ""])
    assert texts(state, 0) == ["bomb AP BQ", "bomb AP", "bomb BQ", "bomb OV"]
    after = play(state, (0, "bomb OV"))
    assert after.crossed[0] == mask(everything("AP BQ"))


def test_a_bomb_in_a_corner() -> None:
    state = asking(["bomb", ""], ["", ""])
    assert texts(state, 0)[0] == "bomb AP AQ BP BQ"
    assert "bomb NU NV OU OV" in texts(state, 0)
    assert reason(state, 0, "bomb AP BP CP") == "not_a_window"
    assert len(texts(state, 0)) == 881


def test_a_bomb_on_a_full_sheet_is_lost() -> None:
    state = play(position([everything(), ""], track=(8, 0)), (0, "pass"))
    assert (state.track[0], state.asked) == (9, ("", "choose"))


def test_a_bomb_as_the_very_first_crosses_then_a_placement_beside_it() -> None:
    state = play(asking(["bomb", ""], ["", ""], active=1), (0, "bomb AP BP AQ"))
    assert state.crossed == (mask("AP BP AQ"), 0)
    assert (state.roll, state.active) == (6, 0)
    state = position(["AP BP AQ", ""], dice="oob122")
    assert "o1 CP" in texts(state, 0)
    assert "o2 CP CQ" in texts(state, 0)
    assert play(state, (0, "o2 CP CQ")).crossed[0] == mask("AP BP AQ CP CQ")


def test_three_in_a_row_where_two_cells_touch_only_each_others_new_crosses() -> None:
    state = asking(["row", ""], ["HP", ""])
    assert reason(state, 0, "row P: IP JP KP") == "not_beside_old"
    assert reason(state, 0, "row P: GP IP JP") == "not_beside_old"
    assert texts(state, 0) == ["row P: GP IP", "row P: GP", "row Q: HQ", "row P: IP"]
    assert reason(state, 0, "row P: HQ") == "not_one_row"


def test_three_in_a_row_need_not_touch_each_other() -> None:
    state = asking(["row", ""], ["AP HP OP", ""])
    after = play(state, (0, "row P: BP GP NP"))
    assert after.crossed[0] == mask("AP HP OP BP GP NP")


def test_two_seats_complete_a_column_in_one_roll_both_pink_a_third_seat_a_roll_later_white_only() -> None:
    nearly = column("A", but="P")
    state = position([nearly, nearly, nearly], dice="rrr111")
    state = play(state, (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))
    assert [named(marks) for marks in state.first] == [{"column A"}, {"column A"}, set()]
    assert state.jokers == (3, 3, 2)
    assert state.xs == (1, 1, 0)
    assert (state.asked, state.owed) == (("give", "give", ""), ("!", "!", ""))
    state = play(state, (0, "give joker to 2"), (1, "give joker to 2"))
    assert (state.roll, named(state.taken)) == (6, {"column A"})
    later = play(position([column("A")] * 2 + [nearly], dice="rrr111", first=(1, 1, 0), taken=1), (0, "pass"))
    later = play(later, (1, "pass"), (2, "r1 AP"))
    assert named(later.later[2]) == {"column A"}
    assert (later.jokers[2], later.xs[2]) == (2, 1)


def test_both_are_pink_although_one_completes_it_by_a_bonus_late_in_the_roll() -> None:
    nearly = column("A", but="P")
    state = position([nearly, nearly], dice="rrr111", track=(0, 8))
    state = play(state, (0, "r1 AP"), (1, "pass"))
    assert (named(state.first[0]), state.asked) == (set(), ("", "bomb"))
    state = play(state, (1, "bomb AP"))
    assert [named(marks) for marks in state.first] == [{"column A"}, {"column A"}]
    assert state.jokers == (3, 3)


def test_a_column_bonus_that_gives_a_pass_field_that_gives_a_bomb_that_completes_a_row_that_turns_the_tenth_chip() -> (
    None
):
    almost = " ".join([column("F", but="V"), row("P", but="AF")])
    state = position([almost, ""], dice="rrr111", track=(8, 0), xs=(9, 0))
    state = play(state, (0, "r1 FV"), (1, "pass"))
    assert (named(state.first[0]), state.track[0]) == ({"column F"}, 9)
    assert (state.asked, GAME.to_move(state), state.roll) == (("bomb", ""), (0,), 5)
    end = play(state, (0, "bomb AP"))
    outcome = GAME.outcome(end)
    assert named(end.first[0]) == {"column F", "row P"}
    assert outcome is not None
    assert (outcome.termination, outcome.winners, end.roll) == (Termination.NORMAL, (0,), 5)
    assert dict(outcome.scores[0].lines)["chips"] == 10


def test_chip_given_in_roll_7_used_in_roll_7_refused_and_8() -> None:
    nearly = column("A", but="P")
    state = position(
        [nearly, "HP", "HP"], dice="rrr114", roll=7, chips=("1" * 10, ".1........", ".1........"), xs=(0, 0, 0)
    )
    refused = reason(state, 0, "[+1] r2 AP AQ")
    state = play(state, (0, "r1 AP"), (1, "pass"))
    assert reason(state, 2, "[+1] r5 HS HT IS") == "no_such_chip"
    state = play(state, (2, "pass"))
    assert (refused, state.asked, state.owed) == ("no_such_chip", ("give", "", ""), ("1", "", ""))
    state = play(state, (0, "give plus-minus to 1"))
    assert (state.roll, state.active, state.gifts) == (8, 1, ("", "1", ""))
    assert any(text.startswith(("[+1]", "[-1]")) for text in texts(state, 1))
    eighth = position(["", "HP"], dice="oob114", roll=8, active=1, gifts=("", "1"))
    assert "[+1] o2 IP JP" in texts(eighth, 1)
    used = play(eighth, (1, "[+1] o2 IP JP"))
    assert used.gifts == ("", "")
    assert used.crossed[1] == mask("HP IP JP")


def test_plus_one_on_a_5_refused() -> None:
    state = position(["HP", ""], dice="yyb555", gifts=("1", ""))
    assert reason(state, 0, "[+1] y6 EP FP FQ GQ HQ IP") == "unknown_number"
    assert all("[+1]" not in text for text in texts(state, 0))
    assert "[-1] y4 EP FP FQ GQ" not in texts(state, 0)
    assert "[-1] y4 FP FQ GQ HQ" in texts(state, 0)


def test_two_seats_finish_in_one_roll_tie_breaks_in_order_then_shared() -> None:
    nearly = column("A", but="P")
    rest: dict[str, Any] = {"dice": "rrr111", "xs": (9, 9, 9)}
    diamonds = play(position([nearly, f"{nearly} CS", nearly], **rest), (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))
    assert _winners(diamonds) == (1,)
    fields = position([nearly, nearly, nearly], **rest, track=(3, 2, 0))
    assert _winners(play(fields, (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))) == (0,)
    columns = position([nearly, f"{nearly} {column('B', but='U')}", nearly], **rest, first=(0, 0, 0))
    assert _winners(play(columns, (0, "r1 AP"), (1, "r1 AP"), (2, "pass"))) == (0, 1)
    level = position([nearly, nearly, nearly], **rest)
    assert _winners(play(level, (0, "r1 AP"), (1, "r1 AP"), (2, "r1 AP"))) == (0, 1, 2)


def test_diamonds_come_before_pass_fields_and_these_before_columns() -> None:
    nearly = column("A", but="P")
    extra = goals("column H")
    rest: dict[str, Any] = {"dice": "rrr111", "xs": (9, 9)}
    state = position([nearly, f"{nearly} CS"], **rest, track=(3, 2), first=(extra, 0), taken=extra)
    assert _winners(play(state, (0, "r1 AP"), (1, "r1 AP"))) == (1,)
    state = position([nearly, nearly], **rest, track=(3, 2), first=(0, extra), taken=extra)
    assert _winners(play(state, (0, "r1 AP"), (1, "r1 AP"))) == (0,)


def test_more_completed_columns_break_a_tie() -> None:
    nearly = column("A", but="P")
    extra = goals("column H")
    state = position([nearly, nearly], dice="rrr111", xs=(9, 9), first=(0, extra), taken=extra)
    assert _winners(play(state, (0, "r1 AP"), (1, "r1 AP"))) == (1,)


def _winners(state: object) -> tuple[int, ...]:
    outcome = GAME.outcome(state)  # type: ignore[arg-type]
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL
    return outcome.winners


def test_solo_30_rolls_no_chips() -> None:
    state = GAME.initial_state(1, {}, chance())
    assert (state.chips, len(state.dice), GAME.view(state, 0).roll_limit) == (("",), 4, 30)
    for number in range(1, 31):
        assert (state.roll, GAME.outcome(state)) == (number, None)
        state = GAME.apply_move(state, 0, GAME.timeout_move(state, 0), chance(number))
        while state.outcome is None and state.asked[0] != "choose":
            state = GAME.apply_move(state, 0, GAME.timeout_move(state, 0), chance(number))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.NORMAL, ())
    assert outcome.scores[0].lines[0] == ("x", state.xs[0])
    assert outcome.scores[0].lines[1][0] == "level"
    assert (state.track[0], state.owed, state.gifts) == (16, ("",), ("",))


def test_solo_is_always_first_and_counts_x_beyond_ten() -> None:
    state = position([everything("AP")], dice="rr11", roll=9, xs=(40,), first=(0,))
    state = play(state, (0, "r1 AP"))
    assert state.xs[0] == 40 + 43 - 2
    assert GAME.outcome(state) is None
    assert state.owed == ("",)
