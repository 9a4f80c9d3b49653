"""At a table that waits: take a seat, give it back, set one's nonce; a match starts when its table is full."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from chalicelib.matches import guests, repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import (
    ForbiddenError,
    InvalidMatchError,
    MatchNotFoundError,
    NotYourSeatError,
    SeatTakenError,
    WrongStatusError,
)
from chalicelib.matches.events import TABLE, LogRow, Owed
from chalicelib.matches.match import NONCE_BYTES, Caller, Head, JoinLink, Match, Seat
from chalicelib.matches.reading import own_seat, visible
from chalicelib.matches.seating import first_turn, is_full, sitting
from chalicelib.players import blocks
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import is_guest
from chalicelib.players.repository import load_profile, seated

_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})*")
LEFT, DECLINED, GONE = "left", "declined", "gone"
"""What the row says of who went: they sat there, or a place was kept for them; or they have left the service."""
_ROLLED = "The match has started; a nonce counts only before that."


def join(
    env: Env,
    player: str,
    match_id: str,
    seat: int | None = None,
    also: Sequence[Write] = (),
    nonce: str = "",
    link: JoinLink | None = None,
) -> Match:
    """Take a seat: the one asked for, else the one kept for the player, else the first open one. Starts a full match.

    `nonce` is put into the dice first (as hex; "" for none). Joining again changes nothing but that. With the `link`
    of a private match its open seats can be taken.
    Raises MatchNotFoundError, SeatTakenError, ForbiddenError, InvalidMatchError, WrongStatusError,
    UnknownPlayerError, BusyError.
    """
    own = checked_nonce(nonce) if nonce else ""

    def work() -> Match:
        match = visible(env, match_id, Caller(player, join=link))
        sits = match.seat_of(player)
        if sits is not None:
            return _mixed_in(env, match, sits, own, also) if own else match
        return take(env, match, player, _free(match, player, seat), own, also)

    return attempt(env, work)


def take(
    env: Env, match: Match, player: str, number: int, nonce: str, also: Sequence[Write], more: Sequence[Write] = ()
) -> Match:
    """Sit down on a seat that is free for the player; one that was kept elsewhere at the table is open then.

    Raises ForbiddenError, UnknownPlayerError, LostRaceError, AlreadyStoredError.
    """
    check_company(env, match, player)
    profile = load_profile(env.store, player)
    seat = sitting(profile, "player", match.roster.pace, match.roster.created)
    changes = {number: _with_nonce(env, match, seat, nonce)}
    kept = match.reserved_for(player)
    if kept is not None and kept != number:
        changes[kept] = Seat("open")
    return change_seats(env, match, changes, [repository.seat_row(player, match), seated(profile), *more], also)


def check_company(env: Env, match: Match, player: str) -> None:
    """Refuse the table of people of whom one has blocked the other, whoever did. Raises ForbiddenError."""
    sitting_there = {seat.player for seat in match.roster.seats if seat.kind == "player"}
    if blocks.between(env, player, {match.roster.creator, *sitting_there}):
        raise ForbiddenError("You cannot sit at this table.")


def _with_nonce(env: Env, match: Match, seat: Seat, nonce: str) -> Seat:
    """The seat with this nonce, and when it got it: others can see who was the last to set one."""
    if seat.nonce == nonce:
        return seat
    return replace(seat, nonce=nonce, nonce_at=env.clock.now(), nonce_version=match.head.version + 1)


def _free(match: Match, player: str, wanted: int | None) -> int:
    seats = match.roster.seats
    if wanted is not None and not 0 <= wanted < len(seats):
        raise MatchNotFoundError(f"This match has no seat {wanted}.")
    if match.head.status == "cancelled":
        raise WrongStatusError("The match was called off before it started.")
    free = [number for number, seat in enumerate(seats) if seat.kind == "open"]
    kept = match.reserved_for(player)
    if kept is not None:
        free.insert(0, kept)
    if match.head.status != "waiting" or not free or (wanted is not None and wanted not in free):
        if wanted is not None and seats[wanted].kind == "reserved":
            raise ForbiddenError("This seat is kept for somebody else.")
        raise SeatTakenError("This seat is taken." if wanted is not None else "Every seat is taken.")
    return free[0] if wanted is None else wanted


def change_seats(
    env: Env,
    match: Match,
    changes: Mapping[int, Seat],
    rows: Sequence[Write] = (),
    also: Sequence[Write] = (),
    *,
    off: int | None = None,
    gone: bool = False,
) -> Match:
    """Store the match with seats changed; start it if that fills the table, or call it `off` for that seat's sake.

    `gone` says that whoever it was kept for has left the service.
    """
    seats = tuple(changes.get(number, seat) for number, seat in enumerate(match.roster.seats))
    roster = replace(match.roster, seats=seats)
    head, row = replace(match.head, version=match.head.version + 1), None
    freed = [seat for before, seat in zip(seats, match.roster.seats, strict=True) if before.player != seat.player]
    if off is not None:
        (head, row), freed = _called_off(env, match, off, gone=gone), list(match.roster.seats)
    elif match.head.status == "waiting" and is_full(Match(roster, head)):
        head, row = first_turn(env, Match(roster, match.head), next(iter(changes)))
    writes = [*repository.writes(match, head, row, roster=roster), *rows, *guests.released(env, freed)]
    commit(env, writes, also)
    return Match(roster, head)


def _called_off(env: Env, match: Match, seat: int, *, gone: bool) -> tuple[Head, LogRow]:
    """The end of a match that did not start, which is told to all who sit there or might, but the seat that did it."""
    now, version = match.moment(env.clock.now()), match.head.version + 1
    owed = tuple(
        Owed("called_off", number, sitter.player, version)
        for number, sitter in enumerate(match.roster.seats)
        if sitter.player and number != seat and not is_guest(sitter.player)
    )
    went, player = ("", "") if seat == TABLE else (_went(match, seat, gone=gone), match.roster.seats[seat].player)
    row = LogRow(now, version, version, seat, "cancelled", went, player, owed=owed, prev=match.head.last)
    head = replace(match.head, version=version, status="cancelled", due=0, ended=now, last=(version, seat), at=now)
    return head, row


def _went(match: Match, place: int, *, gone: bool) -> str:
    """What the row says of how a place becomes free; beside it stands whose it was."""
    if gone:
        return GONE
    return LEFT if match.roster.seats[place].kind == "player" else DECLINED


def call_off(env: Env, match: Match) -> Match:
    """End a match that did not start in time. Raises LostRaceError."""
    return change_seats(env, match, {}, off=TABLE)


def leave(env: Env, player: str, match_id: str, also: Sequence[Write] = ()) -> Match:
    """Give a seat back before the start, or decline the one that was kept. Who set the match up is told.

    The match is called off when its creator leaves a table where nobody else sits, or when somebody declines a seat of
    a private match, which nobody else can take.

    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError, BusyError.
    """
    left: list[int] = []

    def work() -> Match:
        match = visible(env, match_id, Caller(player))
        number = match.seat_of(player)
        place = match.reserved_for(player) if number is None else number
        if place is None:
            raise NotYourSeatError("You do not sit at this table.")
        check_waiting(match, "The match has started. To stop playing, resign.")
        left.append(match.head.version + 1)
        return vacate(env, match, place, also)

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        gone = bool(left) and match.head.version >= left[-1] and match.seat_of(player) is None
        return match if gone and (match.roster.visibility == "private" or match.reserved_for(player) is None) else None

    return attempt(env, work, lost)


def vacate(
    env: Env, match: Match, place: int, also: Sequence[Write] = (), more: Sequence[Write] = (), *, gone: bool = False
) -> Match:
    """Give up a place that was taken or kept, for good where its player has `gone` from the service.

    Raises LostRaceError, AlreadyStoredError.
    """
    after, player = Seat("open") if gone else _vacated(match, place), match.roster.seats[place].player
    rows: list[Write] = [] if after.player or is_guest(player) else [repository.no_seat_row(player, match.id)]
    if _is_deserted(match, place, after, gone=gone):
        return change_seats(env, match, {place: after}, [*rows, *more], also, off=place, gone=gone)
    told = _told_creator(env, match, place, gone=gone)
    return change_seats(env, match, {place: after}, [*rows, *told, *more], also)


def _told_creator(env: Env, match: Match, place: int, *, gone: bool) -> list[Write]:
    """What tells whoever set the match up that a place has become free, unless they made it so."""
    creator = match.roster.creator
    seat = match.seat_of(creator)
    if seat is None or seat == place:
        return []
    version = match.head.version + 1
    owed = (Owed("seat_changed", seat, creator, version),)
    left, player = _went(match, place, gone=gone), match.roster.seats[place].player
    row = LogRow(env.clock.now(), version, version, place, "vacated", left, player, owed=owed)
    return [repository.notice(match.id, row, "vacated")]


def is_called_off_without(match: Match, player: str) -> bool:
    """Whether the match would be called off if this player gave the seat back, or declined the one that is kept."""
    number = match.seat_of(player)
    place = match.reserved_for(player) if number is None else number
    return place is not None and _is_deserted(match, place, _vacated(match, place))


def _vacated(match: Match, place: int) -> Seat:
    """What stands where somebody left: an open seat, but in a private match one still kept for who left it."""
    seat = match.roster.seats[place]
    if match.roster.visibility == "private" and seat.kind == "player":
        return replace(seat, kind="reserved", nonce="", nonce_at=0, nonce_version=0)
    return Seat("open")


def _is_deserted(match: Match, place: int, after: Seat, *, gone: bool = False) -> bool:
    """Whether a table cannot fill any more.

    That somebody else was deleted is no answer to its creator, who can have another one take the place.
    """
    others = [seat for number, seat in enumerate(match.roster.seats) if number != place]
    left = match.roster.seats[place].player
    if match.roster.visibility == "private" and after.kind == "open" and (not gone or left == match.roster.creator):
        return not match.roster.is_linked and all(seat.kind != "open" for seat in others)
    return left == match.roster.creator and not any(seat.kind == "player" for seat in others)


def check_waiting(match: Match, otherwise: str) -> None:
    """Refuse what can only be done before the start. Raises WrongStatusError."""
    if match.head.status != "waiting":
        raise WrongStatusError(otherwise)


def set_nonce(env: Env, match_id: str, nonce: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Put the caller's own nonce (1 to 64 bytes as hex) into the dice of a match that has not started.

    Raises MatchNotFoundError, NotYourSeatError, InvalidMatchError, WrongStatusError, BusyError.
    """
    own = checked_nonce(nonce)

    def work() -> Match:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        check_waiting(match, _ROLLED)
        return _mixed_in(env, match, seat, own, also)

    return attempt(env, work)


