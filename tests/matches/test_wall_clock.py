"""What the clocks on walls show around their changes: skipped times, times shown twice, days that never were."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from chalicelib.matches.wall_clock import (
    by_year,
    first,
    last,
    lasting,
    later,
    quiet_end,
    wall_time,
    weekend,
    year_of,
    zone_of,
)

AMSTERDAM = zone_of("Europe/Amsterdam")


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


@pytest.mark.parametrize(
    ("zone", "day", "time", "begins", "ends"),
    [
        ("UTC", "2026-03-29", 150, "2026-03-29T02:30+00:00", "2026-03-29T02:30+00:00"),
        ("Europe/Amsterdam", "2026-07-01", 0, "2026-07-01T00:00+02:00", "2026-07-01T00:00+02:00"),
        # 2:00 to 3:00 is skipped
        ("Europe/Amsterdam", "2026-03-29", 119, "2026-03-29T01:59+01:00", "2026-03-29T01:59+01:00"),
        ("Europe/Amsterdam", "2026-03-29", 120, "2026-03-29T03:00+02:00", "2026-03-29T03:00+02:00"),
        ("Europe/Amsterdam", "2026-03-29", 150, "2026-03-29T03:00+02:00", "2026-03-29T03:00+02:00"),
        ("Europe/Amsterdam", "2026-03-29", 179, "2026-03-29T03:00+02:00", "2026-03-29T03:00+02:00"),
        ("Europe/Amsterdam", "2026-03-29", 180, "2026-03-29T03:00+02:00", "2026-03-29T03:00+02:00"),
        ("Europe/Amsterdam", "2026-03-29", 181, "2026-03-29T03:01+02:00", "2026-03-29T03:01+02:00"),
        # 2:00 to 3:00 is shown twice
        ("Europe/Amsterdam", "2026-10-25", 120, "2026-10-25T02:00+02:00", "2026-10-25T02:00+02:00"),
        ("Europe/Amsterdam", "2026-10-25", 121, "2026-10-25T02:01+02:00", "2026-10-25T02:01+01:00"),
        ("Europe/Amsterdam", "2026-10-25", 179, "2026-10-25T02:59+02:00", "2026-10-25T02:59+01:00"),
        ("Europe/Amsterdam", "2026-10-25", 180, "2026-10-25T03:00+01:00", "2026-10-25T03:00+01:00"),
        # 2:00 to 2:30 is skipped, 1:30 to 2:00 is shown twice
        ("Australia/Lord_Howe", "2026-10-04", 135, "2026-10-04T02:30+11:00", "2026-10-04T02:30+11:00"),
        ("Australia/Lord_Howe", "2026-04-05", 105, "2026-04-05T01:45+11:00", "2026-04-05T01:45+10:30"),
        # midnight is skipped, and is shown twice
        ("Africa/Cairo", "2026-04-24", 0, "2026-04-24T01:00+03:00", "2026-04-24T01:00+03:00"),
        ("America/Havana", "2026-11-01", 0, "2026-11-01T00:00-04:00", "2026-11-01T00:00-04:00"),
        # put back at 0:01 to 23:01: the last minute before midnight, and midnight, come twice
        ("America/St_Johns", "2010-11-07", 0, "2010-11-07T00:00-02:30", "2010-11-07T00:00-03:30"),
        # a Friday that never was
        ("Pacific/Apia", "2011-12-30", 600, "2011-12-31T00:00+14:00", "2011-12-31T00:00+14:00"),
    ],
)
def test_what_begins_and_ends_at_a_time_of_a_day(zone: str, day: str, time: int, begins: str, ends: str) -> None:
    place = zone_of(zone)
    assert first(place, date.fromisoformat(day), time) == moment(begins)
    assert last(place, date.fromisoformat(day), time) == moment(ends)


def test_quiet_hours_cover_their_begin_and_not_their_end() -> None:
    night, end = (22 * 60, 7 * 60), moment("2026-05-06T07:00+02:00")
    begin = moment("2026-05-05T22:00+02:00")
    found = [quiet_end(AMSTERDAM, night, at) for at in (begin - 1, begin, end - 1, end)]
    assert found == [begin - 1, end, end, end]


def test_a_night_over_midnight_shown_twice_never_falls_apart() -> None:
    zone, quiet = zone_of("America/St_Johns"), (0, 7 * 60)
    for shown in ("2010-11-07T00:00:30-02:30", "2010-11-06T23:30-03:30", "2010-11-07T00:30-03:30"):
        assert quiet_end(zone, quiet, moment(shown)) == moment("2010-11-07T07:00-03:30")


@pytest.mark.parametrize("quiet", [(420, 420), (0, 1_440), (1_440, 0)])
def test_quiet_hours_that_begin_where_they_end_are_none(quiet: tuple[int, int]) -> None:
    assert quiet_end(AMSTERDAM, quiet, moment("2026-05-05T07:00+02:00")) == moment("2026-05-05T07:00+02:00")


@pytest.mark.parametrize(
    ("zone", "at", "begins", "ends"),
    [
        ("UTC", "2026-05-04T00:00+00:00", "2026-05-09T00:00+00:00", "2026-05-11T00:00+00:00"),
        ("UTC", "2026-05-08T23:59:59+00:00", "2026-05-09T00:00+00:00", "2026-05-11T00:00+00:00"),
        ("UTC", "2026-05-09T00:00+00:00", "2026-05-09T00:00+00:00", "2026-05-11T00:00+00:00"),
        ("UTC", "2026-05-10T23:59:59+00:00", "2026-05-09T00:00+00:00", "2026-05-11T00:00+00:00"),
        ("UTC", "2026-05-11T00:00+00:00", "2026-05-16T00:00+00:00", "2026-05-18T00:00+00:00"),
        ("Europe/Amsterdam", "2026-03-27T00:00+01:00", "2026-03-28T00:00+01:00", "2026-03-30T00:00+02:00"),
        ("Europe/Amsterdam", "2026-10-25T02:30+01:00", "2026-10-24T00:00+02:00", "2026-10-26T00:00+01:00"),
        # a Saturday that never was
        ("Pacific/Kwajalein", "1993-08-20T12:00-12:00", "1993-08-22T00:00+12:00", "1993-08-23T00:00+12:00"),
    ],
)
def test_a_weekend_is_the_saturday_and_the_sunday_of_the_place(zone: str, at: str, begins: str, ends: str) -> None:
    assert weekend(zone_of(zone), moment(at)) == (moment(begins), moment(ends))


def test_a_calendar_has_an_end() -> None:
    beyond = 1 << 60
    assert weekend(AMSTERDAM, beyond) is None
    assert [quiet_end(AMSTERDAM, (0, 1_439), at) for at in (beyond, -1)] == [beyond, -1]
    assert wall_time(AMSTERDAM, beyond).year == 9998
    assert wall_time(zone_of("UTC"), -1).year == 1970


@pytest.mark.parametrize("name", ["Mars/Olympus_Mons", "", "../../etc/passwd", "Europe", "x" * 5_000])
def test_a_zone_that_is_not_known_counts_as_utc(name: str) -> None:
    assert zone_of(name).key == "UTC"


def test_a_stretch_of_time_falls_into_the_years_of_the_zone() -> None:
    since, until = moment("2026-12-31T10:00+00:00"), moment("2028-01-01T12:00+00:00")
    for zone, first_ends, last_begins in (
        ("UTC", "2027-01-01T00:00+00:00", "2028-01-01T00:00+00:00"),
        ("Asia/Tokyo", "2027-01-01T00:00+09:00", "2028-01-01T00:00+09:00"),
    ):
        ends, begins = moment(first_ends), moment(last_begins)
        assert list(by_year(zone, since, until)) == [(2026, since, ends), (2027, ends, begins), (2028, begins, until)]
    assert [year_of(zone, moment("2026-12-31T20:00+00:00")) for zone in ("UTC", "Asia/Tokyo")] == [2026, 2027]
    assert list(by_year("UTC", since, since)) == []
    assert [year for year, _, _ in by_year("UTC", moment("9997-06-01T00:00+00:00"), 1 << 50)] == [9997, 9998]


@pytest.mark.parametrize(
    ("day", "hours"),
    [("2026-03-28T12:00+01:00", 23), ("2026-10-24T12:00+02:00", 25), ("2026-06-01T12:00+02:00", 24)],
)
def test_a_day_lasts_24_hours_by_the_wall_however_many_pass(day: str, hours: int) -> None:
    since = moment(day)
    until = since + hours * 3_600
    assert lasting("Europe/Amsterdam", since, until) == 86_400
    found = later("Europe/Amsterdam", since, 86_400)
    assert lasting("Europe/Amsterdam", since, found) <= 86_400
    assert found == min(until, since + 86_400)
    assert later("Europe/Amsterdam", since, 0) == since
    assert lasting("Europe/Amsterdam", since, since - 5) == 0
