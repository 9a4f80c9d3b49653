"""Leaving in mid-roll, and resigning."""

from __future__ import annotations

import pytest

from chalicelib.rules import NotToMoveError, Termination
from tests.games.keer_op_keer.positions import (
    GAME,
    GREEN,
    YELLOW,
    chance,
    column_cells,
    columns,
    mask,
    play,
    position,
    texts,
)


def test_a_sealed_choice_of_the_leaving_seat_is_dropped() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112", roll=2), (0, "y1 H6"))
    state = GAME.resign(state, 0, chance())
    assert state.chosen == ("", "", "")
    assert GAME.sealed(state, 0) is None
    assert GAME.to_move(state) == (1, 2)
    state = play(state, (1, "pass"), (2, "pass"))
    assert state.crossed[0] == mask("H7")
    assert state.last == ("", "pass", "pass")


def test_an_active_seat_that_had_not_chosen_counts_as_having_passed() -> None:
    state = GAME.resign(position(["H7", "H7", "H7"], dice="yyb112", active=1), 1, chance())
    assert GAME.to_move(state) == (0, 2)
    assert GAME.view(state, 0).available == ("y", "y", "b", "1", "1", "2")
    sealed = play(state, (0, "y1 H6"))
    assert GAME.view(sealed, 2).chosen == ("?", "", "")
    assert play(sealed, (2, "pass")).active == 2


def test_a_placement_already_made_stands_and_its_dice_stay_taken() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, "y1 H6"))
    state = GAME.resign(state, 0, chance())
    assert GAME.view(state, 1).available == ("y", "b", "1", "2")
    assert GAME.view(state, 1).chosen == ("y1 H6", "", "")
    state = play(state, (1, "pass"), (2, "pass"))
    assert state.crossed[0] == mask("H7 H6")
    assert (state.active, state.roll) == (1, 6)


def test_an_open_pass_of_the_leaving_seat_stands() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, "pass"))
    state = GAME.resign(state, 0, chance())
    assert state.chosen == ("pass", "", "")
    assert play(state, (1, "pass"), (2, "pass")).last == ("pass", "pass", "pass")


def test_if_it_was_the_last_seat_owing_the_set_resolves() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, "y1 H6"), (1, "b1 H5"))
    dice = chance(9)
    after = GAME.resign(state, 2, dice)
    assert after.roll == 6
    assert after.crossed == (mask("H7 H6"), mask("H7 H5"), mask("H7"))
    assert dice.draws > 0
    assert after.departed == 0b100


def test_leaving_while_others_still_owe_draws_nothing() -> None:
    dice = chance(9)
    GAME.resign(position(["H7", "H7", "H7"], dice="yyb112"), 2, dice)
    assert dice.draws == 0


def test_a_departed_seat_is_skipped_as_active_seat() -> None:
    state = position(["H7", "H7", "H7", "H7"], active=0, departed=0b0110)
    state = play(state, (0, "pass"), (3, "pass"))
    assert state.active == 3
    state = play(state, (3, "pass"), (0, "pass"))
    assert state.active == 0


def test_a_departed_seat_takes_no_part_in_that_rolls_look_up() -> None:
    nearly = column_cells("A", "234567")
    state = play(position([nearly, nearly, nearly], dice="ggg111"), (0, "g1 A1"))
    state = GAME.resign(state, 0, chance())
    state = play(state, (1, "g1 A1"), (2, "pass"))
    assert state.crossed[0] == mask(column_cells("A"))
    assert state.columns_first == (0, columns("A"), 0)


def test_the_firsts_of_a_departed_seat_stay_first() -> None:
    cells = [column_cells("A"), column_cells("A", "234567"), ""]
    state = position(cells, dice="ggg111", columns_first=["A", "", ""], departed=1, active=1)
    state = play(state, (1, "g1 A1"), (2, "pass"))
    assert state.columns_first == (columns("A"), 0, 0)
    assert state.columns_later == (0, columns("A"), 0)


def test_a_departed_seat_cannot_end_the_match() -> None:
    state = position([f"{YELLOW} {GREEN.replace('H1', '')}", "", ""], dice="ggb112", colours_first=["y", "", ""])
    state = play(state, (0, "g1 H1"))
    state = GAME.resign(state, 0, chance())
    state = play(state, (1, "pass"), (2, "pass"))
    assert GAME.outcome(state) is None
    state = position([f"{YELLOW} {GREEN}", "", ""], colours_first=["yg", "", ""], departed=1, active=1)
    assert GAME.outcome(play(state, (1, "pass"), (2, "pass"))) is None


def test_in_a_match_of_two_the_other_side_wins_whatever_the_score() -> None:
    state = position(["H7", ""], columns_first=["ABC", ""])
    outcome = GAME.outcome(GAME.resign(state, 0, chance()))
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1,))
    assert [(score.seat, score.rank) for score in outcome.scores] == [(1, 1), (0, None)]


def test_when_one_side_is_left_it_wins() -> None:
    state = GAME.resign(position(["H7", "H7", "H7"]), 0, chance())
    assert GAME.outcome(state) is None
    outcome = GAME.outcome(GAME.resign(state, 2, chance()))
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, (1,))
    assert [(score.seat, score.rank) for score in outcome.scores] == [(1, 1), (0, None), (2, None)]


def test_a_solo_match_ends_as_resigned_without_a_winner() -> None:
    outcome = GAME.outcome(GAME.resign(position(["H7"], dice="gy12"), 0, chance()))
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == (Termination.RESIGNED, ())
    assert [score.rank for score in outcome.scores] == [None]
    assert dict(outcome.scores[0].lines)["level"] == 1


def test_what_was_told_stands_when_a_resignation_breaks_the_roll_off() -> None:
    state = play(position(["H7", "H7"], dice="*yb112"), (0, "*y1 H6"))
    end = GAME.resign(state, 0, chance())
    assert end.crossed == (mask("H7 H6"), mask("H7"))
    assert end.jokers == (7, 8)
    assert end.last == ("*y1 H6", "")
    won = GAME.resign(state, 1, chance())
    assert won.crossed == (mask("H7 H6"), mask("H7"))


def test_a_sealed_choice_is_never_told_when_a_resignation_breaks_the_roll_off() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112", departed=0b100, roll=2), (0, "y1 H6"))
    end = GAME.resign(state, 0, chance())
    assert GAME.outcome(end) is not None
    assert end.crossed == state.crossed
    assert "y1 H6" not in str(end)


def test_a_departed_seat_cannot_resign_again_or_move() -> None:
    state = GAME.resign(position(["H7", "H7", "H7"], roll=1), 1, chance())
    assert texts(state, 1) == []
    with pytest.raises(NotToMoveError):
        GAME.resign(state, 1, chance())


def test_a_departed_seat_has_no_rank_and_stands_last() -> None:
    state = position(["", "", ""], columns_first=["ABC", "", "D"], departed=1, roll=300, active=1)
    outcome = GAME.outcome(play(state, (1, "pass"), (2, "pass")))
    assert outcome is not None
    assert outcome.winners == (2,)
    assert [(score.seat, score.rank) for score in outcome.scores] == [(2, 1), (1, 2), (0, None)]
