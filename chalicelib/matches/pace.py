"""Time: when a decision's time is up, when to remind of it, and what a late move may still do.

Pure functions of epoch seconds; whatever shows or judges time asks here. Time to decide is real time that passes, less
what does not count: absences, and weekends where a match says so. Quiet hours stop no clock: deadlines and reminders
that would fall into them wait for their end. What the clocks on the players' walls show is known to `wall_clock`, which
is loaded only for those who have quiet hours or free weekends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

HOUR = 3_600
DAY = 24 * HOUR
SHORTEST = HOUR
LONGEST = 30 * DAY
OUTAGE = 600
"""A sweep that was silent for longer than this many seconds was out, and its silence is nobody's fault."""
UNSTARTED = 14 * DAY
"""A match that has not started by then ends."""
OWN_REQUEST = 30 * 60
"""A decision that a seat's own request opened is mailed only if it is still open after this time."""
MIN_NOTICE = 30 * 60
"""A reminder with less than this many seconds left is none."""
NEVER = 1 << 62
"""Later than every moment."""

Away = tuple[int, int]
"""An absence: from when (included) until when (excluded), in epoch seconds."""
Quiet = tuple[int, int]
"""Minutes of the local day, from (included) until (excluded), over midnight too: (1320, 420) is 22:00 to 7:00."""


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody's clock runs, and when they are not to be disturbed.

    `zone` is a name of the IANA database (an unknown one counts as UTC). Quiet hours that begin and end at the same
    minute are none. `weekends` says whether the Saturdays and Sundays of the zone count.
    """

    zone: str = "UTC"
    quiet: Quiet | None = None
    weekends: bool = True
    away: tuple[Away, ...] = ()


ANY_TIME = Hours()
"""Every moment counts, and none is quiet."""


class Ruling(StrEnum):
    """What holds for a decision at a moment."""

    OPEN = "open"
    EXCUSED = "excused"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A ruling, and the deadline that holds from now on."""

    ruling: Ruling
    deadline: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """When the sweep last finished a full pass (0: never), and its last silence of more than OUTAGE seconds."""

    at: int = 0
    silent_from: int = 0
    silent_to: int = 0

    def beat(self, now: int) -> Heartbeat:
        """The heartbeat after a full pass that began at `now`."""
        if now - self.at > OUTAGE:
            return Heartbeat(now, self.at, now)
        return Heartbeat(now, self.silent_from, self.silent_to)


def verdict(deadline: int, now: int, heartbeat: Heartbeat, hours: Hours = ANY_TIME) -> Verdict:
    """Judge a decision at `now`; a `deadline` of 0 never comes.

    A deadline that fell into a silence of the sweep moves by the length of the silence, and on as `settled` does; also
    by as much of the time that counts, since what was left as it fell silent may not lie in a weekend afterwards. The
    last silence is remembered in the heartbeat, so that a deadline the first pass after it could not move is still
    moved by a later one.
    """
    if not deadline or now < deadline:
        return Verdict(Ruling.OPEN, deadline)
    known = heartbeat.beat(now)
    if known.silent_from < deadline <= known.silent_to:
        length = min(known.silent_to - known.silent_from, LONGEST)
        lost = counted(hours, known.silent_to - length, known.silent_to)
        moved = max(settled(hours, deadline + length), after(hours, deadline, lost))
        return Verdict(Ruling.EXCUSED if now < moved else Ruling.EXPIRED, moved)
    return Verdict(Ruling.EXPIRED, deadline)


def overdue(deadline: int, now: int) -> bool:
    """Whether the time of a decision has passed, excused or not."""
    return bool(deadline) and now >= deadline


