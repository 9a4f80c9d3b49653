"""What becomes of the seats of somebody who deleted their account: none is kept, played on or called by their name."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.matches import repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.copies import forgotten
from chalicelib.matches.departed import has_left
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError, WrongStatusError
from chalicelib.matches.joining import leave
from chalicelib.matches.match import Match, Seat
from chalicelib.matches.retiring import retire
from chalicelib.players.ports import Env, Write


def leave_for_good(env: Env, player: str, match_id: str) -> None:
    """Take somebody whose account is gone out of a match, and the match off their list.

    A seat at a table that waits is given back; one in a match that runs is given up as after too many missed deadlines;
    whatever is left of it forgets the name. Raises BusyError, UnreadableMatchError, NewerFormatError.
    """
    while attempt(env, lambda: _step(env, player, match_id)):
        pass


def _step(env: Env, player: str, match_id: str) -> bool:
    """One commit; whether there may be more to do. Raises LostRaceError."""
    try:
        match = repository.load(env, match_id)
    except MatchNotFoundError:
        env.store.commit([repository.no_seat_row(player, match_id)])
        return False
    taken = match.seat_of(player)
    if match.head.status == "waiting" and (taken is not None or match.reserved_for(player) is not None):
        return _given_back(env, player, match_id)
    if match.head.status == "running" and taken is not None and _plays(env, match, taken):
        retire(env, match, taken)
        return True
    commit(env, [*_forgotten(match, player), repository.no_seat_row(player, match_id)])
    return False


def _plays(env: Env, match: Match, seat: int) -> bool:
    """Whether the match waits for the player of a seat: no bot plays there, and it was not given up."""
    is_lent = match.roster.seats[seat].is_played_by_bot
    return not is_lent and not has_left(repository.rules(env, match.roster), match, seat)


def _given_back(env: Env, player: str, match_id: str) -> bool:
    """Leave a table that waits. In a private match that keeps the seat, to be declined in the next step."""
    try:
        leave(env, player, match_id)
    except (NotYourSeatError, WrongStatusError):
        return True  # it has started, or was called off, in between
    return True


def _forgotten(match: Match, player: str) -> list[Write]:
    """What stores the match without the name and the ways of somebody who is gone, whose links open nothing more."""
    roster = match.roster
    seats = tuple(_nameless(seat) if seat.player == player else seat for seat in roster.seats)
    gave = tuple(replace(each, name="") if each.player == player else each for each in roster.handovers)
    if (seats, gave) == (roster.seats, roster.handovers):
        return []
    head = replace(match.head, version=match.head.version + 1)
    return repository.writes(match, head, None, roster=replace(roster, seats=seats, handovers=gave))


def _nameless(seat: Seat) -> Seat:
    """The seat without what it has copied of its player; that the player has been somebody stays."""
    return replace(forgotten(seat), epoch=seat.epoch + 1) if seat.name else seat
