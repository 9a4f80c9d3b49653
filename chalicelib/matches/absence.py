"""Being away: announced for all matches or for one, capped per calendar year, told to the others, over by itself.

A player's own absences stand in the profile and reach the matches by the background copy; those for one match stand on
its seat. While somebody is away no clock of theirs runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from chalicelib.matches import pace, repository, wall_clock
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.copies import copied, counting, next_step, take
from chalicelib.matches.departed import has_left
from chalicelib.matches.errors import AbsenceNotFoundError, InvalidMatchError, WrongStatusError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY, HOUR, Away
from chalicelib.matches.reading import own_seat
from chalicelib.matches.spreading import bring_up_to_date
from chalicelib.players import accounts, rates
from chalicelib.players import repository as players
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import MOST_ABSENCES, MOST_AWAY, Profile
from chalicelib.rules import MatchOverError

SHORTEST, LONGEST, AHEAD = HOUR, 2 * MOST_AWAY * DAY, 365 * DAY
"""Seconds that an absence lasts at least and at most, and that it may begin from now at most."""
KEPT = 400 * DAY
"""For so many seconds an absence that is over is kept: the days of a year, and what was open then, need it."""
SKEW = 300
"""A beginning that lies so many seconds back is taken for now: clocks differ."""

ANNOUNCEMENTS = rates.Rate(
    "absence", 20, DAY, "You have announced many absences today; please wait until tomorrow to announce another."
)
"""Everybody at a table is told of each."""

_CAP = "You may be away for {days} days a year; {left} of them are left in {year}."
_CAP_HERE = "In this match you may be away for {days} days a year; {left} of them are left in {year}."
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Absence:
    """An announced absence; times are epoch seconds. The id is good as long as it begins at that time."""

    since: int
    until: int

    @property
    def id(self) -> str:
        """What it is called."""
        return str(self.since)


@dataclass(frozen=True, slots=True)
class Short:
    """A match in which an absence stops the clock for less than it lasts: until then (epoch seconds; 0: not at all)."""

    match: str
    name: str
    days: int
    until: int


@dataclass(frozen=True, slots=True)
class Absences:
    """Somebody's absences that are not over, and how many whole days more they may be away in the present year.

    `short` are the matches in which one of them counts for less than it lasts.
    """

    absences: tuple[Absence, ...]
    days_left: int
    short: tuple[Short, ...] = ()


def moment_of(text: str, field: str) -> int:
    """The whole seconds of a moment written by RFC 3339, at any offset from UTC. Raises InvalidMatchError."""
    try:
        if not _MOMENT.fullmatch(text):
            raise ValueError(text)
        return int(datetime.fromisoformat(text).timestamp())
    except (ValueError, OverflowError):
        raise InvalidMatchError("A moment is written as in 2026-07-01T18:00:00Z.", field) from None


def absences(env: Env, player: str) -> Absences:
    """What somebody announced and is not over. Raises UnknownPlayerError."""
    return _shown(env, players.load_profile(env.store, player))


def _shown(env: Env, profile: Profile) -> Absences:
    now = env.clock.now()
    coming = tuple(Absence(*each) for each in profile.away if each[1] > now)
    return Absences(coming, days_left(profile.away, MOST_AWAY, profile.zone, now), _short(env, profile, now))


def days_left(away: Iterable[Away], cap: int, zone: str, moment: int) -> int:
    """Whole days that somebody may still be away in the calendar year of a moment, what was announced taken off."""
    used = pace.away_seconds(away, zone).get(wall_clock.year_of(zone, moment), 0)
    return max(cap * DAY - used, 0) // DAY


def _short(env: Env, profile: Profile, now: int) -> tuple[Short, ...]:
    """Where an absence that is not over counts for less than it lasts; it may be a moment old."""
    coming = [each for each in profile.away if each[1] > now]
    if not coming:
        return ()
    rows = env.store.query(f"P#{profile.id}", prefix="M#").items
    matches = repository.load_many(env, repository.listed_matches(rows), lists=True)
    going_on = (each for each in matches if each.head.status in ("waiting", "running"))
    return tuple(found for each in going_on for found in _short_in(each, profile, coming))


def _short_in(match: Match, profile: Profile, coming: Sequence[Away]) -> Iterable[Short]:
    number, roster = match.seat_of(profile.id), match.roster
    if number is None:
        return
    away = (*profile.away, *roster.seats[number].apart)
    counts = counting(away, roster.pace, profile.zone, roster.created)
    for since, until in coming:
        stopped = next((ends for begins, ends in counts if begins <= max(since, roster.created) < ends), 0)
        if stopped < until:
            yield Short(match.id, roster.name, roster.pace.absence_days, stopped)
            return


def announce(env: Env, player: str, since: int, until: int, also: Sequence[Write] = ()) -> Absences:
    """Announce that a player will be away, in all of their matches; what overlaps another absence becomes one with it.

    Times are epoch seconds; a `since` of 0 is now. Raises InvalidMatchError, UnknownPlayerError, TooManyRequestsError,
    BusyError, ConditionFailedError (of `also`, or of what counts the announcements).
    """
    now = env.clock.now()
    wanted = _wanted(since, until, now)

    def work(before: Profile) -> Profile:
        away = pace.merged((*_kept(before.away, now), wanted))
        if len(away) > MOST_ABSENCES:
            raise InvalidMatchError("There are {most} absences of yours already; call one off.", most=MOST_ABSENCES)
        _check_cap(_CAP, before.zone, wanted, MOST_AWAY, away)
        return replace(before, away=away)

    before = players.load_profile(env.store, player)
    spent = [rates.spend(env, ANNOUNCEMENTS, player)] if work(before) != before else []
    return _shown(env, accounts.change(env, player, work, (*also, *spent)))


def _wanted(since: int, until: int, now: int) -> Away:
    """An absence as it was asked for. Raises InvalidMatchError."""
    begins = since or now
    if begins < now - SKEW:
        raise InvalidMatchError("An absence begins now or later.", "from")
    begins = max(begins, now)
    if begins > now + AHEAD:
        raise InvalidMatchError("An absence begins within a year.", "from")
    if until <= begins:
        raise InvalidMatchError("An absence ends after it begins.", "until")
    if until - begins < SHORTEST:
        raise InvalidMatchError("An absence lasts at least an hour.", "until")
    if until - begins > LONGEST:
        raise InvalidMatchError("An absence lasts 120 days at most.", "until")
    return begins, until


def _kept(away: Iterable[Away], now: int) -> list[Away]:
    return [each for each in away if each[1] > now - KEPT]


def _check_cap(pattern: str, zone: str, wanted: Away, cap: int, away: Iterable[Away]) -> None:
    """Refuse absences that last too long in a year, with the days that are left without what is wanted.

    Raises InvalidMatchError.
    """
    absences = pace.merged(away)
    year = pace.over_cap(absences, cap, zone)
    if year is not None:
        others = [part for each in absences for part in _without(each, wanted)]
        used = pace.away_seconds(others, zone).get(year, 0)
        raise InvalidMatchError(pattern, "until", days=cap, left=max(cap * DAY - used, 0) // DAY, year=year)


def _without(away: Away, other: Away) -> list[Away]:
    """What is left of an absence without another, which may lie inside it."""
    before, after = (away[0], min(away[1], other[0])), (max(away[0], other[1]), away[1])
    return [part for part in (before, after) if part[0] < part[1]]


def withdraw(env: Env, player: str, absence: str) -> None:
    """End an absence that has begun, or call one off that has not.

    Raises AbsenceNotFoundError (none of this id, or over already), UnknownPlayerError, BusyError.
    """
    now = env.clock.now()

    def work(before: Profile) -> Profile:
        found = [each for each in before.away if str(each[0]) == absence and each[1] > now]
        if not found:
            raise AbsenceNotFoundError
        return replace(before, away=tuple(_ended(before.away, now, found)))

    accounts.change(env, player, work)


def _ended(away: Iterable[Away], now: int, which: Sequence[Away]) -> Iterable[Away]:
    """The absences, of which these are over at this moment or never begin."""
    for since, until in away:
        if (since, until) not in which:
            yield since, until
        elif since < now:
            yield since, min(until, now)


def announce_here(env: Env, match_id: str, since: int, until: int, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Announce that the caller will be away in this match alone; times are as in `announce`.

    Raises MatchNotFoundError, NotYourSeatError, MatchOverError, WrongStatusError (given up), InvalidMatchError,
    UnknownPlayerError, TooManyRequestsError, BusyError, AlreadyStoredError.
    """
    wanted = _wanted(since, until, env.clock.now())

    def more(match: Match, seat: int, profile: Profile) -> tuple[Away, ...]:
        apart = pace.merged((*match.roster.seats[seat].apart, wanted))
        _check_here(match, profile, wanted, (*profile.away, *apart))
        return apart

    return _changed_here(env, match_id, caller, more, also, counted=True)


