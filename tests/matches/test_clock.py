"""The clocks of a match: what starts and stops them, what time banks hold, when somebody is reminded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches.clock import Clocks
from chalicelib.matches.match import Head, Pace, Roster
from chalicelib.matches.pace import DAY, HOUR
from tests.matches.desk import Desk

NOW = 1_900_000_800  # 18:00:00 UTC, on a Sunday
NIGHT = (22 * 60, 7 * 60)


def roster(pace: Pace | None = None, **seat: Any) -> Roster:
    """A table of two at this pace; what is given of a seat is that of the first."""
    found = Desk().table("anna", "bram", pace=pace or Pace(DAY)).roster
    first, second = found.seats
    return replace(found, seats=(replace(first, **seat), second))


def test_a_clock_runs_for_the_time_of_a_decision_and_its_bank() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY, bank=HOUR)))
    clocks.start(0, NOW)
    assert (clocks.begun, clocks.deadlines) == ([NOW, 0], [NOW + DAY + HOUR, 0])


@pytest.mark.parametrize(
    ("taken", "earned", "left"),
    [
        (DAY, False, 5 * HOUR),
        (DAY, True, 6 * HOUR),
        (DAY + 2 * HOUR, True, 4 * HOUR),
        (DAY + 9 * HOUR, False, 0),
    ],
)
def test_what_a_decision_took_beyond_its_time_comes_out_of_the_bank(taken: int, earned: bool, left: int) -> None:
    clocks = Clocks.fresh(roster(Pace(DAY, bank=5 * HOUR, increment=HOUR)))
    clocks.start(0, NOW)
    clocks.stop(0, NOW + taken, earned=earned)
    assert (clocks.banks, clocks.begun[0], clocks.deadlines[0]) == ([left, 5 * HOUR], 0, 0)


def test_the_time_after_sealing_is_nobodys_debt() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY, bank=5 * HOUR)))
    clocks.start(0, NOW)
    clocks.seal(0, NOW + HOUR)
    clocks.seal(0, NOW + 2 * HOUR)
    clocks.stop(0, NOW + 2 * DAY, earned=True)
    assert clocks.banks[0] == 5 * HOUR


def test_reminders_come_one_after_the_other_and_stand_on_the_due_key() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY, ladder=(50, 10))))
    clocks.start(0, NOW)
    half, last = NOW + DAY // 2, NOW + DAY - DAY // 10
    assert (clocks.reminder(0), clocks.due([0, 1])) == (half, half)
    clocks.remind(0, half)
    assert (clocks.reminder(0), clocks.due([0, 1])) == (last, last)
    clocks.remind(0, last)
    assert (clocks.reminder(0), clocks.due([0, 1])) == (0, NOW + DAY)


def test_one_reminder_stands_for_all_whose_time_has_come() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY)))
    clocks.start(0, NOW)
    clocks.remind(0, NOW + DAY)
    assert (clocks.reminded[0], clocks.reminder(0)) == (2, 0)


def test_a_step_that_falls_away_does_not_bring_another_back() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY, ladder=(50, 40, 10)), quiet=(5 * 60, 11 * 60)))
    clocks.start(0, NOW)
    half = clocks.reminder(0)
    assert half == NOW + 17 * HOUR  # half and 40 percent fall into the same quiet hours: 11:00
    clocks.remind(0, half)
    clocks.roster = replace(clocks.roster, seats=roster(Pace(DAY, ladder=(50, 40, 10))).seats)
    assert clocks.reminder(0) == NOW + DAY - DAY // 10


@pytest.mark.parametrize("seat", [{"lent": 1}, {"level": 2}, {"kind": "bot"}, {"ladder": ()}])
def test_nobody_is_reminded_whom_nothing_is_asked(seat: dict[str, Any]) -> None:
    clocks = Clocks.fresh(roster(**seat))
    clocks.start(0, NOW)
    assert clocks.reminder(0) == 0
    assert clocks.due([0]) == NOW + DAY


def test_a_player_may_want_other_reminders_than_the_match_has() -> None:
    clocks = Clocks.fresh(roster(ladder=(25,)))
    clocks.start(0, NOW)
    assert clocks.reminder(0) == NOW + DAY - DAY // 4


def test_deadlines_wait_for_the_end_of_the_night() -> None:
    clocks = Clocks.fresh(roster(Pace(6 * HOUR), quiet=NIGHT))
    clocks.start(0, NOW)
    assert clocks.deadlines[0] == NOW + 13 * HOUR


def test_an_outage_gives_back_what_it_took_and_never_more_than_a_new_decision_has() -> None:
    clocks = Clocks.fresh(roster(Pace(DAY)))
    clocks.start(0, NOW)
    clocks.excuse(0, NOW + DAY + HOUR, NOW + DAY)
    assert (clocks.begun[0], clocks.deadlines[0]) == (NOW + HOUR, NOW + DAY + HOUR)
    clocks.excuse(0, NOW + 5 * DAY, NOW + 2 * DAY)
    assert (clocks.begun[0], clocks.deadlines[0]) == (NOW + 2 * DAY, NOW + 3 * DAY)


def test_a_head_without_clocks_has_them_stand_still() -> None:
    clocks = Clocks.of(roster(), Head(1, "waiting"))
    assert (clocks.begun, clocks.banks, clocks.due([0, 1])) == ([0, 0], [0, 0], 0)
