"""Requests to a running match that are no moves: worked out anew until their commit goes through, and done once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chalicelib.matches import repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.departed import has_left, uncalled
from chalicelib.matches.events import TABLE, Kind, LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.playing import check_running
from chalicelib.matches.reading import own_seat
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Env, Write
from chalicelib.rules import NotToMoveError


@dataclass(frozen=True, slots=True)
class Step:
    """What a request does to a match: a turn that has only to be finished, its row of the log, and other writes.

    A row whose `n` is that of an open decision stands where the answer to it would, and the match goes on by itself.
    Other rows (`n` is 0) bear the version that they make, so no decision of their seat may open by it.
    """

    turn: Turn
    kind: Kind
    seat: int = TABLE
    n: int = 0
    text: str = ""
    print: str = ""
    rows: tuple[Write, ...] = ()


def carry_out(env: Env, match_id: str, decide: Callable[[Match], Step | None], also: Sequence[Write] = ()) -> Match:
    """Let `decide` say what a request does to the match as it stands (None: nothing, it is so already), and store it.

    Raises what `decide` raises, MatchNotFoundError, BusyError.
    """
    tried: list[LogRow] = []

    def work() -> Match:
        match = repository.load(env, match_id)
        step = decide(match)
        if step is None:
            return match
        turn = step.turn
        if step.n:
            turn.go_on(bot_choice)
        head, row = turn.finish(step.kind, step.n or turn.version, step.seat, step.text, step.print)
        tried.append(row)
        roster = turn.match.roster
        changed = roster if roster != match.roster else None
        rows = [*repository.writes(match, head, row, roster=changed), *uncalled(match.roster, roster), *step.rows]
        commit(env, rows, also)
        return Match(roster, head)

    def lost() -> Match | None:
        stored = any(repository.find_row(env, match_id, row.n, row.seat) == row for row in tried)
        return repository.load(env, match_id) if stored else None

    return attempt(env, work, lost)


def turn_of(env: Env, match: Match, requester: int | None) -> Turn:
    """The beginning of a commit that the player of this seat asks for (None: somebody who does not sit there)."""
    return Turn(match, repository.rules(env, match.roster), env.clock.now(), requester)


def decision_of(match: Match, seat: int) -> int:
    """The n of a row that changes who decides for a seat: that of its open decision, which nobody can answer then.

    The decision is open by another n afterwards. Without one it is 0: there is nothing to go on with.
    """
    return match.head.opened[seat]


def seat_in_play(env: Env, match: Match, caller: Caller) -> int:
    """The caller's seat in a match that runs, which has not given up.

    Raises NotYourSeatError, MatchNotFoundError, WrongStatusError, MatchOverError, NotToMoveError.
    """
    seat = own_seat(match, caller)
    check_running(match)
    if has_left(repository.rules(env, match.roster), match, seat):
        raise NotToMoveError("You gave up this match.", "departed")
    return seat
