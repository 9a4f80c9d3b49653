"""Bringing one match up to now: what is due in it is judged and stored, one commit after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chalicelib.matches import pace, repository
from chalicelib.matches.clock import Clocks
from chalicelib.matches.commit import LostRaceError, commit
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.events import TABLE, LogRow, Owed
from chalicelib.matches.joining import call_off
from chalicelib.matches.match import Head, Match
from chalicelib.matches.pace import Heartbeat
from chalicelib.matches.retiring import carry_on, expire_seat, left_over
from chalicelib.players.ports import Env

ROUNDS = 24
"""So many commits are made for one match at most; what is left stays due for the next sweep."""

TimeLeft = Callable[[], bool]
"""Says whether there is time for another step.

It takes 12 s at most: a match is read, which DynamoDB is asked for twice, and committed, each with 4 s to answer.
"""


@dataclass(slots=True)
class Settled:
    """What was done for one match, or for many: seats expired, excused and reminded, matches continued and called off.

    `failed` names the matches that could not be settled, and why; `complete` says whether there was time for all.
    """

    expired: int = 0
    excused: int = 0
    reminded: int = 0
    continued: int = 0
    cancelled: int = 0
    failed: list[str] = field(default_factory=list)
    complete: bool = True

    def add(self, other: Settled) -> None:
        """Count what was done for others too."""
        for name in ("expired", "excused", "reminded", "continued", "cancelled"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.failed += other.failed
        self.complete = self.complete and other.complete


def settle(env: Env, match_id: str, last: Heartbeat, time_left: TimeLeft) -> Settled:
    """Bring one match up to now; what fails is named and left for the next sweep.

    It is read once; each further commit goes on from the one before, unless somebody else was faster.
    """
    done, match = Settled(), None
    try:
        for _ in range(ROUNDS):
            if not time_left():
                done.complete = False
                break
            try:
                match = _step(env, match or repository.load(env, match_id), done, last)
            except LostRaceError:
                match = None  # somebody moved at this moment: look again
            else:
                if match is None:
                    break
    except MatchNotFoundError:
        pass
    except Exception as error:  # noqa: BLE001 - one match that cannot be read must not stop the clock of all others
        done.failed.append(f"{match_id}: {type(error).__name__}")
    return done


def _step(env: Env, match: Match, done: Settled, last: Heartbeat) -> Match | None:
    """One commit, if anything is due in the match: the match after it; None where there is nothing more to do."""
    now, head = env.clock.now(), match.head
    if not head.due or now < head.due:
        return None
    if head.status == "waiting":
        call_off(env, match)
        done.cancelled += 1
        return None
    if left_over(env, match, range(len(match.roster.seats))):
        after = carry_on(env, match)
        done.continued += 1
        return after
    late = _late_seats(env, match, now)
    judged = {seat: judge(match, seat, now, last) for seat in late}
    excused = {seat: found.deadline for seat, found in judged.items() if found.ruling is pace.Ruling.EXCUSED}
    if excused:
        after = _excused(env, match, excused)
        done.excused += len(excused)
    elif late:
        after = expire_seat(env, match, late[0])
        done.expired += 1
    elif reminded := _reminded(env, match, now):
        after = reminded
        done.reminded += 1
    else:
        after = carry_on(env, match)  # nothing was left but the due key, which this sets anew
        done.continued += 1
    return after


def judge(match: Match, seat: int, now: int, last: Heartbeat) -> pace.Verdict:
    """What holds for the open decision of a seat at this moment."""
    return pace.verdict(match.head.deadlines[seat], now, last, match.roster.hours(seat))


def _late_seats(env: Env, match: Match, now: int) -> list[int]:
    """The seats that people have kept waiting."""
    to_move = repository.rules(env, match.roster).to_move(match.head.state)
    return [seat for seat in to_move if pace.overdue(match.head.deadlines[seat], now)]


def _excused(env: Env, match: Match, excused: dict[int, int]) -> Match:
    """Move the deadlines that fell into an outage of the sweep."""
    head, clocks = match.head, Clocks.of(match.roster, match.head)
    for seat, deadline in excused.items():
        clocks.excuse(seat, deadline, env.clock.now())
    due = clocks.due(repository.rules(env, match.roster).to_move(head.state))
    begun, deadlines = tuple(clocks.begun), tuple(clocks.deadlines)
    return _kept(env, match, replace(head, version=head.version + 1, begun=begun, deadlines=deadlines, due=due))


def _kept(env: Env, match: Match, head: Head, row: LogRow | None = None) -> Match:
    """Store the next head, and a row that owes notices but is no part of the log."""
    notices = [repository.notice(match.id, row, row.kind)] if row else []
    commit(env, [*repository.writes(match, head, None), *notices])
    return Match(match.roster, head)


def _reminded(env: Env, match: Match, now: int) -> Match | None:
    """Owe reminders to those whose time for it has come; None where there are none.

    Where several have come for one decision, as after an outage, it is one reminder.
    """
    head, clocks = match.head, Clocks.of(match.roster, match.head)
    to_move = repository.rules(env, match.roster).to_move(head.state)
    due = [seat for seat in to_move if 0 < clocks.reminder(seat) <= now]
    if not due:
        return None
    for seat in due:
        clocks.remind(seat, now)
    owed = tuple(Owed("reminder", seat, match.roster.seats[seat].player, head.opened[seat]) for seat in due)
    version = head.version + 1
    row = LogRow(now, version, version, TABLE, "reminded", owed=owed)
    after = replace(head, version=version, reminded=tuple(clocks.reminded), due=clocks.due(to_move))
    return _kept(env, match, after, row)
