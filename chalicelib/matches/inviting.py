"""Inviting to a match that waits, by handle or by mail; and what is answered by somebody who has nothing but a mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from chalicelib.matches import guests, repository
from chalicelib.matches.commit import attempt
from chalicelib.matches.errors import InvalidMatchError, MatchNotFoundError, SeatTakenError, WrongStatusError
from chalicelib.matches.events import LogRow, Owed
from chalicelib.matches.join_links import own_match
from chalicelib.matches.joining import change_seats, checked_nonce, take, vacate
from chalicelib.matches.match import Match, Seat
from chalicelib.matches.seating import INVITATIONS, check_welcome, sitting
from chalicelib.matches.wish import SeatWish
from chalicelib.players import accounts, invitations, rates
from chalicelib.players.invitations import Invitation
from chalicelib.players.ports import Env, Put, Write
from chalicelib.players.profile import Profile, is_guest
from chalicelib.players.repository import load_profile

State = Literal["open", "accepted", "declined", "withdrawn", "called_off", "lapsed"]


def invite(
    env: Env, player: str, match_id: str, wish: SeatWish, seat: int | None = None, also: Sequence[Write] = ()
) -> Match:
    """Keep an open seat (the one asked for, else the first) of one's own match for a player, or for a mail's reader.

    Raises MatchNotFoundError, ForbiddenError (not one's own; across a block), WrongStatusError (started; invited
    before), SeatTakenError, InvalidMatchError, InvalidAddressError, InvalidProfileError, UnknownPlayerError,
    TooManyRequestsError, BusyError.
    """
    guest = invitations.new_id(env)

    def work() -> Match:
        match = own_match(env, player, match_id)
        number, me = _open_seat(match, seat), load_profile(env.store, player)
        spent = rates.spend(env, INVITATIONS, player)
        if wish.kind == "invite":
            kept = guests.guest(env, wish, me, guest)
            rows = guests.kept(env, match, number, kept, wish.email, me)
        else:
            kept = _known(env, match, me, wish.handle)
            rows = [repository.seat_row(kept.player, match)]
        return change_seats(env, match, {number: kept}, [*rows, _told(env, match, number, kept), spent], also)

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        mine = [each.player for each in match.roster.seats if each.kind == "reserved"]
        sought = guest if wish.kind == "invite" else accounts.find_player(env, wish.handle).id
        return match if sought in mine else None

    return attempt(env, work, lost)


def _open_seat(match: Match, wanted: int | None) -> int:
    seats = match.roster.seats
    if wanted is not None and wanted >= len(seats):
        raise MatchNotFoundError(f"This match has no seat {wanted}.")
    free = [number for number, seat in enumerate(seats) if seat.kind == "open" and wanted in (None, number)]
    if not free:
        raise SeatTakenError("This seat is taken." if wanted is not None else "Every seat is taken.")
    return free[0]


def _known(env: Env, match: Match, me: Profile, handle: str) -> Seat:
    """The seat that is kept for a player by handle."""
    invited = accounts.find_player(env, handle)
    if invited.id == me.id:
        raise InvalidMatchError("You need no invitation: take a seat yourself.", "handle")
    if match.seat_of(invited.id) is not None or match.reserved_for(invited.id) is not None:
        raise InvalidMatchError("Nobody can sit on two seats of one match.", "handle")
    check_welcome(env, me.id, invited.id)
    return sitting(invited, "reserved", match.roster.pace, match.roster.created)


def _told(env: Env, match: Match, number: int, seat: Seat) -> Put:
    """What owes the invited their notice."""
    version = match.head.version + 1
    owed = (Owed("invitation", number, seat.player, version),)
    return repository.notice(
        match.id, LogRow(env.clock.now(), version, version, number, "invited", owed=owed), "invited"
    )


def uninvite(env: Env, player: str, match_id: str, seat: int, also: Sequence[Write] = ()) -> Match:
    """Take an invitation to one's own match back: the seat is open then. Of an open one nothing changes.

    Raises MatchNotFoundError, ForbiddenError, WrongStatusError, SeatTakenError (somebody sits there), BusyError.
    """

    def work() -> Match:
        match = own_match(env, player, match_id)
        if seat >= len(match.roster.seats):
            raise MatchNotFoundError(f"This match has no seat {seat}.")
        kept = match.roster.seats[seat]
        if kept.kind == "open":
            return match
        if kept.kind != "reserved" or kept.player == player:
            raise SeatTakenError("Nobody is invited to this seat.")
        rows = [] if is_guest(kept.player) else [repository.no_seat_row(kept.player, match.id)]
        return change_seats(env, match, {seat: Seat("open")}, rows, also)

    return attempt(env, work)


@dataclass(frozen=True, slots=True)
class Asked:
    """An invitation as its mail's reader may see it, who is maybe no player; `match` is None once it is forgotten.

    `inviter` is a name ("": gone), `by` the player who accepted, `called` what the inviter calls the reader.
    """

    state: State
    match: Match | None = None
    inviter: str = ""
    until: int = 0
    by: str = ""
    called: str = ""


def asked(env: Env, token: str) -> Asked:
    """The invitation with this token. Raises UnknownInvitationError."""
    invitation = invitations.find(env, invitations.read_token(env, token)[0])
    if invitation is None:
        return Asked("lapsed")
    try:
        match = repository.load(env, invitation.match)
    except MatchNotFoundError:
        return Asked("lapsed")
    number = match.seat_of(invitation.inviter)
    inviter = match.roster.seats[number].name if number is not None else _name(env, invitation.inviter)
    called = match.roster.seats[invitation.seat].name if _is_kept(match, invitation) else ""
    return Asked(_state(env, match, invitation), match, inviter, invitation.until, invitation.by, called)


def _name(env: Env, player: str) -> str:
    from chalicelib.players.errors import UnknownPlayerError

    try:
        return load_profile(env.store, player, consistent=False).name
    except UnknownPlayerError:
        return ""


def _state(env: Env, match: Match, invitation: Invitation) -> State:
    if invitation.given:
        return invitation.given
    if match.head.status == "cancelled":
        return "lapsed" if match.head.ended >= invitation.until else "called_off"
    if env.clock.now() >= invitation.until:
        return "lapsed"
    return "open" if _is_kept(match, invitation) else "withdrawn"


def _is_kept(match: Match, invitation: Invitation) -> bool:
    seat = match.roster.seats[invitation.seat]
    return match.head.status == "waiting" and seat.kind == "reserved" and seat.player == invitation.id


def accept(env: Env, player: str, token: str, nonce: str = "", also: Sequence[Write] = ()) -> Match:
    """Take the seat that a mail invites to; a second time changes nothing. Starts a full match.

    Raises UnknownInvitationError, WrongStatusError (it is over; the player sits at this table already), ForbiddenError
    (across a block), InvalidMatchError, UnknownPlayerError, BusyError.
    """
    own = checked_nonce(nonce) if nonce else ""

    def work() -> Match:
        invitation, match = _standing(env, token)
        if invitation.given == "accepted" and match.seat_of(player) == invitation.seat:
            return match
        _check_open(env, match, invitation)
        if match.seat_of(player) is not None:
            raise WrongStatusError("You sit at this table already.")
        noted = invitations.answered(invitation, "accepted", player)
        return take(env, match, player, invitation.seat, own, also, [noted])

    return attempt(env, work)


def decline(env: Env, token: str) -> None:
    """Decline what a mail invites to; a second time changes nothing. Whoever invited is told.

    Raises UnknownInvitationError, WrongStatusError (it is over), BusyError.
    """

    def work() -> bool:
        invitation, match = _standing(env, token)
        if invitation.given != "declined":
            _check_open(env, match, invitation)
            vacate(env, match, invitation.seat, more=[invitations.answered(invitation, "declined")])
        return True

    attempt(env, work)


def never_again(env: Env, token: str) -> None:
    """Send the address of this mail no invitations any more, and decline this one, if it is still open.

    Raises UnknownInvitationError, BusyError.
    """
    invitations.silence(env, invitations.read_token(env, token)[1])
    try:
        decline(env, token)
    except WrongStatusError:
        return  # answered already, or over


_OVER = {
    "accepted": "This invitation was accepted already.",
    "declined": "This invitation was declined already.",
    "withdrawn": "This invitation was taken back.",
    "called_off": "The match was called off before it started.",
    "lapsed": "This invitation has lapsed.",
}


def _standing(env: Env, token: str) -> tuple[Invitation, Match]:
    invitation = invitations.find(env, invitations.read_token(env, token)[0])
    if invitation is None:
        raise WrongStatusError(_OVER["lapsed"])
    return invitation, repository.load(env, invitation.match)


def _check_open(env: Env, match: Match, invitation: Invitation) -> None:
    state = _state(env, match, invitation)
    if state != "open":
        raise WrongStatusError(_OVER[state])