def checked_nonce(nonce: str) -> str:
    """The nonce in lower case. Raises InvalidMatchError."""
    if not _HEX.fullmatch(nonce):  # bytes.fromhex passes over blanks and line breaks
        raise InvalidMatchError("A nonce is written in hexadecimal digits, two a byte.", "nonce")
    if not 1 <= len(nonce) // 2 <= NONCE_BYTES:
        raise InvalidMatchError(f"A nonce has 1 to {NONCE_BYTES} bytes.", "nonce")
    return nonce.lower()


def _mixed_in(env: Env, match: Match, seat: int, nonce: str, also: Sequence[Write]) -> Match:
    """The match with this nonce for a seat; a second time it changes nothing. Raises WrongStatusError."""
    sitter = match.roster.seats[seat]
    if sitter.nonce == nonce and not also:
        return match
    if sitter.nonce != nonce:
        check_waiting(match, _ROLLED)
    return change_seats(env, match, {seat: _with_nonce(env, match, sitter, nonce)}, (), also)


def revoke_links(env: Env, match_id: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Make every link that was mailed for the caller's seat worthless; the next mail has a new one.

    Raises MatchNotFoundError, NotYourSeatError, BusyError.
    """
    tried: list[tuple[int, int]] = []

    def work() -> Match:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        sitter = match.roster.seats[seat]
        tried.append((seat, sitter.epoch + 1))
        return change_seats(env, match, {seat: replace(sitter, epoch=sitter.epoch + 1)}, (), also)

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        return match if any(match.roster.seats[seat].epoch >= epoch for seat, epoch in tried) else None

    return attempt(env, work, lost)
