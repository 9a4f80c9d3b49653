"""What the rules page lists as worth a test of its own, one test an item."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer.state import State
from chalicelib.rules import IllegalMoveError, Termination
from tests.games.keer_op_keer.positions import (
    GAME,
    GREEN,
    YELLOW,
    chance,
    column_cells,
    columns,
    lines,
    move,
    play,
    position,
    texts,
)


def reason(state: State, seat: int, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, seat, move(text), chance())
    return caught.value.reason


def test_two_seats_complete_a_column_in_the_same_roll_both_upper() -> None:
    nearly = column_cells("A", "234567")
    state = position([nearly, nearly, "H7"], dice="ggb112")
    state = play(state, (0, "g1 A1"), (1, "g1 A1"), (2, "pass"))
    assert state.columns_first == (columns("A"), columns("A"), 0)
    assert state.columns_later == (0, 0, 0)
    assert [lines(state, seat)["columns"] for seat in range(3)] == [5, 5, 0]


def test_a_column_completed_in_a_later_roll_scores_the_lower_value() -> None:
    nearly = column_cells("A", "234567")
    state = position([column_cells("A"), nearly, nearly], dice="ggb112", columns_first=["A", "", ""])
    state = play(state, (0, "pass"), (1, "g1 A1"), (2, "g1 A1"))
    assert state.columns_first == (columns("A"), 0, 0)
    assert state.columns_later == (0, columns("A"), columns("A"))
    assert [lines(state, seat)["columns"] for seat in range(3)] == [5, 3, 3]


def test_the_active_seat_passes_others_take_from_six() -> None:
    state = play(position(["H1", "H1", "H1"], dice="gyb123"), (0, "pass"))
    for seat in (1, 2):
        asked = dict(GAME.decision(state, seat).asked)
        assert asked["colours"] == ("g", "y", "b")
        assert asked["numbers"] == ("1", "2", "3")
    assert GAME.view(state, 1).available == ("g", "y", "b", "1", "2", "3")


def test_the_active_seat_takes_a_pair_others_take_from_four() -> None:
    state = play(position(["H1", "H1", "H1"], dice="gyb123"), (0, "y1 H6"))
    for seat in (1, 2):
        asked = dict(GAME.decision(state, seat).asked)
        assert asked["colours"] == ("g", "b")
        assert asked["numbers"] == ("2", "3")
    assert reason(state, 1, "y2 H6 H7") == "colour_not_available"
    assert reason(state, 1, "b1 H4") == "number_not_available"
    state = play(state, (1, "b2 H4 H5"), (2, "b2 H4 H5"))
    assert state.roll == 6
    assert state.last == ("y1 H6", "b2 H4 H5", "b2 H4 H5")


def test_roll_3_against_roll_4() -> None:
    third = position(["H1", "H1"], roll=3, active=1)
    assert GAME.to_move(third) == (0, 1)
    third = play(third, (1, "y1 H6"))
    assert GAME.sealed(third, 1) == move("y1 H6")
    assert GAME.view(third, 0).available == ("g", "y", "b", "1", "2", "3")
    assert "y1 H6" in texts(third, 0)

    fourth = position(["H1", "H1"], roll=4, active=1)
    assert GAME.to_move(fourth) == (1,)
    fourth = play(fourth, (1, "y1 H6"))
    assert GAME.sealed(fourth, 1) is None
    assert GAME.view(fourth, 0).chosen == ("", "y1 H6")
    assert GAME.view(fourth, 0).available == ("g", "b", "2", "3")
    assert "y1 H6" not in texts(fourth, 0)


def test_a_pair_of_jokers_with_one_joker_left() -> None:
    state = position(["H7", "H7"], dice="*yb*23", jokers=(1, 8))
    assert reason(state, 0, "*g*1 H1") == "too_few_jokers"
    assert all(text.count("*") <= 1 for text in texts(state, 0))
    assert "*g3 H1 G1 F1" not in texts(state, 0)
    assert "*b2 H4 H5" in texts(state, 0)
    assert "y*1 H6" in texts(state, 0)
    two = position(["H7", "H7"], dice="*yb*23", jokers=(2, 8))
    assert "*g*1 H1" in texts(two, 0)
    assert play(two, (0, "*g*1 H1"), (1, "pass")).jokers == (0, 8)


def test_without_jokers_only_plain_dice_are_left() -> None:
    state = position(["H7", "H7"], dice="*yb*23", jokers=(0, 8))
    assert reason(state, 0, "*b2 H4 H5") == "too_few_jokers"
    assert reason(state, 0, "y*1 H6") == "too_few_jokers"
    assert all("*" not in text for text in texts(state, 0))


def test_a_partly_crossed_block_whose_remaining_cells_are_split() -> None:
    # orange B5 C5 D5 E4 E5 F4: the cross on D5 parts B5 C5 from E4 E5 F4
    state = position(["D5", "H7"], dice="oob235")
    assert reason(state, 0, "o5 B5 C5 E4 E5 F4") == "not_connected"
    assert reason(state, 0, "o3 B5 C5 E5") == "not_connected"
    assert "o2 B5 C5" in texts(state, 0)
    assert "o3 E4 E5 F4" in texts(state, 0)
    assert [text for text in texts(state, 0) if text.startswith("o5")] == []


def test_six_cell_blocks_need_two_rolls() -> None:
    # blue B6 C6 C7 D7 E7 F7, entered from the red A6
    block = "B6 C6 C7 D7 E7 F7"
    state = position(["A6", "H7"], dice="bbg551", roll=2)
    assert reason(state, 0, f"b6 {block}") == "unknown_number"
    assert reason(state, 0, f"b5 {block}") == "wrong_count"
    state = play(state, (0, "b5 B6 C6 C7 D7 E7"), (1, "pass"))
    assert "b1 F7" in texts(position([f"A6 {block[:-3]}", ""], dice="bbg551"), 0)


def test_a_block_touched_only_at_a_corner() -> None:
    # D5 meets E6 (red) only at a corner
    state = position(["D5", "H7"], dice="rrb112")
    assert reason(state, 0, "r1 E6") == "does_not_touch"
    assert "r1 D6" in texts(state, 0)
    assert "r1 E6" not in texts(state, 0)


@pytest.mark.parametrize("how", ["first", "later"])
def test_the_second_colour_completed_by_a_non_active_seat(how: str) -> None:
    almost = f"{YELLOW} {GREEN.replace('H1', '')}"
    first = ["", "y"] if how == "first" else ["y", ""]
    later = ["", ""] if how == "first" else ["", "y"]
    state = position(["H7", almost], dice="ggb112", colours_first=first, colours_later=later)
    state = play(state, (0, "pass"), (1, "g1 H1"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL
    assert GAME.to_move(state) == ()
    assert lines(state, 1)["colours"] == (10 if how == "first" else 8)


def test_two_seats_with_one_colour_each_do_not_end_the_match() -> None:
    nearly = GREEN.replace("H1", "")
    state = position([YELLOW, nearly], dice="ggb112", colours_first=["y", ""])
    state = play(state, (0, "pass"), (1, "g1 H1"))
    assert GAME.outcome(state) is None
    assert state.roll == 6


def test_a_colour_completed_in_the_same_roll_is_5_for_both_and_3_later() -> None:
    nearly = GREEN.replace("H1", "")
    state = position([nearly, nearly, nearly], dice="ggb112")
    state = play(state, (0, "g1 H1"), (1, "g1 H1"), (2, "pass"))
    assert [lines(state, seat)["colours"] for seat in range(3)] == [5, 5, 0]
    state = position(["", "", nearly], dice="ggb112", colours_first=["g", "g", ""])
    state = play(state, (0, "pass"), (1, "pass"), (2, "g1 H1"))
    assert [lines(state, seat)["colours"] for seat in range(3)] == [5, 5, 3]


def test_all_seats_pass_roll_299_goes_on_roll_300_ends_the_match() -> None:
    state = position(["H7", "H7"], roll=299)
    state = play(state, (0, "pass"), (1, "pass"))
    assert state.roll == 300
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == (1,)
    state = play(state, (1, "pass"), (0, "pass"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.termination is Termination.MOVE_LIMIT
    assert outcome.winners == (0, 1)
    assert GAME.to_move(state) == ()
    assert state.roll == 300


def test_a_normal_end_in_roll_300_itself_is_normal() -> None:
    almost = f"{YELLOW} {GREEN.replace('H1', '')}"
    state = position(["H7", almost], dice="ggb112", roll=300, colours_first=["", "y"])
    outcome = GAME.outcome(play(state, (0, "pass"), (1, "g1 H1")))
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL


def test_column_h_completed_later_scores_a_listed_0() -> None:
    nearly = column_cells("H", "234567")
    state = position([column_cells("H"), nearly], dice="ggb112", columns_first=["H", ""])
    state = play(state, (0, "pass"), (1, "g1 H1"))
    assert state.columns_later == (0, columns("H"))
    assert GAME.view(state, None).sheets[1].columns == ".......2......."
    assert lines(state, 1)["columns"] == 0
    assert lines(state, 0)["columns"] == 1


def test_score_with_column_h_later_value_0() -> None:
    state = position(["", ""], columns_first=["H", "AB"], columns_later=["AB", "H"])
    assert lines(state, 0)["columns"] == 1 + 3 + 2
    assert lines(state, 1)["columns"] == 5 + 3 + 0
    assert lines(state, 1)["total"] == 8 + 0 + 8 - 30


def test_a_tie_broken_by_jokers() -> None:
    state = position(["", "", ""], roll=300, jokers=(5, 4, 5), columns_first=["", "H", ""])
    state = play(state, (0, "pass"), (1, "pass"), (2, "pass"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert {dict(score.lines)["total"] for score in outcome.scores} == {-25}
    assert outcome.winners == (0, 2)
    assert [(score.seat, score.rank) for score in outcome.scores] == [(0, 1), (2, 1), (1, 3)]


def test_solo_ending_by_roll_30() -> None:
    state = position(["H7"], roll=29, dice="gy12")
    state = play(state, (0, "pass"))
    assert (state.roll, GAME.to_move(state)) == (30, (0,))
    state = play(state, (0, "pass"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL
    assert outcome.winners == ()
    assert dict(outcome.scores[0].lines) == {
        "columns": 0,
        "colours": 0,
        "jokers": 8,
        "stars": -30,
        "total": -22,
        "level": 1,
    }


def test_solo_ending_by_the_second_colour() -> None:
    almost = f"{YELLOW} {GREEN.replace('H1', '')}"
    state = play(position([almost], roll=9, dice="gy12", colours_first=["y"]), (0, "g1 H1"))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.termination is Termination.NORMAL
    assert outcome.winners == ()
    assert lines(state, 0)["colours"] == 10
    assert state.roll == 9
