"""Deciding in a running match: play, retract, resign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chalicelib.matches import pace, repository, submission
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import (
    AlreadyRevealedError,
    MatchNotFoundError,
    NotYourSeatError,
    OutOfTimeError,
    StaleDecisionError,
    WrongStatusError,
)
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.reading import may_see, own_seat
from chalicelib.matches.submission import Submission
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Env, Key, Write
from chalicelib.players.stored import Stored
from chalicelib.rules import MatchOverError, NothingToRetractError, NotToMoveError

HEARTBEAT = Key("S#sweep", "A")
STORED_HEARTBEAT = Stored("heartbeat")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was accepted for decision n: the canonical text, the version it made, and when (epoch seconds)."""

    n: int
    text: str
    version: int
    at: int


@dataclass(frozen=True, slots=True)
class Played:
    """A receipt, the match as it is now, and the newest row of its log if it is at hand."""

    receipt: Receipt
    match: Match
    row: LogRow | None = None


def heartbeat(env: Env) -> pace.Heartbeat:
    """When the sweep last finished a full pass, and when it was last silent."""
    item = env.store.get(HEARTBEAT)
    return pace.Heartbeat(**STORED_HEARTBEAT.body(item)) if item else pace.Heartbeat()


def _receipt(row: LogRow) -> Receipt:
    return Receipt(row.n, row.text, row.version, row.at)


def _own_seat(match: Match, caller: Caller, seat: int) -> None:
    if not may_see(match, caller):
        raise MatchNotFoundError
    if not 0 <= seat < len(match.roster.seats):
        raise MatchNotFoundError(f"This match has no seat {seat}.")
    if caller.seat_in(match) != seat:
        raise NotYourSeatError


def check_running(match: Match) -> None:
    """Refuse what only a match that runs has. Raises WrongStatusError, MatchOverError."""
    if match.head.status == "waiting":
        raise WrongStatusError("The match has not started yet.")
    if match.head.status == "cancelled":
        raise MatchOverError("The match was called off before it started.")
    if match.head.status != "running":
        raise MatchOverError("The match is over.")


def play(env: Env, match_id: str, seat: int, n: int, body: Submission, caller: Caller, language: str = "en") -> Played:
    """Play a move for decision n of a seat, or replace its sealed choice; the same submission again gets its receipt.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NotToMoveError, StaleDecisionError,
    MalformedMoveError, AmbiguousMoveError, IllegalMoveError, OutOfTimeError, BusyError.
    """
    mark = submission.fingerprint(body)

    def again() -> Played | None:
        row = repository.find_row(env, match_id, n, seat)
        return Played(_receipt(row), repository.load(env, match_id)) if row and row.print == mark else None

    def work() -> Played:
        match = repository.load(env, match_id)
        _own_seat(match, caller, seat)
        if repeated := _repeated(env, match, seat, n, body, mark, language):
            return repeated
        _open(match, seat, n)
        return _play(env, match, seat, n, body, mark, language)

    return attempt(env, work, again)


def _repeated(env: Env, match: Match, seat: int, n: int, body: Submission, mark: str, language: str) -> Played | None:
    if match.head.state is None or match.head.opened[seat] == n or not 0 < n <= match.head.version:
        return None
    row = repository.find_row(env, match.id, n, seat)
    if row is None:
        return None
    game = repository.rules(env, match.roster)
    if row.kind in ("moved", "sealed") and submission.same(game, match.head.state, row, body, mark, language):
        return Played(_receipt(row), match)
    if row.kind == "retired":
        raise OutOfTimeError("The time for this decision was up.")
    if match.roster.seats[seat].lent:
        return None  # whatever became of it, the seat has to be taken back first
    if row.kind == "expired":
        raise OutOfTimeError("The time for this decision was up, and a move was played for you.")
    raise StaleDecisionError("This decision was already answered in another way.")


def check_decides(match: Match, seat: int) -> None:
    """Refuse who has handed the seat to a bot, for now or for good. Raises NotToMoveError."""
    if match.roster.seats[seat].lent:
        raise NotToMoveError("A bot plays in your seat. Take the seat back first.", "lent")
    if match.roster.seats[seat].is_played_by_bot:
        raise NotToMoveError("You gave up, and a bot plays on in your seat.", "departed")


def _open(match: Match, seat: int, n: int) -> None:
    check_running(match)
    opened = match.head.opened[seat]
    check_decides(match, seat)
    if not opened:
        raise NotToMoveError("It is not your turn.")
    if opened != n:
        raise StaleDecisionError(f"Decision {n} is not open. Look at the match again.")


