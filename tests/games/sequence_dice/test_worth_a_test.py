"""Every case that the rules call worth a test, by its words, and every ruling."""

from __future__ import annotations

import pytest

from chalicelib.games.sequence_dice.board import BOARD, SQUARES
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import IllegalMoveError, InvalidOptionError, Outcome, Termination
from tests.games.sequence_dice.positions import CENTRE, CORNERS, GAME, chance, chips, full, play, position, texts
from tests.games.walks import Setting, steps_of


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert GAME.to_move(state) == ()
    return outcome


def test_a_2_with_an_empty_corner_wins_in_mid_chain() -> None:
    state = position("b1 c1 d1 e1", "b3 c5", dice="11", rolls=3)
    state = play(state, "a1")
    assert ended(state).winners == (0,)
    assert ended(state).termination is Termination.NORMAL
    assert (state.turn, state.rolls, state.dice) == (9, 3, "")


def test_a_2_with_all_corners_taken_replacement_no_further_roll() -> None:
    state = position("a1 b3", "f1 a6 f6", dice="11")
    assert texts(state) == ["xf1", "xa6", "xf6"]
    state = play(state, "xa6")
    assert (chips(state, 0), chips(state, 1)) == ({"a1", "b3", "a6"}, {"f1", "f6"})
    assert (state.active, state.turn, state.rolls) == (1, 10, 1)


def test_all_four_own_turn_ends() -> None:
    for dice, own in (("11", CORNERS), ("66", CENTRE), ("34", "b2 e2 b5 e5")):
        state = position(own, "a2", dice=dice)
        assert texts(state) == ["-"]
        state = play(state, "-")
        assert (state.active, state.turn, state.rolls) == (1, 10, 1)


@pytest.mark.parametrize("dice", ["46", "55", "64"])
def test_10_with_only_chips_on_2_and_12_turn_ends(dice: str) -> None:
    state = position("a2 b2", "a1 f6 c3 d4", dice=dice)
    assert texts(state) == ["-"]
    state = play(state, "-")
    assert (state.active, state.turn) == (1, 10)
    assert chips(state, 1) == {"a1", "f6", "c3", "d4"}


def test_11_on_a_full_board_may_replace_on_a_12() -> None:
    state = position(*full("a1 b3 c5 d2 e4 f6 c2 e6"), dice="56")
    assert "xc3" in texts(state)
    assert len(texts(state)) == 36 - 8
    state = play(state, "xc3")
    assert "c3" in chips(state, 0)
    assert (state.active, state.rolls) == (1, 1)


def test_a_line_through_both_partners_chips() -> None:
    state = play(position("c1 c2", "a5", dice="66", seats=4), "c3")
    state = position(" ".join(chips(state, 0)), "a5", dice="66", seats=4, active=2)
    state = play(state, "c4")
    assert GAME.outcome(state) is None
    state = position(" ".join(chips(state, 0)), "a5", dice="36", seats=4, active=2)
    state = play(state, "c5")
    assert ended(state).winners == (0, 2)
    assert [(score.seat, score.rank) for score in ended(state).scores] == [(0, 1), (2, 1), (1, 2), (3, 2)]


def test_six_in_a_row_when_five_is_asked() -> None:
    state = position("a2 b2 d2 e2 f2", "a3", dice="35")
    state = play(state, "c2")
    assert ended(state).winners == (0,)
    assert dict(ended(state).scores[0].lines) == {"line": 6}
    assert GAME.view(state, 0).line == ("a2", "b2", "c2", "d2", "e2", "f2")


def test_five_are_not_enough_when_six_are_asked() -> None:
    state = position("a2 b2 d2 e2", "a3", dice="35", length=6)
    state = play(state, "c2")
    assert GAME.outcome(state) is None
    state = position("a2 b2 c2 d2 e2", "a3", dice="12", length=6, active=0)
    assert ended(play(state, "f2")).winners == (0,)


def test_three_sides_no_winner_by_someone_elses_line() -> None:
    state = play(position("b1 c1 d1 e1", "a3", "f1", dice="11", active=1), "a1")
    assert GAME.outcome(state) is None, "the second side took the square that the first one lacks"
    state = play(position("b1 c1 d1 e1", "a3", "a1", dice="12", active=2), "f2")
    assert GAME.outcome(state) is None
    state = play(position("b1 c1 d1 e1", "a3", "f2", dice="11"), "f1")
    assert ended(state).winners == (0,)
    assert [(score.seat, score.rank) for score in ended(state).scores] == [(0, 1), (1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("a2 b3 c4 d5 e6", "42"),
        ("b1 c2 d3 e4 f5", "12"),
        ("e1 d2 c3 b4 a5", "33"),
        ("f2 e3 d4 c5 b6", "12"),
    ],
)
def test_a_diagonal_of_exactly_five_that_is_not_the_main_diagonal(line: str, dice: str) -> None:
    last, *others = line.split()
    number = int(dice[0]) + int(dice[1])
    assert BOARD.numbers[SQUARES.index(last)] == number
    state = play(position(" ".join(others), "a1", dice=dice), last)
    assert ended(state).winners == (0,)


def test_a_line_by_replacement_wins() -> None:
    state = position("a1 b1 c1 d1 a3", "e1 a2 f5 b6", dice="33")
    assert texts(state) == ["xe1", "xa2", "xf5", "xb6"]
    assert ended(play(state, "xe1")).winners == (0,)


def test_a_removal_cannot_make_a_line() -> None:
    state = play(position("b1 c1 d1 e1", "b2 c4 f2", dice="55"), "xb2")
    assert GAME.outcome(state) is None
    assert chips(state, 0) == {"b1", "c1", "d1", "e1"}
    assert chips(state, 1) == {"c4", "f2"}


