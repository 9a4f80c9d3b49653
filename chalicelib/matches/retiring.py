"""Deadlines that pass: what is played for a seat then, and what becomes of it after some in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from chalicelib.matches import repository
from chalicelib.matches.commit import commit
from chalicelib.matches.departed import uncalled
from chalicelib.matches.ending import gave_up
from chalicelib.matches.events import TABLE, Kind
from chalicelib.matches.match import Match
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.players.ports import Env


def left_over(env: Env, match: Match, seats: Iterable[int]) -> bool:
    """Whether a decision of one of these seats plays by itself, however late: it was ordered, or forced, in time."""
    return Turn(match, repository.rules(env, match.roster), env.clock.now(), None).is_left_over(seats)


def carry_on(env: Env, match: Match) -> Match:
    """Play what the commit before left over: forced moves, bots' moves, and what was ordered. Raises LostRaceError."""
    turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester=None)
    turn.go_on(bot_choice)
    head, row = turn.finish("continued", turn.version, TABLE)
    commit(env, repository.writes(match, head, row))
    return Match(match.roster, head)


def let_pass(env: Env, match: Match, seat: int) -> None:
    """Store what becomes of a decision once its time is up: it plays by itself, or expires. Raises LostRaceError."""
    if left_over(env, match, [seat]):
        carry_on(env, match)
    else:
        expire_seat(env, match, seat)


def expire_seat(env: Env, match: Match, seat: int) -> Match:
    """Let the time of a seat's decision be up; the row takes the place that a late move would. Raises LostRaceError."""
    return _stored(env, match, seat, expire)


def retire(env: Env, match: Match, seat: int) -> Match:
    """Take a seat from its player as the last deadline missed would, at once and whether a decision is open or not.

    Raises LostRaceError, MatchOverError, NotToMoveError (it has left already).
    """
    return _stored(env, match, seat, take)


def _stored(env: Env, match: Match, seat: int, happens: Callable[[Turn, int], tuple[Kind, str]]) -> Match:
    turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester=None)
    kind, text = happens(turn, seat)
    opened = match.head.opened[seat]
    if opened or not turn.match.roster.seats[seat].lent:  # a decision that opened now would be by the n of this row
        turn.go_on(bot_choice)
    head, row = turn.finish(kind, opened or turn.version, seat, text)
    roster = turn.match.roster
    rows = repository.writes(match, head, row, roster=roster if roster != match.roster else None)
    commit(env, [*rows, *uncalled(match.roster, roster)])
    return Match(roster, head)


def expire(turn: Turn, seat: int) -> tuple[Kind, str]:
    """Play what the game has for a seat whose time is up, or take the seat from its player; the row's kind and text.

    Its player is told of the decision that is gone, unless this commit tells of a new one or of the end.
    """
    turn.owe("timed_out", [seat], n=turn.opened[seat])
    if is_last(turn.match, seat):
        return take(turn, seat)
    move = turn.game.timeout_move(turn.state, seat)
    turn.play(seat, move, "timeout")
    return "expired", turn.game.format(move)


def is_last(match: Match, seat: int) -> bool:
    """Whether the seat is its player's no more when the deadline of its open decision passes."""
    return match.head.misses[seat] + 1 >= match.roster.pace.misses


def take(turn: Turn, seat: int) -> tuple[Kind, str]:
    """Take a seat from its player, as the match was set up, and tell the others; the row's kind and text.

    A call for a substitute stands. Where only those are left who lent their seats, it is given up to them.
    """
    then = turn.match.roster.pace.then
    if then == "resign":
        turn.resign(seat, "expelled")
    else:
        turn.lend(seat, retired=True, wanted=then == "substitute" or turn.match.roster.seats[seat].wanted)
    is_out = any(entry.seat == seat and entry.how == "expelled" for entry in turn.entries)
    seats = turn.match.roster.seats
    others = (each for each, sitter in enumerate(seats) if sitter.kind == "player" and not sitter.level)
    turn.owe("seat_changed", [each for each in others if each != seat and not gave_up(turn.game, turn.state, each)])
    return "retired", "resign" if is_out else then
