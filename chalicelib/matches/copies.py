"""What a seat has copied of its player, so that no move has to read the profile: name, language, hours, absences.

The copies are brought up to date in the background (spreading.py). What changes them never lets an open decision end
earlier, unless an absence ends earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from chalicelib.matches import pace, repository
from chalicelib.matches.clock import Clocks
from chalicelib.matches.departed import has_left
from chalicelib.matches.events import LogRow, Owed
from chalicelib.matches.match import Head, Match, Pace, Roster, Seat
from chalicelib.matches.pace import Away, Hours
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import Profile


@dataclass(frozen=True, slots=True)
class Step:
    """One commit on the way to a seat that is up to date.

    `told` is what the log has of it: from when until when somebody is away, "" that an absence is over before its time,
    None for nothing.
    """

    seat: Seat
    told: str | None = None


def copied(seat: Seat, profile: Profile, setting: Pace, since: int) -> Seat:
    """The seat as it is with what its player shows and prefers today; `since` is when the match was made."""
    return replace(
        seat,
        name=profile.name,
        language=profile.language,
        zone=profile.zone,
        quiet=profile.quiet,
        ladder=profile.reminders,
        away=counting((*profile.away, *seat.apart), setting, profile.zone, since),
    )


def forgotten(seat: Seat) -> Seat:
    """The seat without any of what it has copied of its player."""
    usual = Seat(seat.kind)
    return replace(
        seat,
        name=usual.name,
        language=usual.language,
        zone=usual.zone,
        quiet=usual.quiet,
        ladder=usual.ladder,
        away=usual.away,
        apart=usual.apart,
    )


def counting(away: Iterable[Away], setting: Pace, zone: str, since: int) -> tuple[Away, ...]:
    """Of these absences what stops a clock in a match that was made then: as many days a year as it allows."""
    ours = [(max(begins, since), ends) for begins, ends in away if ends > since]
    return pace.allowed(ours, setting.absence_days, zone)


def next_step(match: Match, number: int, wanted: Seat, now: int) -> Step | None:
    """The next commit that brings a seat to what is wanted of its copies; None if it is there.

    Every absence that is new has a commit of its own, since each is told.
    """
    before = match.roster.seats[number]
    if wanted == before:
        return None
    if match.head.status != "running":
        return Step(wanted)
    rest = replace(wanted, away=before.away, apart=before.apart)
    if rest != before:
        return Step(rest)
    added = [each for each in wanted.away if each[1] > now and each not in before.away]
    if added:
        return Step(replace(wanted, away=tuple(each for each in wanted.away if each not in added[1:])), told(added[0]))
    is_over = any(each[1] > now and each not in wanted.away for each in before.away)
    return Step(wanted, "" if is_over else None)


def told(away: Away) -> str:
    """An absence as the log has it: from when until when, by RFC 3339."""
    return " ".join(map(pace.stamp, away))


def take(env: Env, match: Match, number: int, step: Step) -> tuple[Match, list[Write]]:
    """The match after a step, and what stores that. Raises UnreadableMatchError."""
    now, version = match.moment(env.clock.now()), match.head.version + 1
    seats = tuple(step.seat if each == number else seat for each, seat in enumerate(match.roster.seats))
    roster, row = replace(match.roster, seats=seats), None
    head = replace(_rehoused(env, match, roster, number, now), version=version)
    if step.told is not None and not _has_left(env, match, number):
        owed = tuple(_owed(match, number, version))
        row = LogRow(now, version, version, number, "away", step.told, owed=owed, prev=match.head.last)
        head = replace(head, last=(version, number), at=now)
    return Match(roster, head), repository.writes(match, head, row, roster=roster)


def _has_left(env: Env, match: Match, number: int) -> bool:
    """Whether nobody waits for this seat any more, so that nobody has to know."""
    return has_left(repository.rules(env, match.roster), match, number)


def _owed(match: Match, absent: int, version: int) -> Iterable[Owed]:
    """That the others at the table are told, but for those who gave up."""
    for number, seat in enumerate(match.roster.seats):
        if number != absent and seat.kind == "player" and not seat.level:
            yield Owed("away", number, seat.player, version)


def _rehoused(env: Env, match: Match, roster: Roster, number: int, now: int) -> Head:
    """The head with the clocks of a seat that has other hours; what is due at this moment stays so."""
    head = match.head
    if head.status != "running":
        return head
    clocks, due = _clocks(match, roster, number, now), head.due
    if not 0 < due <= now:
        due = clocks.due(repository.rules(env, roster).to_move(head.state))
    return replace(head, deadlines=tuple(clocks.deadlines), reminded=tuple(clocks.reminded), due=due)


def _clocks(match: Match, roster: Roster, number: int, now: int) -> Clocks:
    head, before, after = match.head, match.roster.seats[number], roster.seats[number]
    clocks = Clocks.of(roster, head)
    if clocks.begun[number] and clocks.deadlines[number]:
        least = head.deadlines[number] + _moved(match, number, after.away)
        clocks.deadlines[number] = _settled(roster.hours(number), clocks.reckoned(number), least)
    if before.ladder != after.ladder:
        clocks.reminded[number] = 0
        clocks.remind(number, now)  # what would have come already under the new wish comes no more
    return clocks


def _settled(hours: Hours, anew: int, least: int) -> int:
    """A deadline that is `anew` by these hours, and not before `least`, moved out of their night if that is not far.

    One that was moved before, by other hours, could else be pushed on from night to night without end.
    """
    wanted = max(anew, least)
    settled = pace.settled(hours, wanted)
    return settled if settled <= anew + pace.DAY else wanted


def _moved(match: Match, number: int, away: tuple[Away, ...]) -> int:
    """By how many seconds absences alone move the deadline of a seat, zone and quiet hours being as they were."""
    seats = list(match.roster.seats)
    seats[number] = replace(seats[number], away=away)
    moved = Clocks.of(replace(match.roster, seats=tuple(seats)), match.head).reckoned(number)
    return moved - Clocks.of(match.roster, match.head).reckoned(number)