def _play(env: Env, match: Match, seat: int, n: int, body: Submission, mark: str, language: str) -> Played:
    game = repository.rules(env, match.roster)
    before = match.head.state
    if game.sealed(before, seat) is not None:
        before = game.retract(before, seat)
    move = submission.read(game, before, seat, body, language)
    turn = Turn(match, game, env.clock.now(), requester=seat)
    ruling = _judged(env, turn, seat)
    turn.play(seat, move, "played")
    _in_time(env, match, seat, ruling)
    hidden = game.sealed(turn.state, seat) is not None
    text = game.format(move)
    turn.go_on(bot_choice)
    head, row = turn.finish("sealed" if hidden else "moved", n, seat, text, mark)
    commit(env, repository.writes(match, head, row))
    return Played(_receipt(row), Match(match.roster, head), row)


def _judged(env: Env, turn: Turn, seat: int) -> pace.Ruling:
    """What holds for the open decision of a seat; one that an outage excuses has the more time in this commit."""
    deadline = turn.match.head.deadlines[seat]
    if not pace.overdue(deadline, turn.now):
        return pace.Ruling.OPEN
    found = pace.verdict(deadline, turn.now, heartbeat(env), turn.match.roster.hours(seat))
    if found.ruling is pace.Ruling.EXCUSED:
        turn.clocks.excuse(seat, found.deadline, turn.now)
    return found.ruling


def _in_time(env: Env, match: Match, seat: int, ruling: pace.Ruling) -> None:
    """Commit what becomes of a decision whose time is up. Raises OutOfTimeError, LostRaceError."""
    if ruling is not pace.Ruling.EXPIRED:
        return
    game = repository.rules(env, match.roster)
    if game.sealed(match.head.state, seat) is None:
        from chalicelib.matches.retiring import let_pass

        let_pass(env, match, seat)
    raise OutOfTimeError("The time for this decision was up.")


def retract(env: Env, match_id: str, seat: int, n: int, caller: Caller) -> Played:
    """Take back the sealed choice that decision n names, as long as its time is not up.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NothingToRetractError,
    AlreadyRevealedError, StaleDecisionError, OutOfTimeError, BusyError.
    """

    def again() -> Played | None:
        row = repository.find_row(env, match_id, n, seat)
        return Played(_receipt(row), repository.load(env, match_id)) if row and row.kind == "retracted" else None

    def work() -> Played:
        match = repository.load(env, match_id)
        _own_seat(match, caller, seat)
        if n != _opened(match, seat):
            return again() or _too_late(env, match, seat, n)
        check_running(match)
        check_decides(match, seat)
        turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester=seat)
        ruling = _judged(env, turn, seat)
        turn.retract(seat)
        _in_time(env, match, seat, ruling)
        head, row = turn.finish("retracted", n, seat)
        commit(env, repository.writes(match, head, row))
        return Played(_receipt(row), Match(match.roster, head), row)

    return attempt(env, work, again)


def _opened(match: Match, seat: int) -> int:
    return match.head.opened[seat] if match.head.opened else 0


def _too_late(env: Env, match: Match, seat: int, n: int) -> Played:
    game = repository.rules(env, match.roster)
    if match.head.state is None or not 0 < n <= match.head.version:
        raise NothingToRetractError("There is nothing to take back.")
    if game.sealed(match.head.state, seat) is not None:
        raise StaleDecisionError(f"Decision {n} is not the one that can be taken back. Look at the match again.")
    raise AlreadyRevealedError("The choice has been revealed and stands.")


def resign(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Played:
    """Give up the caller's seat.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, MatchOverError, NotToMoveError (left already),
    BusyError.
    """
    from chalicelib.matches.departed import uncalled

    tried: list[tuple[int, int]] = []

    def again() -> Played | None:
        for n, seat in tried:
            row = repository.find_row(env, match_id, n, seat)
            if row and row.kind == "resigned":
                return Played(_receipt(row), repository.load(env, match_id))
        return None

    def work() -> Played:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        check_running(match)
        turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester=seat)
        turn.resign(seat)
        turn.go_on(bot_choice)
        n = match.head.opened[seat] or turn.version
        tried.append((n, seat))
        head, row = turn.finish("resigned", n, seat, "resign")
        roster = turn.match.roster
        changed = roster if roster != match.roster else None
        rows = [*repository.writes(match, head, row, roster=changed), *uncalled(match.roster, roster)]
        commit(env, rows, also)
        return Played(_receipt(row), Match(roster, head), row)

    return attempt(env, work, again)
