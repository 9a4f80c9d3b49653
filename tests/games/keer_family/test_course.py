"""How long a match is, and how many dice a roll has."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_family.board import InvalidSheetError
from chalicelib.games.keer_family.course import Course, read_course
from chalicelib.rules import Chance

DATA = {"dice": 3, "free_rolls": 3, "roll_limit": 300, "solo": {"dice": 2, "rolls": 30, "level_from": [3, 6]}}
COURSE = Course(**read_course(DATA))


def test_a_lone_player_has_an_end_of_its_own() -> None:
    assert [COURSE.last_roll(seats) for seats in range(1, 7)] == [30, 300, 300, 300, 300, 300]


def test_a_lone_player_rolls_four_dice_and_others_six() -> None:
    chance = Chance(bytes(32), (bytes(16),), 0)
    assert [len(COURSE.roll(seats, chance)) for seats in (1, 2, 6)] == [4, 6, 6]


def test_the_active_seat_leads_from_the_fourth_roll_on_where_there_are_others() -> None:
    assert [COURSE.is_led(roll, 2) for roll in (1, 3, 4, 300)] == [False, False, True, True]
    assert not COURSE.is_led(30, 1)


def test_levels_begin_at_their_sums() -> None:
    assert [COURSE.level(reached) for reached in (-1, 2, 3, 5, 6, 99)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("levels", [[6, 3], [3, 3]])
def test_levels_in_no_order_are_refused(levels: list[int]) -> None:
    with pytest.raises(InvalidSheetError, match="ascending"):
        read_course({**DATA, "solo": {"dice": 2, "rolls": 30, "level_from": levels}})
