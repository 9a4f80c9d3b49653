"""Decisions and when their time is up: a table across clock changes, nights, weekends and absences."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from chalicelib.matches.pace import DAY, HOUR, LONGEST, Away, Hours, Quiet

NIGHT = (22 * 60, 7 * 60)
HALF_PAST_TWO = (22 * 60, 2 * 60 + 30)
AMSTERDAM, JOHANNESBURG, LORD_HOWE = "Europe/Amsterdam", "Africa/Johannesburg", "Australia/Lord_Howe"
MINUTE = 60


class Case(NamedTuple):
    """A decision that began at a moment, with so much time: when that is up. `away` are ISO intervals."""

    zone: str
    begun: str
    seconds: int
    deadline: str
    quiet: Quiet | None = None
    weekends: bool = True
    away: tuple[str, ...] = ()


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


def absence(interval: str) -> Away:
    since, until = interval.split("/")
    return moment(since), moment(until)


def hours(case: Case) -> Hours:
    return Hours(case.zone, case.quiet, case.weekends, tuple(absence(interval) for interval in case.away))


# Amsterdam: 2 to 3 o'clock is skipped on 29 March 2026 and comes twice on 25 October 2026, both Sundays.
SPRING = {
    "a day": Case(AMSTERDAM, "2026-03-28T20:00+01:00", DAY, "2026-03-29T21:00+02:00"),
    "thirty days": Case(AMSTERDAM, "2026-03-10T12:00+01:00", LONGEST, "2026-04-09T13:00+02:00"),
    "a short night": Case(AMSTERDAM, "2026-03-28T21:00+01:00", 2 * HOUR, "2026-03-29T07:00+02:00", NIGHT),
    "quiet until a skipped time": Case(
        AMSTERDAM, "2026-03-28T22:00+01:00", HOUR, "2026-03-29T03:00+02:00", HALF_PAST_TWO
    ),
    "before quiet from a skipped time": Case(
        AMSTERDAM, "2026-03-29T00:30+01:00", HOUR, "2026-03-29T01:30+01:00", (150, 420)
    ),
    "quiet from a skipped time": Case(
        AMSTERDAM, "2026-03-29T00:30+01:00", 90 * MINUTE, "2026-03-29T07:00+02:00", (150, 420)
    ),
    "quiet within the skipped hour": Case(
        AMSTERDAM, "2026-03-29T01:00+01:00", HOUR, "2026-03-29T03:00+02:00", (130, 170)
    ),
    "free hour skipped": Case(AMSTERDAM, "2026-03-28T12:00+01:00", HOUR, "2026-03-30T02:00+02:00", (180, 120)),
    "free weekend": Case(AMSTERDAM, "2026-03-27T12:00+01:00", DAY, "2026-03-30T12:00+02:00", weekends=False),
    "absence": Case(
        AMSTERDAM,
        "2026-03-28T12:00+01:00",
        DAY,
        "2026-03-30T12:00+02:00",
        away=("2026-03-29T00:00+01:00/2026-03-30T00:00+02:00",),
    ),
    "half-hour change": Case(LORD_HOWE, "2026-10-03T12:00+10:30", DAY, "2026-10-04T12:30+11:00"),
    "quiet until a time of the skipped half-hour": Case(
        LORD_HOWE, "2026-10-03T23:00+10:30", HOUR, "2026-10-04T02:30+11:00", (22 * 60, 2 * 60 + 15)
    ),
    "none in Johannesburg": Case(JOHANNESBURG, "2026-03-28T20:00+02:00", DAY, "2026-03-29T20:00+02:00"),
    "skipped midnight": Case(
        "Africa/Cairo", "2026-04-23T20:30+02:00", HOUR, "2026-04-24T01:00+03:00", (20 * 60, 24 * 60)
    ),
    "skipped Friday": Case("Pacific/Apia", "2011-12-29T21:00-10:00", 2 * HOUR, "2011-12-31T07:00+14:00", NIGHT),
    "skipped Saturday": Case(
        "Pacific/Kwajalein", "1993-08-20T12:00-12:00", DAY, "1993-08-23T12:00+12:00", weekends=False
    ),
}

AUTUMN = {
    "a day": Case(AMSTERDAM, "2026-10-24T20:00+02:00", DAY, "2026-10-25T19:00+01:00"),
    "a long night": Case(AMSTERDAM, "2026-10-24T21:00+02:00", 2 * HOUR, "2026-10-25T07:00+01:00", NIGHT),
    "quiet until a time that comes twice": Case(
        AMSTERDAM, "2026-10-24T23:00+02:00", HOUR, "2026-10-25T02:30+01:00", HALF_PAST_TWO
    ),
    "between the two ends": Case(
        AMSTERDAM, "2026-10-25T00:45+02:00", 2 * HOUR, "2026-10-25T02:30+01:00", HALF_PAST_TWO
    ),
    "quiet until the first time that comes twice": Case(
        AMSTERDAM, "2026-10-24T23:00+02:00", HOUR, "2026-10-25T02:00+02:00", (22 * 60, 2 * 60)
    ),
    "quiet from a time that comes twice": Case(
        AMSTERDAM, "2026-10-25T00:00+02:00", 150 * MINUTE, "2026-10-25T07:00+01:00", (150, 420)
    ),
    "free weekend": Case(AMSTERDAM, "2026-10-23T12:00+02:00", DAY, "2026-10-26T12:00+01:00", weekends=False),
    "absence": Case(
        AMSTERDAM,
        "2026-10-19T12:00+02:00",
        DAY,
        "2026-10-27T12:00+01:00",
        away=("2026-10-20T00:00+02:00/2026-10-27T00:00+01:00",),
    ),
    "half-hour change": Case(LORD_HOWE, "2026-04-04T12:00+11:00", DAY, "2026-04-05T11:30+10:30"),
    "quiet until a time of the half-hour that comes twice": Case(
        LORD_HOWE, "2026-04-04T23:00+11:00", HOUR, "2026-04-05T01:45+10:30", (22 * 60, 105)
    ),
    "half-hour change on a free weekend": Case(
        LORD_HOWE, "2026-04-03T12:00+11:00", DAY, "2026-04-06T12:00+10:30", weekends=False
    ),
    "free weekend in Johannesburg": Case(
        JOHANNESBURG, "2026-10-23T12:00+02:00", DAY, "2026-10-26T12:00+02:00", weekends=False
    ),
    "midnight that comes twice": Case(
        "America/Havana", "2026-10-31T21:00-04:00", HOUR, "2026-11-01T00:00-04:00", (20 * 60, 24 * 60)
    ),
}

NIGHTS = {
    "runs into one": Case(JOHANNESBURG, "2026-05-05T21:00+02:00", 2 * HOUR, "2026-05-06T07:00+02:00", NIGHT),
    "begun in one": Case(AMSTERDAM, "2026-05-05T23:00+02:00", HOUR, "2026-05-06T07:00+02:00", NIGHT),
    "runs through one": Case(AMSTERDAM, "2026-05-05T23:00+02:00", 9 * HOUR, "2026-05-06T08:00+02:00", NIGHT),
    "ends where it ends": Case(AMSTERDAM, "2026-05-06T06:00+02:00", HOUR, "2026-05-06T07:00+02:00", NIGHT),
    "ends where it begins": Case(AMSTERDAM, "2026-05-05T21:00+02:00", HOUR, "2026-05-06T07:00+02:00", NIGHT),
    "ends just before": Case(AMSTERDAM, "2026-05-05T21:00+02:00", 3_599, "2026-05-05T21:59:59+02:00", NIGHT),
    "a quiet noon": Case(AMSTERDAM, "2026-05-05T11:00+02:00", 90 * MINUTE, "2026-05-05T13:30+02:00", (720, 810)),
    "quiet until midnight": Case(AMSTERDAM, "2026-05-05T20:30+02:00", HOUR, "2026-05-06T00:00+02:00", (1_200, 1_440)),
    "no quiet minute": Case(AMSTERDAM, "2026-05-06T06:00+02:00", HOUR, "2026-05-06T07:00+02:00", (420, 420)),
    "23 quiet hours": Case(AMSTERDAM, "2026-05-05T12:30+02:00", HOUR, "2026-05-06T12:00+02:00", (780, 720)),
    "New Year's night": Case(AMSTERDAM, "2026-12-31T12:00+01:00", DAY // 2, "2027-01-01T07:00+01:00", NIGHT),
    "unknown zone": Case("Mars/Olympus_Mons", "2026-05-05T21:00+00:00", 2 * HOUR, "2026-05-06T07:00+00:00", NIGHT),
}

# 9 and 10 May 2026 are a Saturday and a Sunday.
WEEKENDS = {
    "runs through one": Case("UTC", "2026-05-07T12:00+00:00", 2 * DAY, "2026-05-11T12:00+00:00", weekends=False),
    "runs through two": Case("UTC", "2026-05-07T12:00+00:00", 7 * DAY, "2026-05-18T12:00+00:00", weekends=False),
    "begun on one": Case(AMSTERDAM, "2026-05-09T10:00+02:00", HOUR, "2026-05-11T01:00+02:00", weekends=False),
    "ends where it begins": Case(AMSTERDAM, "2026-05-08T12:00+02:00", DAY // 2, "2026-05-11T00:00+02:00", None, False),
    "night before": Case(AMSTERDAM, "2026-05-08T21:30+02:00", HOUR, "2026-05-11T07:00+02:00", NIGHT, False),
    "night after": Case(AMSTERDAM, "2026-05-08T20:00+02:00", 6 * HOUR, "2026-05-11T07:00+02:00", NIGHT, False),
    "counts": Case(AMSTERDAM, "2026-05-08T12:00+02:00", DAY, "2026-05-09T12:00+02:00"),
    "over a leap day": Case("UTC", "2028-02-25T12:00+00:00", 3 * DAY, "2028-03-01T12:00+00:00", weekends=False),
    "leap day": Case("UTC", "2028-02-28T12:00+00:00", DAY, "2028-02-29T12:00+00:00"),
    "over New Year": Case(AMSTERDAM, "2026-12-31T12:00+01:00", 2 * DAY, "2027-01-04T12:00+01:00", weekends=False),
}

ABSENCES = {
    "runs through one": Case(
        AMSTERDAM,
        "2026-05-05T12:00+02:00",
        3 * DAY,
        "2026-05-15T12:00+02:00",
        away=("2026-05-06T00:00+02:00/2026-05-13T00:00+02:00",),
    ),
    "begun in one": Case(
        AMSTERDAM,
        "2026-05-08T12:00+02:00",
        DAY,
        "2026-05-14T00:00+02:00",
        away=("2026-05-06T00:00+02:00/2026-05-13T00:00+02:00",),
    ),
    "past": Case(
        AMSTERDAM,
        "2026-05-13T00:00+02:00",
        DAY,
        "2026-05-14T00:00+02:00",
        away=("2026-05-06T00:00+02:00/2026-05-13T00:00+02:00",),
    ),
    "two that touch": Case(
        "UTC",
        "2026-05-05T12:00+00:00",
        DAY // 2,
        "2026-05-10T00:00+00:00",
        away=("2026-05-08T00:00+00:00/2026-05-10T00:00+00:00", "2026-05-06T00:00+00:00/2026-05-08T00:00+00:00"),
    ),
    "two with an hour between": Case(
        "UTC",
        "2026-05-05T12:00+00:00",
        DAY,
        "2026-05-10T11:00+00:00",
        away=("2026-05-06T00:00+00:00/2026-05-08T00:00+00:00", "2026-05-08T01:00+00:00/2026-05-10T00:00+00:00"),
    ),
    "one within another": Case(
        "UTC",
        "2026-05-05T12:00+00:00",
        DAY,
        "2026-05-10T12:00+00:00",
        away=("2026-05-06T00:00+00:00/2026-05-10T00:00+00:00", "2026-05-07T00:00+00:00/2026-05-08T00:00+00:00"),
    ),
    "one that ends before it begins": Case(
        "UTC",
        "2026-05-05T12:00+00:00",
        DAY,
        "2026-05-06T12:00+00:00",
        away=("2026-05-08T00:00+00:00/2026-05-06T00:00+00:00",),
    ),
    "night after": Case(
        AMSTERDAM,
        "2026-05-05T12:00+02:00",
        DAY // 2,
        "2026-05-13T07:00+02:00",
        NIGHT,
        away=("2026-05-06T00:00+02:00/2026-05-13T00:00+02:00",),
    ),
    "from the night to the next": Case(
        AMSTERDAM,
        "2026-05-05T22:00+02:00",
        HOUR,
        "2026-05-09T07:00+02:00",
        NIGHT,
        away=("2026-05-06T06:00+02:00/2026-05-08T23:00+02:00",),
    ),
    "until a free weekend": Case(
        AMSTERDAM,
        "2026-05-05T12:00+02:00",
        DAY,
        "2026-05-11T12:00+02:00",
        weekends=False,
        away=("2026-05-06T00:00+02:00/2026-05-09T00:00+02:00",),
    ),
    "every free hour of three days": Case(
        "UTC",
        "2026-05-05T12:00+00:00",
        HOUR,
        "2026-05-08T12:00+00:00",
        (780, 720),
        away=tuple(f"2026-05-0{day}T12:00+00:00/2026-05-0{day}T13:00+00:00" for day in (6, 7)),
    ),
}

TABLES = {"spring": SPRING, "autumn": AUTUMN, "night": NIGHTS, "weekend": WEEKENDS, "absence": ABSENCES}
"""By what the time runs into."""
