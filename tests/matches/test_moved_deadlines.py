"""A deadline that outages, other hours and absences have moved: all that shows or goes by it still agrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from chalicelib.matches import pace, reading
from chalicelib.matches.clock import Clocks
from chalicelib.matches.copies import next_step, take
from chalicelib.matches.match import Match, Pace, Seat
from chalicelib.matches.pace import DAY, HOUR, Heartbeat, Hours, Ruling
from chalicelib.matches.settling import judge
from chalicelib.matches.time_bank import time_bank
from chalicelib.rules import Chance
from tests.matches.desk import Desk

NIGHTS = (None, (22 * 60, 7 * 60), (0, 16 * 60), (9 * 60, 17 * 60))
ZONES = ("UTC", "Europe/Amsterdam", "Asia/Tokyo", "Australia/Lord_Howe", "America/Los_Angeles")
PACES = (
    Pace(HOUR, ladder=(50, 10)),
    Pace(DAY, bank=5 * HOUR, ladder=(90, 50, 25, 10)),
    Pace(DAY, bank=2 * DAY, increment=HOUR, weekends=False),
    Pace(10 * HOUR, bank=HOUR, ladder=(30,), absence_days=60),
)


class Course:
    """What befalls the decision of anna's seat, which nobody takes."""

    def __init__(self, number: int) -> None:
        self.desk = Desk()
        self.dice = Chance(number.to_bytes(32, "big"), (), 0)
        self.desk.clock.advance(self.dice.below(7 * DAY))
        self.match = self.desk.table("anna", "bram", pace=PACES[number % len(PACES)])

    @property
    def clocks(self) -> Clocks:
        return Clocks.of(self.match.roster, self.match.head)

    @property
    def deadline(self) -> int:
        return self.match.head.deadlines[0]

    @property
    def hours(self) -> Hours:
        return self.match.roster.hours(0)

    def befall(self) -> str:
        """One thing more; its name."""
        things = (self._other_hours, self._absent, self._outage, self._wait)
        return self.dice.roll(things)()

    def _copied(self, seat: Seat) -> None:
        while step := next_step(self.match, 0, seat, self.desk.clock.now()):
            self.match, _ = take(self.desk.env, self.match, 0, step)

    def _other_hours(self) -> str:
        seat = self.match.roster.seats[0]
        self._copied(replace(seat, zone=self.dice.roll(ZONES), quiet=self.dice.roll(NIGHTS)))
        return "other hours"

    def _absent(self) -> str:
        seat, now = self.match.roster.seats[0], self.desk.clock.now()
        since = now + self.dice.below(2 * DAY)
        past = tuple(each for each in seat.away if each[1] <= now)
        coming = ((since, since + HOUR + self.dice.below(3 * DAY)),) if self.dice.below(10) < 7 else ()
        self._copied(replace(seat, away=pace.merged([*past, *coming])))
        return "absent"

    def _wait(self) -> str:
        left = self.deadline - self.desk.clock.now()
        self.desk.clock.advance(self.dice.below(left) if left > 1 else 0)
        self._reminded()
        return "wait"

    def _reminded(self) -> None:
        clocks = self.clocks
        clocks.remind(0, self.desk.clock.now())
        self.match = Match(self.match.roster, replace(self.match.head, reminded=tuple(clocks.reminded)))

    def _outage(self) -> str:
        """The sweep is silent over the deadline; what the bank held as it fell silent is not less after it."""
        silent = max(self.deadline - self.dice.below(12 * HOUR) - 1, self.desk.clock.now())
        back = self.deadline + self.dice.below(12 * HOUR)
        before, found = self.clocks.bank_left(0, silent), judge(self.match, 0, back, Heartbeat(silent))
        left = min(pace.counted(self.hours, silent, self.deadline), self.match.roster.pace.decision_time)
        self.desk.clock.time = back
        clocks = self.clocks
        if found.ruling is not Ruling.EXCUSED:
            clocks.start(0, back)  # it has expired, and the next one opens
        else:
            clocks.excuse(0, found.deadline, back)
            assert clocks.deadlines[0] >= found.deadline or clocks.begun[0] == back
            assert clocks.bank_left(0, back) >= before
            assert pace.counted(self.hours, back, clocks.deadlines[0]) >= left
        begun, deadlines, reminded = tuple(clocks.begun), tuple(clocks.deadlines), tuple(clocks.reminded)
        head = replace(self.match.head, begun=begun, deadlines=deadlines, reminded=reminded)
        self.match = Match(self.match.roster, head)
        return "outage"


