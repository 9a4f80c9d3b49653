"""The clock of the service: what falls due is found through the work index and judged match by match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace

from chalicelib.matches import pace, repository
from chalicelib.matches.clock import Clocks
from chalicelib.matches.commit import LostRaceError, commit
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.events import TABLE, LogRow, Owed
from chalicelib.matches.match import Match
from chalicelib.matches.pace import Heartbeat
from chalicelib.matches.playing import HEARTBEAT, STORED_HEARTBEAT, expire_seat, heartbeat
from chalicelib.matches.seating import call_off
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Env, Put

PAGE = 100
ROUNDS = 24
"""So many commits one sweep makes for one match at most; what is left stays due for the next."""
BEAT = 30
"""The heartbeat is written at most once in so many seconds, however often the sweep runs."""


TimeLeft = Callable[[], bool]
"""Says whether there is time for another step.

It takes 12 s at most: a match is read, which DynamoDB is asked for twice, and committed, each with 4 s to answer.
"""


@dataclass(slots=True)
class Sweep:
    """What one sweep did: seats expired, deadlines excused, matches it could not settle.

    `due` counts the matches found due as it began, `oldest` says for how many seconds the one that was due longest had
    been so; `complete` whether it came to all of them.
    """

    due: int = 0
    oldest: int = 0
    expired: int = 0
    excused: int = 0
    reminded: int = 0
    continued: int = 0
    cancelled: int = 0
    failed: list[str] = field(default_factory=list)
    complete: bool = True


class _OutOfTimeError(Exception):
    """There may be too little time for another step."""


def sweep(env: Env, time_left: TimeLeft = lambda: True) -> Sweep:
    """Settle every match that is due, longest first, until `time_left` says no; a full pass is noted as the heartbeat.

    A match that cannot be settled is named in `failed` and does not keep the heartbeat back: it would excuse
    every late move everywhere.
    """
    done, now, last = Sweep(), env.clock.now(), heartbeat(env)
    try:
        for match_id in _found(env, now, done, time_left):
            settle(env, match_id, done, last, time_left)
        _check(time_left)
    except _OutOfTimeError:
        done.complete = False
        return done
    if now - last.at >= BEAT:
        env.store.commit([Put(STORED_HEARTBEAT.item(HEARTBEAT, asdict(last.beat(now))))])
    return done


def _check(time_left: TimeLeft) -> None:
    if not time_left():
        raise _OutOfTimeError


def _found(env: Env, now: int, done: Sweep, time_left: TimeLeft) -> list[str]:
    """The matches that are due, longest first. All are looked for before the first is settled, so as to be counted."""
    found: list[tuple[int, str]] = []
    for due, match_id in _due(env, now, time_left):
        found.append((due, match_id))
        done.due += 1
        done.oldest = max(done.oldest, now - due)
    return [match_id for _, match_id in sorted(found)]


def _due(env: Env, now: int, time_left: TimeLeft) -> Iterator[tuple[int, str]]:
    """The matches that the index calls due, and since when; each is loaded before that is believed."""
    for number in range(repository.SHARDS):
        shard, after, more = f"{repository.DUE}#{number}", None, True
        while more:
            _check(time_left)
            hints = env.store.index("work", shard, up_to=f"{now:010d}$", after=after, limit=PAGE)
            yield from ((int(hint.place[:10]), hint.partition.removeprefix("M#")) for hint in hints)
            more = len(hints) == PAGE
            after = hints[-1].place if hints else None


def settle(env: Env, match_id: str, done: Sweep, last: Heartbeat, time_left: TimeLeft) -> None:
    """Bring one match up to now, one commit after the other; what fails is named and left for the next sweep."""
    try:
        for _ in range(ROUNDS):
            _check(time_left)
            if not _tried(env, match_id, done, last):
                return
    except _OutOfTimeError:
        raise
    except Exception as error:  # noqa: BLE001 - one match that cannot be read must not stop the clock of all others
        done.failed.append(f"{match_id}: {type(error).__name__}")


def _tried(env: Env, match_id: str, done: Sweep, last: Heartbeat) -> bool:
    try:
        return _step(env, repository.load(env, match_id), done, last)
    except MatchNotFoundError:
        return False
    except LostRaceError:
        return True  # somebody moved at this moment: look again


def _step(env: Env, match: Match, done: Sweep, last: Heartbeat) -> bool:
    """One commit, if anything is due in the match; whether there may be more."""
    now, head = env.clock.now(), match.head
    if not head.due or now < head.due:
        return False
    if head.status == "waiting":
        call_off(env, match)
        done.cancelled += 1
        return False
    late = _late_seats(env, match, now)
    judged = {seat: pace.verdict(head.deadlines[seat], now, last) for seat in late}
    excused = {seat: found.deadline for seat, found in judged.items() if found.ruling is pace.Ruling.EXCUSED}
    if excused:
        _excuse(env, match, excused)
        done.excused += len(excused)
    elif late:
        expire_seat(env, match, late[0])
        done.expired += 1
    elif _remind(env, match, now):
        done.reminded += 1
    else:
        _go_on(env, match)
        done.continued += 1
    return True


def _late_seats(env: Env, match: Match, now: int) -> list[int]:
    to_move = repository.rules(env, match.roster).to_move(match.head.state)
    deadlines = match.head.deadlines
    return [seat for seat in to_move if pace.overdue(deadlines[seat], now)]


def _excuse(env: Env, match: Match, excused: dict[int, int]) -> None:
    """Move the deadlines that fell into an outage of the sweep."""
    head = match.head
    clocks = Clocks.of(match.roster, head)
    for seat, deadline in excused.items():
        clocks.begun[seat] += deadline - head.deadlines[seat]
        clocks.deadlines[seat] = max(deadline, clocks.deadline(seat))
    due = clocks.due(repository.rules(env, match.roster).to_move(head.state))
    begun, deadlines = tuple(clocks.begun), tuple(clocks.deadlines)
    after = replace(head, version=head.version + 1, begun=begun, deadlines=deadlines, due=due)
    commit(env, repository.writes(match, after, None))


def _remind(env: Env, match: Match, now: int) -> bool:
    """Owe reminders to those whose time for it has come; whether there were any.

    Where several have come for one decision, as after an outage, it is one reminder.
    """
    head, clocks = match.head, Clocks.of(match.roster, match.head)
    to_move = repository.rules(env, match.roster).to_move(head.state)
    due = [seat for seat in to_move if 0 < clocks.reminder(seat) <= now]
    if not due:
        return False
    for seat in due:
        clocks.remind(seat, now)
    owed = tuple(Owed("reminder", seat, match.roster.seats[seat].player, head.opened[seat]) for seat in due)
    version = head.version + 1
    row = LogRow(now, version, version, TABLE, "reminded", owed=owed)
    after = replace(head, version=version, reminded=tuple(clocks.reminded), due=clocks.due(to_move))
    commit(env, [*repository.writes(match, after, None), repository.notice(match.id, row, "reminded")])
    return True


def _go_on(env: Env, match: Match) -> None:
    """Play the forced moves and bots' moves that the commit before left over."""
    turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester=None)
    turn.go_on(bot_choice)
    head, row = turn.finish("continued", turn.version, TABLE)
    commit(env, repository.writes(match, head, row))
