"""Time told and judged: deadlines, reminders, time banks, absences; late moves, and those the sweep let be late."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.matches.pace import (
    DAY,
    HOUR,
    LONGEST,
    MIN_NOTICE,
    OUTAGE,
    OWN_REQUEST,
    SHORTEST,
    UNSTARTED,
    Away,
    Heartbeat,
    Hours,
    Quiet,
    Ruling,
    absent_at,
    after,
    allowed,
    away_seconds,
    bank_left,
    counted,
    deadline,
    first,
    is_quiet,
    merged,
    over_cap,
    overdue,
    quiet_end,
    reminders,
    settled,
    stamp,
    unstarted,
    verdict,
)
from tests.matches.deadlines import (
    ABSENCES,
    AMSTERDAM,
    NIGHT,
    SPRING,
    TABLES,
    WEEKENDS,
    Case,
    absence,
    hours,
    moment,
)

DEADLINE = 1_000_000
BEGUN = moment("2026-05-05T12:00+02:00")
NIGHTS_OFF = Hours(AMSTERDAM, NIGHT)


def beat(at: int, silent_from: int = 0, silent_to: int = 0) -> Heartbeat:
    return Heartbeat(at, silent_from, silent_to)


@pytest.mark.parametrize(
    ("now", "heartbeat", "ruling", "deadline"),
    [
        (DEADLINE - 1, beat(DEADLINE - 30), Ruling.OPEN, DEADLINE),
        (DEADLINE - 1, beat(0), Ruling.OPEN, DEADLINE),
        (DEADLINE, beat(DEADLINE - 30), Ruling.EXPIRED, DEADLINE),
        (DEADLINE, beat(DEADLINE - OUTAGE), Ruling.EXPIRED, DEADLINE),
        (DEADLINE, beat(DEADLINE - OUTAGE - 1), Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 5, beat(DEADLINE - OUTAGE + 4), Ruling.EXCUSED, DEADLINE + OUTAGE + 1),
        (DEADLINE + 9_000, beat(DEADLINE), Ruling.EXPIRED, DEADLINE),
        (DEADLINE + 9_000, beat(DEADLINE - 1), Ruling.EXCUSED, DEADLINE + 9_001),
        # the silence is over, but this deadline was not moved yet
        (DEADLINE + 800, beat(DEADLINE + 800, DEADLINE - 1, DEADLINE + 800), Ruling.EXCUSED, DEADLINE + 801),
        (DEADLINE + 801, beat(DEADLINE + 880, DEADLINE - 1, DEADLINE + 800), Ruling.EXPIRED, DEADLINE + 801),
        (DEADLINE + 900, beat(DEADLINE + 880, DEADLINE, DEADLINE + 800), Ruling.EXPIRED, DEADLINE),
        (DEADLINE + 899, beat(DEADLINE + 880, DEADLINE - 900, DEADLINE), Ruling.EXCUSED, DEADLINE + 900),
        (DEADLINE + 900, beat(DEADLINE + 880, DEADLINE - 900, DEADLINE - 1), Ruling.EXPIRED, DEADLINE),
    ],
)
def test_a_deadline_is_judged_by_the_clock_and_the_heartbeat(
    now: int, heartbeat: Heartbeat, ruling: Ruling, deadline: int
) -> None:
    found = verdict(DEADLINE, now, heartbeat)
    assert (found.ruling, found.deadline) == (ruling, deadline)


def test_a_deadline_that_was_moved_is_not_moved_again() -> None:
    recovering = beat(DEADLINE - 1)
    moved = verdict(DEADLINE, DEADLINE + 800, recovering).deadline
    after = recovering.beat(DEADLINE + 790)
    assert verdict(moved, moved - 1, after).ruling is Ruling.OPEN
    assert verdict(moved, moved, Heartbeat(moved - 30, after.silent_from, after.silent_to)).ruling is Ruling.EXPIRED


def test_a_beat_in_time_keeps_the_last_silence() -> None:
    assert beat(100, 10, 90).beat(100 + OUTAGE) == Heartbeat(100 + OUTAGE, 10, 90)
    assert beat(100, 10, 90).beat(101 + OUTAGE) == Heartbeat(101 + OUTAGE, 100, 101 + OUTAGE)


def test_a_service_that_never_swept_excuses_but_not_for_ever() -> None:
    found = verdict(DEADLINE, DEADLINE + 1, Heartbeat())
    assert found.ruling is Ruling.EXCUSED
    assert found.deadline == DEADLINE + min(LONGEST, DEADLINE + 1)


def test_no_deadline_never_comes() -> None:
    assert verdict(0, DEADLINE, beat(DEADLINE)).ruling is Ruling.OPEN
    assert not overdue(0, DEADLINE)


def test_overdue_begins_at_the_deadline() -> None:
    assert [overdue(DEADLINE, DEADLINE + shift) for shift in (-1, 0, 1)] == [False, True, True]


def test_moments_are_shown_in_utc() -> None:
    assert stamp(1_790_000_000) == "2026-09-21T14:13:20Z"
    assert stamp(0) == ""


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{part}: {name}") for part, table in TABLES.items() for name, case in table.items()]
)
def test_the_time_is_up(case: Case) -> None:
    found = deadline(hours(case), moment(case.begun), case.seconds)
    assert found == moment(case.deadline), datetime.fromtimestamp(found, datetime.fromisoformat(case.deadline).tzinfo)


@pytest.mark.parametrize("case", [WEEKENDS["runs through two"], ABSENCES["runs through one"], SPRING["free weekend"]])
def test_what_counts_until_the_deadline_is_the_time_to_decide(case: Case) -> None:
    begun, end = moment(case.begun), moment(case.deadline)
    assert counted(hours(case), begun, end) == case.seconds
    assert counted(hours(case), begun, end + 9) == case.seconds + 9
    assert counted(hours(case), end, begun) == 0


def test_what_begins_on_a_free_weekend_counts_from_monday() -> None:
    free = Hours(AMSTERDAM, weekends=False)
    saturday, monday = moment("2026-05-09T10:00+02:00"), moment("2026-05-11T00:00+02:00")
    assert [counted(free, saturday, monday + shift) for shift in (-1, 0, 1)] == [0, 0, 1]
    assert after(free, saturday, 0) == monday


def test_the_time_bank_comes_on_top() -> None:
    assert deadline(Hours(), BEGUN, HOUR, 2 * HOUR) == BEGUN + 3 * HOUR
    assert deadline(Hours(), BEGUN, HOUR) == BEGUN + HOUR


def test_the_first_of_several_moments_is_none_that_is_never() -> None:
    assert first([0, BEGUN + 5, 0, BEGUN]) == BEGUN
    assert first([0, 0]) == first([]) == 0


def test_the_figures_are_those_that_are_promised() -> None:
    assert (SHORTEST, LONGEST, UNSTARTED) == (3_600, 30 * 86_400, 14 * 86_400)
    assert unstarted(BEGUN) == BEGUN + 14 * 86_400
    assert (OUTAGE, MIN_NOTICE, OWN_REQUEST) == (600, 1_800, 1_800)


def test_a_deadline_that_an_outage_moved_leaves_the_night_out_too() -> None:
    evening, silence = moment("2026-05-05T21:30+02:00"), Heartbeat(moment("2026-05-05T21:00+02:00"))
    now = moment("2026-05-05T22:10+02:00")
    assert verdict(evening, now, silence, NIGHTS_OFF).deadline == moment("2026-05-06T07:00+02:00")
    assert verdict(evening, now, silence).deadline == evening + 70 * 60


@pytest.mark.parametrize(
    ("used", "bank", "increment", "left"),
    [
        (0, 5 * HOUR, 0, 5 * HOUR),
        (HOUR, 5 * HOUR, 60, 5 * HOUR + 60),
        (HOUR + 1, 5 * HOUR, 0, 5 * HOUR - 1),
        (3 * HOUR, 5 * HOUR, 60, 3 * HOUR + 60),
        (6 * HOUR, 5 * HOUR, 60, 60),
        (9 * HOUR, 5 * HOUR, 60, 60),  # a deadline that was moved
        (9 * HOUR, 0, 0, 0),
        (0, LONGEST - 10, 60, LONGEST),
    ],
)
def test_the_time_bank_after_a_decision_of_an_hour(used: int, bank: int, increment: int, left: int) -> None:
    assert bank_left(Hours(), BEGUN, BEGUN + used, HOUR, bank, increment) == left


def test_no_absence_is_taken_off_the_time_bank() -> None:
    away = Hours(away=((BEGUN + HOUR, BEGUN + DAY),))
    assert bank_left(away, BEGUN, BEGUN + DAY + HOUR, HOUR, 5 * HOUR, 0) == 4 * HOUR


def told(found: tuple[int, ...]) -> list[str]:
    """These moments as clocks in Amsterdam show them in summer."""
    return [datetime.fromtimestamp(at + 2 * HOUR, UTC).strftime("%d %H:%M") for at in found]


@pytest.mark.parametrize(
    ("asked", "decision_time", "bank", "ladder", "moments"),
    [
        (Hours(), 3 * DAY, 0, (50, 10), ["07 00:00", "08 04:48"]),
        (Hours(), 3 * DAY, 0, (10, 50, 10), ["07 00:00", "08 04:48"]),
        (Hours(), DAY, 2 * DAY, (50, 10), ["07 00:00", "08 04:48"]),
        (Hours(), 100, 0, (), []),
        (Hours(), DAY, 0, (0, 100, 150, -5), []),
        (Hours(), DAY, 0, (99, 75, 50), ["05 12:14", "05 18:00", "06 00:00"]),
        # at least half an hour before the deadline
        (Hours(), HOUR, 0, (51, 50, 49, 10), ["05 12:29", "05 12:30"]),
        # not by night: at 7:00, once, and not where that is too near
        (NIGHTS_OFF, 3 * DAY, 0, (50, 10), ["07 07:00", "08 07:00"]),
        (NIGHTS_OFF, DAY, 0, (55, 50, 30, 10), ["06 07:00", "06 09:36"]),
        (NIGHTS_OFF, 19 * HOUR + 29 * 60, 0, (20,), []),
        (NIGHTS_OFF, 19 * HOUR + 30 * 60, 0, (20,), ["06 07:00"]),
        (NIGHTS_OFF, 12 * HOUR, 0, (50, 10), ["05 18:00"]),  # both of the last ones are at 7:00
        # an absence, a free weekend: when they are over
        (
            Hours(AMSTERDAM, NIGHT, away=(absence("2026-05-05T13:00+02:00/2026-05-09T13:00+02:00"),)),
            10 * HOUR,
            0,
            (95, 85),
            ["05 12:30", "09 13:30"],
        ),
        (Hours(AMSTERDAM, NIGHT, weekends=False), 5 * DAY, 0, (50, 25), ["08 07:00", "11 07:00"]),
    ],
)
def test_when_to_remind_of_a_decision_that_began_at_noon(
    asked: Hours, decision_time: int, bank: int, ladder: tuple[int, ...], moments: list[str]
) -> None:
    assert told(reminders(asked, BEGUN, decision_time, bank, ladder)) == moments


def test_absences_are_joined_where_they_touch() -> None:
    assert merged([(50, 60), (10, 20), (20, 30), (15, 18), (31, 40), (35, 38), (70, 70), (90, 80)]) == (
        (10, 30),
        (31, 40),
        (50, 60),
    )
    assert merged([]) == ()


def test_an_absence_lasts_until_its_end() -> None:
    assert [absent_at(((10, 20), (20, 30)), at) for at in (9, 10, 20, 29, 30)] == [False, True, True, True, False]
    assert not absent_at((), 10)


THREE_WEEKS = absence("2026-10-10T00:00+02:00/2026-10-31T00:00+01:00")


def test_absence_is_reckoned_in_days_of_the_calendar() -> None:
    assert away_seconds([THREE_WEEKS], AMSTERDAM) == {2026: 21 * DAY}
    assert away_seconds([THREE_WEEKS], "UTC") == {2026: 21 * DAY + HOUR}
    assert away_seconds([], AMSTERDAM) == {}


@pytest.mark.parametrize(
    ("intervals", "year"),
    [
        ((), None),
        (("2026-10-10T00:00+02:00/2026-10-31T00:00+01:00",), None),
        (("2026-10-10T00:00+02:00/2026-10-31T00:00:01+01:00",), 2026),
        (("2026-03-10T00:00+01:00/2026-03-31T00:00+02:00",), None),
        # what overlaps is one, what does not is added
        (("2026-05-01T00:00+02:00/2026-05-21T00:00+02:00", "2026-05-05T00:00+02:00/2026-05-22T00:00+02:00"), None),
        (("2026-05-01T00:00+02:00/2026-05-15T00:00+02:00", "2026-08-01T00:00+02:00/2026-08-09T00:00+02:00"), 2026),
        # each year has its own, from midnight of the place
        (("2026-12-11T00:00+01:00/2027-01-22T00:00+01:00",), None),
        (("2026-12-10T23:59:59+01:00/2027-01-22T00:00+01:00",), 2026),
        (("2026-12-11T00:00+01:00/2027-01-22T00:00:01+01:00",), 2027),
        (("2026-12-01T00:00+01:00/2029-01-01T00:00+01:00",), 2026),
        (("2026-12-20T00:00+01:00/2029-01-01T00:00+01:00",), 2027),
    ],
)
def test_the_first_year_with_more_than_21_days_of_absence(intervals: tuple[str, ...], year: int | None) -> None:
    assert over_cap([absence(interval) for interval in intervals], 21, AMSTERDAM) == year


@pytest.mark.parametrize(
    "asked",
    [
        Hours(AMSTERDAM, (0, 1_439), False, ((0, 1 << 62),)),
        Hours(AMSTERDAM, (-1, 5_000), False, ((BEGUN, BEGUN + 50 * 365 * DAY),)),
        Hours(AMSTERDAM, (721, 720), False, tuple((BEGUN + day * DAY, BEGUN + day * DAY + 60) for day in range(400))),
        Hours(AMSTERDAM, NIGHT, False, ((-(1 << 80), -1), (1 << 80, 1 << 81))),
    ],
)
def test_a_deadline_comes_whatever_stands_in_its_way(asked: Hours) -> None:
    found = deadline(asked, BEGUN, HOUR)
    assert found > BEGUN
    assert (absent_at(asked.away, found), quiet_end(asked, found)) == (False, found)


YEAR_2026 = moment("2026-01-01T00:00+00:00")
ZONES = st.sampled_from([AMSTERDAM, "Africa/Johannesburg", "Australia/Lord_Howe", "UTC", "Africa/Cairo"])
MINUTES = st.integers(0, 24 * 60)
MOMENTS = st.integers(YEAR_2026, YEAR_2026 + 366 * DAY)
LENGTHS = st.integers(0, 60 * DAY)
AWAY = st.lists(st.tuples(MOMENTS, st.integers(0, 40 * DAY)).map(lambda found: (found[0], sum(found))), max_size=3)
HOURS = st.builds(
    Hours, ZONES, st.one_of(st.none(), st.tuples(MINUTES, MINUTES)), st.booleans(), AWAY.map(lambda found: tuple(found))
)
few = settings(derandomize=True, max_examples=60, deadline=None, database=None)


@few
@given(HOURS, MOMENTS, LENGTHS, LENGTHS)
def test_counting_in_two_parts_is_counting_at_once(asked: Hours, start: int, one: int, two: int) -> None:
    middle, end = start + one, start + one + two
    assert counted(asked, start, middle) + counted(asked, middle, end) == counted(asked, start, end) <= one + two


@few
@given(HOURS, MOMENTS, LENGTHS)
def test_a_deadline_counts_is_not_quiet_and_leaves_all_the_time(asked: Hours, begun: int, seconds: int) -> None:
    found = after(asked, begun, seconds)
    assert not is_quiet(asked, found)
    assert counted(asked, found, found + 1) == 1
    assert counted(asked, begun, found) >= seconds
    unhindered = Hours(asked.zone, None, asked.weekends, asked.away)
    assert counted(asked, begun, after(unhindered, begun, seconds)) == seconds
    assert settled(asked, after(unhindered, begun, seconds)) == found


@few
@given(HOURS, MOMENTS, LENGTHS, st.integers(0, 2 * DAY), st.tuples(MOMENTS, MOMENTS))
def test_more_time_or_another_absence_never_brings_a_deadline_forward(
    asked: Hours, begun: int, seconds: int, more: int, away: Away
) -> None:
    found = after(asked, begun, seconds)
    absent = Hours(asked.zone, asked.quiet, asked.weekends, (*asked.away, away))
    assert after(asked, begun, seconds + more) >= found
    assert after(asked, begun + more, seconds) >= found
    assert after(absent, begun, seconds) >= found


@few
@given(HOURS, MOMENTS, st.integers(HOUR, LONGEST), st.lists(st.integers(0, 100), max_size=4))
def test_reminders_come_in_order_at_good_times_and_before_the_deadline(
    asked: Hours, begun: int, seconds: int, ladder: list[int]
) -> None:
    found = reminders(asked, begun, seconds, 0, tuple(ladder))
    assert list(found) == sorted(set(found))
    assert all(begun < at <= deadline(asked, begun, seconds) - MIN_NOTICE for at in found)
    assert all(settled(asked, at) == at for at in found)


@few
@given(ZONES, st.tuples(MINUTES, MINUTES), MOMENTS)
def test_quiet_hours_end_at_a_minute_that_is_not_quiet(zone: str, quiet: Quiet, at: int) -> None:
    asked = Hours(zone, quiet)
    end = quiet_end(asked, at)
    assert not is_quiet(asked, end)
    assert is_quiet(asked, at) == (end > at)
    assert all(is_quiet(asked, at + (end - at) * part // 10) for part in range(10) if end > at)


@few
@given(ZONES, st.lists(st.tuples(MOMENTS, LENGTHS), max_size=6), st.integers(0, 40), LENGTHS)
def test_of_absences_as_much_is_allowed_as_the_days_of_a_year_and_the_earliest_first(
    zone: str, asked: list[tuple[int, int]], days: int, more: int
) -> None:
    away = merged((since, since + length) for since, length in asked)
    found = allowed(away, days, zone)
    assert over_cap(found, days, zone) is None
    assert allowed(found, days, zone) == found == merged(found)
    assert all(any(since <= begins and ends <= until for since, until in away) for begins, ends in found)
    if over_cap(away, days, zone) is None:
        assert found == away
    later = (away[-1][1] + DAY, away[-1][1] + DAY + more) if away else (0, 0)
    assert set(found) <= set(allowed((*away, later), days, zone))