def _reminders(course: Course) -> Iterator[tuple[int, int]]:
    """When the player will be reminded, and with how many seconds of time left that ought to be, one after another."""
    clocks = course.clocks
    clocks.reminded[0] = 0
    time = course.match.roster.pace.decision_time + clocks.banks[0]
    while moment := clocks.reminder(0):
        percent = max(course.match.roster.ladder(0)[clocks.reminded[0] :])
        yield moment, time * percent // 100
        clocks.remind(0, moment)


def check_judged(course: Course) -> None:
    """It is shown, called late, judged and put on the due key by the same instant."""
    deadline, game = course.deadline, course.desk.game(course.match)
    for now in (deadline - 1, deadline):
        shown = reading.decision(course.match, game, 0, now)
        assert shown is not None
        assert (shown.deadline, shown.overdue) == (pace.stamp(deadline), now == deadline)
        ruling = judge(course.match, 0, now, Heartbeat(now)).ruling
        assert ruling is (Ruling.EXPIRED if now == deadline else Ruling.OPEN)
    clocks = course.clocks
    assert clocks.due([0]) == pace.first([deadline, clocks.reminder(0)])


def check_reminders(course: Course) -> None:
    """They are as far from the judged deadline as they say, but for the night that it may have waited for."""
    night = 0 if course.hours.quiet is None else DAY
    for moment, left in _reminders(course):
        assert moment <= course.deadline - pace.MIN_NOTICE
        assert pace.counted(course.hours, moment, course.deadline) <= left + night


def check_bank(course: Course) -> None:
    """It is whole until the moment that is shown, and nothing is left of it at the deadline."""
    bank = time_bank(course.match, 0, course.deadline)
    if bank is None:
        return
    clocks = course.clocks
    full = clocks.banks[0]
    assert (bank.left, bank.since == clocks.banked(0)) == (0, True)
    assert clocks.begun[0] <= bank.since <= course.deadline
    assert clocks.bank_left(0, bank.since) == full
    used = pace.reached(course.hours, clocks.begun[0], course.match.roster.pace.decision_time + full // 2)
    assert clocks.bank_left(0, used) == full - full // 2
    clocks.stop(0, course.deadline, earned=False)
    assert clocks.banks[0] == 0


@pytest.mark.parametrize("number", range(32))
def test_whatever_moves_a_deadline_all_go_by_the_one_that_is_judged(number: int) -> None:
    course, told = Course(number), []
    for _ in range(6):
        told.append(course.befall())
        before = course.deadline
        assert before > 0, told
        check_judged(course)
        check_reminders(course)
        check_bank(course)
        assert course.deadline == before


def test_reminders_go_with_a_deadline_that_quiet_hours_had_put_off_and_do_no_more() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(10 * HOUR, ladder=(50, 10)))
    begun = match.head.begun[0]
    day = begun - begun % DAY
    end = (begun + 10 * HOUR - day) // 60 % (24 * 60)
    quiet = (end, (end + 8 * 60) % (24 * 60))
    for hours in (quiet, None):
        step = next_step(match, 0, replace(match.roster.seats[0], quiet=hours), desk.clock.now())
        assert step is not None
        match, _ = take(desk.env, match, 0, step)
    deadline = match.head.deadlines[0]
    assert deadline - begun - 18 * HOUR in range(-60, 1)
    assert Clocks.of(match.roster, match.head).reminder(0) == deadline - 5 * HOUR


def test_an_outage_on_a_monday_costs_no_time_bank_where_weekends_are_free() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(2 * HOUR, bank=HOUR, weekends=False))
    friday = 1_899_846_000  # 23:00:00 UTC
    clocks = Clocks.of(match.roster, match.head)
    clocks.start(0, friday)
    monday = friday + HOUR + 2 * DAY
    assert clocks.deadlines[0] == monday + 2 * HOUR
    back = monday + 10 * HOUR
    found = pace.verdict(clocks.deadlines[0], back, Heartbeat(monday + HOUR // 2), match.roster.hours(0))
    assert found == pace.Verdict(Ruling.EXCUSED, monday + 11 * HOUR + HOUR // 2)
    clocks.excuse(0, found.deadline, back)
    assert clocks.deadlines[0] == found.deadline == clocks.reckoned(0)
    assert clocks.bank_left(0, back) == HOUR


def test_the_time_bank_is_used_by_night_and_shown_so() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(HOUR, bank=DAY))
    seat = replace(match.roster.seats[0], quiet=(0, 23 * 60))
    match = Match(replace(match.roster, seats=(seat, match.roster.seats[1])), match.head)
    begun = match.head.begun[0]
    bank = time_bank(match, 0, begun + 2 * HOUR)
    assert bank is not None
    assert (bank.left, bank.since) == (DAY - HOUR, begun + HOUR)
