"""Seats that are kept for somebody of whom only a mail address is known: what is stored beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from chalicelib.matches import pace, repository
from chalicelib.matches.errors import InvalidMatchError, WrongStatusError
from chalicelib.matches.events import LogRow, Owed
from chalicelib.matches.match import Match, Seat
from chalicelib.players import addresses, invitations, rates
from chalicelib.players.invitations import Invitation
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import Profile, clean_language, clean_name, is_guest

if TYPE_CHECKING:
    from chalicelib.matches.wish import SeatWish


ADDRESS = rates.Rate(
    "address", 2, pace.DAY, "You have invited this address several times today; please wait until tomorrow."
)
"""How often one player may invite one address: an invitation that is taken back does not wait for its answer."""


def guest(env: Env, wish: SeatWish, inviter: Profile, name: str = "") -> Seat:
    """The seat that is kept for whoever has this address; `name` is its id ("": a fresh one).

    Raises InvalidProfileError.
    """
    called = clean_name(wish.name) if wish.name else ""
    language = clean_language(wish.language) if wish.language else inviter.language
    return Seat("reserved", name or invitations.new_id(env), called, language)


def all_kept(env: Env, match: Match, wished: Sequence[SeatWish], inviter: Profile) -> list[Write]:
    """What keeps the seats of all guests of a new match. Raises what `kept` raises."""
    found: list[Write] = []
    known: set[str] = set()
    for number, wish in enumerate(wished):
        if wish.kind == "invite":
            address = addresses.normalise(wish.email)
            if address in known:
                raise InvalidMatchError("Nobody can sit on two seats of one match.", f"seats.{number}.email")
            known.add(address)
            found += kept(env, match, number, match.roster.seats[number], address, inviter)
    return found


def kept(env: Env, match: Match, number: int, seat: Seat, address: str, inviter: Profile) -> list[Write]:
    """What keeps a seat for a guest with this address.

    Raises InvalidAddressError, InvalidMatchError (one's own), WrongStatusError (invited already by the same player),
    TooManyRequestsError.
    """
    normal = addresses.normalise(address)
    if normal == inviter.email:
        raise InvalidMatchError("This is your own address: take a seat yourself.", "email")
    if invitations.is_known(env, normal, inviter.id):
        raise WrongStatusError("You have invited this address before, and it has not answered yet.")
    now, until = env.clock.now(), pace.unstarted(match.roster.created)
    made = Invitation(seat.player, match.id, number, inviter.id, normal, seat.language, now, until)
    counted = rates.spend(env, ADDRESS, f"{inviter.id}/{addresses.digest(normal)}")
    return [*invitations.made(made), counted]


def released(env: Env, seats: Iterable[Seat]) -> list[Write]:
    """What goes with guests' seats of a match that are kept for them no longer.

    The address is free for the next invitation that waits for it, and that is mailed.
    """
    ids = [seat.player for seat in seats if seat.kind == "reserved" and is_guest(seat.player)]
    gone = [found for each in ids if (found := invitations.find(env, each))]
    return [*invitations.forgotten(gone), *_owed(env, gone)]


def _owed(env: Env, gone: Sequence[Invitation]) -> list[Write]:
    if not gone:
        return []
    now, last = env.clock.now(), gone[-1].id
    found: list[Write] = []
    for each in invitations.next_after(env, gone):
        # n is 0, so that this notice is not taken for the one that was dropped while another invitation was first
        row = LogRow(now, 0, 0, each.seat, "invited", owed=(Owed("invitation", each.seat, each.id, 0),))
        found.append(repository.notice(each.match, row, f"after-{last}"))
    return found
