"""What the clock on somebody's wall shows: the moments at which quiet hours and weekends begin and end, in any zone.

A clock that is put forward never shows some times: they have come once it shows a later one, so whatever begins or
ends at one of them does so at the change. A clock that is put back shows some times twice: what begins then begins at
the first, what ends then ends only when no earlier time will be shown any more. A quiet night thus never falls apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

_DAY_MINUTES = 24 * 60
_SATURDAY, _WEEK, _ONE = 5, timedelta(days=7), timedelta(days=1)
_LAST_YEAR = 9998
_LAST = int(datetime(_LAST_YEAR, 1, 1, tzinfo=UTC).timestamp())
"""No calendar reaches further: there are neither quiet hours nor weekends from here on, nor before 1970."""


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """The time zone with this name, or UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def wall_time(zone: tzinfo, moment: int) -> datetime:
    """What the wall shows at a moment, as if it were UTC; moments that no calendar has are shown as its nearest."""
    return datetime.fromtimestamp(min(max(moment, 0), _LAST), zone).replace(tzinfo=UTC)


@lru_cache(maxsize=512)
def first(zone: tzinfo, day: date, minute: int = 0) -> int:
    """The first moment at which the wall shows this minute of the day, or a later one if it is skipped."""
    early, late = _readings(zone, day, minute)
    return early if early <= late else _change(zone, late, early)


@lru_cache(maxsize=512)
def last(zone: tzinfo, day: date, minute: int = 0) -> int:
    """The first moment from which the wall never again shows a time before this minute of the day."""
    early, late = _readings(zone, day, minute)
    if early > late:
        return _change(zone, late, early)
    wanted = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute)
    return late if wall_time(zone, late - 1) < wanted else early


def quiet_end(zone: tzinfo, quiet: tuple[int, int], moment: int) -> int:
    """The end of the quiet hours that this moment lies in; the moment itself if it lies in none."""
    begin, end = (minute % _DAY_MINUTES for minute in quiet)
    if begin == end or not 0 <= moment < _LAST:
        return moment
    today = wall_time(zone, moment).date()
    for day in (today - _ONE, today, today + _ONE):  # the last one for clocks that are put back over midnight
        if first(zone, day, begin) <= moment:
            moment = max(moment, last(zone, day if begin < end else day + _ONE, end))
    return moment


def weekend(zone: tzinfo, moment: int) -> tuple[int, int] | None:
    """From when until when the weekend lasts that this moment lies in, else the next one; None if there is no more."""
    if moment >= _LAST:
        return None
    yesterday = wall_time(zone, moment).date() - _ONE
    saturday = yesterday + timedelta(days=_SATURDAY - yesterday.weekday())
    while (end := last(zone, saturday + 2 * _ONE)) <= moment:
        saturday += _WEEK
    return first(zone, saturday), end


def _readings(zone: tzinfo, day: date, minute: int) -> tuple[int, int]:
    """The moments of a reading of the wall by the offset before and after a change near it, if there is one."""
    wall = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(wall.timestamp()), int(wall.replace(fold=1).timestamp())


def _change(zone: tzinfo, before: int, after: int) -> int:
    """The moment at which a clock is changed that is changed once between these two."""
    offset = datetime.fromtimestamp(before, zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def year_of(zone: str, moment: int) -> int:
    """The calendar year that the wall shows."""
    return wall_time(zone_of(zone), moment).year


def by_year(zone: str, since: int, until: int) -> Iterator[tuple[int, int, int]]:
    """A stretch of time in the parts that lie in one calendar year each, as (year, from, until)."""
    while since < until:
        year = year_of(zone, since)
        ends = min(until, max(first(zone_of(zone), date(year + 1, 1, 1)), since + 1)) if year < _LAST_YEAR else until
        yield year, since, ends
        since = ends


def lasting(zone: str, since: int, until: int) -> int:
    """How many seconds a stretch lasts by the wall, on which every day has 24 hours; never less than none."""
    place = zone_of(zone)
    return max(int((wall_time(place, until) - wall_time(place, since)).total_seconds()), 0)


def later(zone: str, since: int, seconds: int) -> int:
    """A moment by which so many seconds have passed by the wall, and no more; real seconds, where a change is near."""
    until = since + seconds
    while (over := lasting(zone, since, until) - seconds) > 0:
        until -= over
    return max(until, since)
