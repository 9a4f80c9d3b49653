"""Who may speak at a table, and who is told that somebody spoke."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chalicelib.matches import repository
from chalicelib.matches.departed import has_left
from chalicelib.matches.errors import ForbiddenError, NotYourSeatError
from chalicelib.matches.events import Owed
from chalicelib.matches.match import Caller, Match
from chalicelib.players.blocks import between
from chalicelib.players.ports import Env

GATHERED = 600
"""Seconds for which a notice waits, so that it tells all that is said meanwhile."""
MUTED = "Those who only watch may not talk while this match runs."


def speaker(env: Env, match: Match, caller: Caller) -> tuple[str, int | None]:
    """The player who wants to speak in a match that the caller may see, and their seat (None: they only watch).

    Raises NotYourSeatError (nobody is known by a link to another match), ForbiddenError.
    """
    seat = caller.seat_in(match)
    if seat is not None:
        return match.roster.seats[seat].player, seat
    if not caller.player:
        raise NotYourSeatError("You do not sit at this table.")
    if match.roster.muted and match.head.status == "running":
        raise ForbiddenError(MUTED)
    if between(env, caller.player, _players(match, range(len(match.roster.seats)))):
        raise ForbiddenError("You cannot talk at this table.")
    return caller.player, None


def told(env: Env, match: Match, player: str) -> tuple[str, ...]:
    """Who is told that this player spoke: the others who sit there, but for those who gave up or are blocked.

    What is over is given up by nobody any more.
    """
    others = [each for each in _players(match, _present(env, match)) if each != player]
    silent = between(env, player, others)
    return tuple(each for each in others if each not in silent)


def _present(env: Env, match: Match) -> list[int]:
    """The seats that nobody has given up in a match that runs; all of any other."""
    seats = range(len(match.roster.seats))
    if match.head.status != "running":
        return list(seats)
    game = repository.rules(env, match.roster)
    return [seat for seat in seats if not has_left(game, match, seat)]


def _players(match: Match, seats: Iterable[int]) -> list[str]:
    """Who sits on these seats, bots and those who have not joined yet left out."""
    sitting = (match.roster.seats[seat] for seat in seats)
    return [seat.player for seat in sitting if seat.kind == "player"]


def owed(match: Match, number: int, until: Mapping[str, int]) -> tuple[Owed, ...]:
    """The notices of a message to these players, none of which goes out before its time."""
    places = {seat.player: place for place, seat in enumerate(match.roster.seats) if seat.kind == "player"}
    return tuple(Owed("message", places[who], who, number, after) for who, after in until.items() if who in places)