def stamp(seconds: int) -> str:
    """The moment as RFC 3339 text in UTC; "" for 0."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""


def unstarted(created: int) -> int:
    """When a match that was made then ends, if it has not started."""
    return created + UNSTARTED


def first(moments: Iterable[int]) -> int:
    """The earliest of these moments, of which 0 is none; 0 where there are no others."""
    return min((moment for moment in moments if moment), default=0)


def deadline(hours: Hours, begun: int, decision_time: int, bank: int = 0) -> int:
    """When the time is up for a decision that began at `begun`; decision time and time bank are seconds."""
    return after(hours, begun, decision_time + bank)


def after(hours: Hours, start: int, seconds: int) -> int:
    """The first moment by which so many seconds from `start` have counted, moved on as `settled` does."""
    return settled(hours, reached(hours, start, seconds))


def reached(hours: Hours, start: int, seconds: int) -> int:
    """The first moment by which so many seconds from `start` have counted, by day or by night."""
    left = max(seconds, 0)
    if not hours.away and hours.weekends:
        return start + left
    stretches = _running(hours, start)
    begins, ends = next(stretches)
    while ends != NEVER and left > ends - begins:
        left -= ends - begins
        begins, ends = next(stretches)
    return begins + left


def settled(hours: Hours, moment: int) -> int:
    """The first moment from this one on that counts and lies outside quiet hours."""
    if hours.quiet is None and hours.weekends and not hours.away:
        return moment
    for _ in range(2 * len(hours.away) + 8):  # each round leaves an absence or a weekend behind; never two weekends
        moment = quiet_end(hours, moment)
        counts = next(_running(hours, moment))[0]
        if counts == moment:
            return moment
        moment = counts
    return quiet_end(hours, moment)


def counted(hours: Hours, start: int, end: int) -> int:
    """How many seconds from `start` until `end` count: those in no absence, and on no weekend that does not."""
    if not hours.away and hours.weekends:
        return max(end - start, 0)
    total = 0
    for begins, ends in _running(hours, start):
        if begins >= end:
            break
        total += min(ends, end) - begins
    return total


def _running(hours: Hours, start: int) -> Iterator[Away]:
    """The stretches of time that count, from `start` on, in order; the last one ends NEVER."""
    away = merged(hours.away)
    moment = start
    while True:
        moment, stops = _stretch(hours, away, moment)
        yield moment, stops
        if stops == NEVER:
            return
        moment = stops


def _stretch(hours: Hours, away: tuple[Away, ...], moment: int) -> Away:
    """The stretch of time that counts and that holds this moment, or the next one; `away` is merged."""
    while True:
        breaks = [next((absence for absence in away if absence[1] > moment), None), _weekend(hours, moment)]
        resumed = max((until for since, until in filter(None, breaks) if since <= moment), default=moment)
        if resumed == moment:
            return moment, min((since for since, _ in filter(None, breaks)), default=NEVER)
        moment = resumed


def _weekend(hours: Hours, moment: int) -> Away | None:
    """The weekend that does not count and that holds this moment, or the next one."""
    if hours.weekends:
        return None
    from chalicelib.matches import wall_clock

    return wall_clock.weekend(wall_clock.zone_of(hours.zone), moment)


def is_quiet(hours: Hours, moment: int) -> bool:
    """Whether somebody is not to be disturbed at this moment."""
    return quiet_end(hours, moment) != moment


def quiet_end(hours: Hours, moment: int) -> int:
    """The end of the quiet hours that this moment lies in; the moment itself if it lies in none."""
    if hours.quiet is None:
        return moment
    from chalicelib.matches import wall_clock

    return wall_clock.quiet_end(wall_clock.zone_of(hours.zone), hours.quiet, moment)


def bank_left(hours: Hours, begun: int, stopped: int, decision_time: int, bank: int, increment: int) -> int:
    """Seconds in the time bank once a decision that began at `begun` was taken at `stopped`, at most LONGEST.

    What counted beyond the decision time is taken off, but nobody owes more than they had: a deadline may have been
    moved. Then the increment is added.
    """
    overuse = max(counted(hours, begun, stopped) - decision_time, 0)
    return min(max(bank - overuse, 0) + increment, LONGEST)


def reminders(
    hours: Hours, begun: int, decision_time: int, bank: int, ladder: tuple[int, ...], until: int = 0
) -> tuple[int, ...]:
    """When to remind of a decision that began at `begun`, in order: with `ladder` percent (1 to 99) of its time left.

    A deadline that was moved is `until` then (0: it was not), and its reminders with it. Each is moved on like a
    deadline. One that then comes with another, or with less than MIN_NOTICE left, is none.
    """
    time, end = decision_time + bank, deadline(hours, begun, decision_time, bank)
    latest, more = (until or end) - MIN_NOTICE, counted(hours, end, until)
    moments = {after(hours, begun, more + time - time * percent // 100) for percent in ladder if 0 < percent < 100}
    return tuple(sorted(moment for moment in moments if moment <= latest))


def absent_at(away: Iterable[Away], moment: int) -> bool:
    """Whether the moment lies in an absence."""
    return any(since <= moment < until for since, until in away)


def merged(away: Iterable[Away]) -> tuple[Away, ...]:
    """The absences in order, each that overlaps or touches another joined with it; empty ones are left out."""
    found: list[Away] = []
    for since, until in sorted(away):
        if found and since <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        elif since < until:
            found.append((since, until))
    return tuple(found)


def away_seconds(away: Iterable[Away], zone: str) -> dict[int, int]:
    """How long the absences last in each calendar year of the zone that has any, in seconds by the wall.

    By the wall a day has 24 hours, so that three weeks are 21 days over a change of the clock too.
    """
    from chalicelib.matches import wall_clock

    totals: dict[int, int] = {}
    for since, until in merged(away):
        for year, begins, ends in wall_clock.by_year(zone, since, until):
            totals[year] = totals.get(year, 0) + wall_clock.lasting(zone, begins, ends)
    return {year: seconds for year, seconds in totals.items() if seconds}


def over_cap(away: Iterable[Away], cap_days: int, zone: str) -> int | None:
    """The first calendar year of the zone in which the absences last longer than `cap_days`; None if there is none."""
    totals = away_seconds(away, zone)
    return min((year for year, seconds in totals.items() if seconds > cap_days * DAY), default=None)


def allowed(away: Iterable[Away], cap_days: int, zone: str) -> tuple[Away, ...]:
    """The absences, as far as they last no longer than `cap_days` in a calendar year of the zone, the earliest first.

    What is too long ends when the days are used up, and goes on with the next year if it lasts until then.
    """
    absences = merged(away)
    if not absences or over_cap(absences, cap_days, zone) is None:
        return absences
    from chalicelib.matches import wall_clock

    left: dict[int, int] = {}
    found: list[Away] = []
    for year, since, until in (piece for each in absences for piece in wall_clock.by_year(zone, *each)):
        budget = left.setdefault(year, cap_days * DAY)
        until = min(until, wall_clock.later(zone, since, budget))
        left[year] = budget - wall_clock.lasting(zone, since, until)
        found.append((since, until))
    return merged(found)