@pytest.mark.parametrize("dice", ["11", "66"])
def test_2_and_12_on_an_empty_square_roll_again_without_limit(dice: str) -> None:
    state = position("b3", "e5", dice=dice)
    squares = texts(state)
    for number, square in enumerate(squares[:3], 2):
        state = play(state, square)
        assert (state.active, state.turn, state.rolls) == (0, 9, number)
        state = position(" ".join(chips(state, 0)), "e5", dice=dice, rolls=state.rolls)


def test_an_11_on_a_corner_or_in_the_centre_brings_no_further_roll() -> None:
    for square in ("a1", "c3"):
        state = play(position("b3", "e5", dice="65"), square)
        assert (state.active, state.turn) == (1, 10)


def test_an_11_takes_no_chip_while_a_square_is_empty() -> None:
    own, theirs = full("a1 b3 c5 d2 e4 f6 c2 e6")
    state = position(own, theirs.replace("a4", ""), dice="56")
    assert texts(state) == ["a4"]


def test_replacement_only_on_the_squares_of_the_number_rolled() -> None:
    assert texts(position("b1", "e6 a5 d1 c2", dice="12")) == ["f2"]
    assert texts(position("b1 f2", "e6 a5 d1 c2", dice="12")) == ["xa5", "xe6"]


def test_a_10_removes_chips_of_any_opponent_but_no_own_ones() -> None:
    state = position("a2 a3", "b2 c3", "b3 f1", dice="46")
    assert texts(state) == ["xb2", "xb3"]


def test_with_the_board_full_and_no_line_play_goes_on() -> None:
    state = position(*full("a1 b3 c5 d2 e4 f6 c2 e6"), dice="34")
    assert all(text.startswith("x") for text in texts(state))
    after = play(state, texts(state)[0])
    assert GAME.outcome(after) is None
    assert after.active == 1
    assert sum(map(int.bit_count, after.chips)) == 36


def test_move_limit_turn_2000_is_played_out_and_the_match_is_drawn() -> None:
    state = play(position("b3", "e5", turn=1999), "b2")
    assert (state.turn, GAME.outcome(state)) == (2000, None)
    state = position("b3", "e5", dice="11", turn=2000)
    state = play(state, "a1")
    assert (GAME.outcome(state), state.turn, state.rolls, state.active) == (None, 2000, 2, 0)
    state = play(position("b3 a1", "e5", dice="34", turn=2000, rolls=2), "b2")
    assert ended(state).termination is Termination.MOVE_LIMIT
    assert ended(state).winners == ()
    assert [(score.seat, score.rank) for score in ended(state).scores] == [(0, 1), (1, 1)]


def test_a_line_in_turn_2000_itself_is_a_normal_end() -> None:
    state = play(position("b1 c1 d1 e1", "b3", dice="11", turn=2000), "f1")
    assert (ended(state).termination, ended(state).winners) == (Termination.NORMAL, (0,))


def test_random_play_never_comes_near_the_move_limit() -> None:
    for seats in (2, 3, 4):
        for length in (5, 6) if seats != 3 else (5,):
            turns = []
            for seed in range(30):
                (*_, step) = steps_of(Setting("sequence-dice", seats, (("line_length", length),), seed))
                assert step.after.outcome.termination is Termination.NORMAL
                turns.append(step.after.turn)
            assert max(turns) < 1000, (seats, length)


def test_six_is_refused_for_three_sides() -> None:
    for ask in (GAME.sides, lambda seats, options: GAME.initial_state(seats, options, chance())):
        assert ask(3, {"line_length": 5})
        with pytest.raises(InvalidOptionError) as caught:
            ask(3, {"line_length": 6})
        assert caught.value.reason == "line_length"


def test_the_highest_total_starts_ties_roll_again_among_the_tied() -> None:
    tied = 0
    for seed in range(120):
        state = GAME.initial_state(3, {}, chance(0, bytes([seed])))
        still = {0, 1, 2}
        for rolled in state.starts:
            assert {seat for seat, dice in enumerate(rolled) if dice} == still
            totals = {seat: int(rolled[seat][0]) + int(rolled[seat][1]) for seat in still}
            still = {seat for seat in still if totals[seat] == max(totals.values())}
        assert still == {state.active}
        tied += len(state.starts) > 1
    assert tied > 5


def test_turns_go_clockwise() -> None:
    for seats, sides in ((2, 2), (3, 3), (4, 2)):
        state, seen = position(*["b3", "e5", "d6"][:sides], dice="34", seats=seats), []
        for _ in range(seats * 2):
            seen.append(state.active)
            state = play(state, texts(state)[0])
            state = position(*["b3", "e5", "d6"][:sides], dice="34", seats=seats, active=state.active)
        assert seen == [*range(seats)] * 2


def test_the_timeout_move_is_the_first_legal_one() -> None:
    state = position("b3", "e5", dice="56")
    assert GAME.format(GAME.timeout_move(state, 0)) == texts(state)[0] == "a1"
    assert texts(state)[:8] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2"]


@pytest.mark.parametrize(
    ("dice", "typed", "legal"),
    [("11", "a6", ("xf1", "xa6", "xf6")), ("34", "xb2", ("b2", "e2", "b5", "e5"))],
)
def test_c3_where_only_xc3_is_legal_or_the_reverse_is_illegal_and_lists_the_legal_texts(
    dice: str, typed: str, legal: tuple[str, ...]
) -> None:
    state = position("a1 b3", "f1 a6 f6", dice=dice)
    read = GAME.parse(state, 0, typed, "en")
    with pytest.raises(IllegalMoveError, match=", ".join(legal)) as caught:
        GAME.apply_move(state, 0, read, chance())
    assert caught.value.candidates == legal
