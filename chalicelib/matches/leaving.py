"""What becomes of the seats of somebody who deleted their account: none is kept, played on or called by their name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from chalicelib.matches import repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.copies import forgotten
from chalicelib.matches.departed import has_left
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.matches.joining import vacate
from chalicelib.matches.match import Caller, Match, Seat
from chalicelib.matches.retiring import carry_on, left_over, retire
from chalicelib.matches.substitution import end_call
from chalicelib.players.ports import Env, Write
from chalicelib.rules import MatchOverError


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
    place = match.reserved_for(player) if taken is None else taken
    if match.head.status == "waiting" and place is not None:
        vacate(env, match, place, gone=True)
        return True
    if match.head.status == "running" and taken is not None and _is_kept(env, match, taken):
        _given_up(env, match, taken)
        return True
    if match.called_for(player) is not None:
        return _declined(env, player, match_id)
    commit(env, [*_forgotten(match, player), repository.no_seat_row(player, match_id)])
    return False


def _is_kept(env: Env, match: Match, seat: int) -> bool:
    """Whether a seat is still its player's, who may have lent it to a bot: it has not gone where the match says."""
    sitter = match.roster.seats[seat]
    if has_left(repository.rules(env, match.roster), match, seat):
        return False
    return not sitter.retired or (match.roster.pace.then == "substitute" and not sitter.wanted)


def _given_up(env: Env, match: Match, seat: int) -> None:
    """Take the seat as after the last missed deadline; before that, what others have still to do by themselves.

    The row of a seat that is asked nothing must not lie where one about its next decision will. Raises LostRaceError.
    """
    if not match.head.opened[seat] and left_over(env, match, range(len(match.roster.seats))):
        carry_on(env, match)
    else:
        retire(env, match, seat)


def _declined(env: Env, player: str, match_id: str) -> bool:
    """Give back a seat that somebody at the table has kept for the player."""
    with suppress(NotYourSeatError, MatchOverError):  # it was taken back, or the match has ended, in between
        end_call(env, match_id, Caller(player))
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
