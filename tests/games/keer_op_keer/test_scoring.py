"""Points, levels and ranks."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer.scoring import level, lines, outcome
from chalicelib.rules import Termination
from tests.games.keer_op_keer.positions import STARS, position


def test_an_empty_sheet_is_worth_its_jokers_less_its_stars() -> None:
    state = position(["", ""])
    assert lines(state, 0) == (("columns", 0), ("colours", 0), ("jokers", 8), ("stars", -30), ("total", -22))


def test_every_line_is_a_sum_of_its_own() -> None:
    state = position(
        ["A3 B6", STARS],
        jokers=(3, 0),
        columns_first=["AC", "O"],
        columns_later=["BE", ""],
        colours_first=["g", "yb"],
        colours_later=["o", "r"],
    )
    assert dict(lines(state, 0)) == {"columns": 11, "colours": 8, "jokers": 3, "stars": -26, "total": -4}
    assert dict(lines(state, 1)) == {"columns": 5, "colours": 13, "jokers": 0, "stars": 0, "total": 18}


FIRST = (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5)
LATER = (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3)


@pytest.mark.parametrize(("letter", "first", "later"), list(zip("ABCDEFGHIJKLMNO", FIRST, LATER, strict=True)))
def test_every_column_has_its_two_values(letter: str, first: int, later: int) -> None:
    state = position(["", ""], columns_first=[letter, ""], columns_later=["", letter])
    assert dict(lines(state, 0))["columns"] == first
    assert dict(lines(state, 1))["columns"] == later


def test_all_columns_first_are_41_points_and_later_24() -> None:
    everything = "ABCDEFGHIJKLMNO"
    state = position(["", ""], columns_first=[everything, ""], columns_later=["", everything])
    assert [dict(lines(state, seat))["columns"] for seat in (0, 1)] == [41, 24]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (-40, 1), (-1, 1), (0, 2), (1, 3), (4, 3), (5, 4), (8, 4), (9, 5), (12, 5), (13, 6), (16, 6), (17, 7),
        (20, 7), (21, 8), (24, 8), (25, 9), (28, 9), (29, 10), (32, 10), (33, 11), (36, 11), (37, 12), (40, 12),
        (41, 13), (99, 13),
    ],
)  # fmt: skip
def test_levels_begin_and_end_at_their_points(points: int, expected: int) -> None:
    assert level(points) == expected


def test_the_level_stands_in_a_solo_outcome_only() -> None:
    solo = outcome(position([STARS], dice="gy12"), Termination.NORMAL)
    assert dict(solo.scores[0].lines)["level"] == level(8) == 4
    assert (solo.winners, solo.scores[0].rank) == ((), 1)
    two = outcome(position([STARS, ""]), Termination.NORMAL)
    assert [name for name, _ in two.scores[0].lines] == ["columns", "colours", "jokers", "stars", "total"]


def test_most_points_win() -> None:
    found = outcome(position(["", "", ""], columns_first=["A", "AB", ""]), Termination.NORMAL)
    assert found.winners == (1,)
    assert [(score.seat, score.rank) for score in found.scores] == [(1, 1), (0, 2), (2, 3)]


def test_jokers_break_a_tie_and_do_not_beat_points() -> None:
    tied = outcome(position(["", ""], jokers=(3, 4), columns_first=["H", ""]), Termination.NORMAL)
    assert tied.winners == (1,)
    ahead = outcome(position(["", ""], jokers=(3, 4), columns_first=["E", ""]), Termination.NORMAL)
    assert ahead.winners == (0,)


def test_what_is_still_tied_is_shared() -> None:
    found = outcome(position(["", "", "", ""], columns_first=["A", "O", "", ""]), Termination.NORMAL)
    assert found.winners == (0, 1)
    assert [(score.seat, score.rank) for score in found.scores] == [(0, 1), (1, 1), (2, 3), (3, 3)]


def test_a_departed_seat_neither_wins_nor_pushes_others_down() -> None:
    found = outcome(position(["", "", ""], columns_first=["", "", "ABC"], departed=0b100), Termination.NORMAL)
    assert found.winners == (0, 1)
    assert [(score.seat, score.rank) for score in found.scores] == [(0, 1), (1, 1), (2, None)]