def return_here(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """End the caller's absence that was announced for this match alone, and call off those that have not begun.

    Raises MatchNotFoundError, NotYourSeatError, MatchOverError, WrongStatusError (given up), AbsenceNotFoundError,
    UnknownPlayerError, BusyError, AlreadyStoredError.
    """
    tried: list[int] = []

    def fewer(match: Match, seat: int, _: Profile) -> tuple[Away, ...]:
        now, apart = env.clock.now(), match.roster.seats[seat].apart
        coming = [each for each in apart if each[1] > now]
        if not coming and not tried:
            raise AbsenceNotFoundError
        tried.append(seat)
        return tuple(_ended(apart, now, coming))

    return _changed_here(env, match_id, caller, fewer, also)


Change = Callable[[Match, int, Profile], tuple[Away, ...]]
"""Gives what a seat's absences in its match alone are to be. A second time it changes nothing."""


def _changed_here(
    env: Env, match_id: str, caller: Caller, change: Change, also: Sequence[Write], *, counted: bool = False
) -> Match:
    """The match with other absences of the caller's in it alone; `counted` says that it is an announcement."""

    def work() -> Match:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        _going_on(env, match, seat)
        profile = players.load_profile(env.store, match.roster.seats[seat].player)
        sitter = replace(match.roster.seats[seat], apart=change(match, seat, profile))
        wanted = copied(sitter, profile, match.roster.pace, match.roster.created)
        step = next_step(match, seat, wanted, env.clock.now())
        after, writes = take(env, match, seat, step) if step else (match, [])
        if step and counted:
            writes.append(rates.spend(env, ANNOUNCEMENTS, profile.id))
        if writes or also:
            commit(env, writes, also)
        return after

    _up_to_date(env, match_id, caller)  # so that the one step left is this one
    return attempt(env, work)


def _up_to_date(env: Env, match_id: str, caller: Caller) -> None:
    def read() -> Profile:
        match = repository.load(env, match_id)
        return players.load_profile(env.store, match.roster.seats[own_seat(match, caller)].player)

    bring_up_to_date(env, attempt(env, read), match_id)


def _going_on(env: Env, match: Match, seat: int) -> None:
    """Refuse where nobody waits for this seat any more. Raises MatchOverError, WrongStatusError."""
    if match.head.status == "cancelled":
        raise MatchOverError("The match was called off before it started.")
    if match.head.status == "over":
        raise MatchOverError("The match is over.")
    if match.head.status == "running" and has_left(repository.rules(env, match.roster), match, seat):
        raise WrongStatusError("You gave up in this match.")


def _check_here(match: Match, profile: Profile, wanted: Away, away: Iterable[Away]) -> None:
    """Refuse more days than the match allows. Raises InvalidMatchError."""
    roster = match.roster
    ours = tuple((max(since, roster.created), until) for since, until in away if until > roster.created)
    _check_cap(_CAP_HERE, profile.zone, wanted, roster.pace.absence_days, ours)
