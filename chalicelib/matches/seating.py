"""Before the first move: create a match, join it, leave it, set one's nonce; a match starts when its table is full."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chalicelib.matches import pace, repository
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
from chalicelib.matches.match import NONCE_BYTES, Caller, Head, Match, Roster, Seat, SeatKind, Successor
from chalicelib.matches.reading import own_seat, visible
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.matches.wish import Ground, check_wish, fresh, going_on
from chalicelib.matches.wish import MatchWish as MatchWish
from chalicelib.matches.wish import SeatWish as SeatWish
from chalicelib.players import accounts, rates
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import Profile, clean_name
from chalicelib.players.repository import load_profile, seated
from chalicelib.rules import commitment

if TYPE_CHECKING:
    from chalicelib.matches.fork import Start

_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})*")
_ROLLED = "The match has started; a nonce counts only before that."
BOT_NAMES = ("Pip", "Quill", "Parcel", "Inky", "Wax", "Stamp")
CREATIONS = rates.Rate("create", 60, pace.HOUR, "You have created many matches this hour; please wait a little.")
INVITATIONS = rates.Rate("invite", 10, pace.DAY, "You have invited many players today; please wait until tomorrow.")


def invitations_left(env: Env, player: str) -> int:
    """How many players more somebody may invite today."""
    return rates.left(env, INVITATIONS, player)


def create(env: Env, player: str, wish: MatchWish, also: Sequence[Write] = (), match_id: str = "") -> Match:
    """Create a match, and start it at once if its table is full. The promise of its dice is made here.

    `match_id` is for callers that have to know the id beforehand (new_id makes one).
    Raises InvalidMatchError, InvalidOptionError, UnknownPlayerError, TooManyRequestsError, BusyError; with an origin
    MatchNotFoundError, RecordNotFoundError, WrongStatusError (it has not ended), InvalidRecordError.
    """
    name, ready = match_id or new_id(env), list[tuple[MatchWish, Ground]]()

    def work() -> Match:
        if not ready:
            ready.append(_ready(env, player, wish))
        whole, ground = ready[0]
        profile = load_profile(env.store, player)
        match = _new(env, profile, whole, ground, name)
        return _store_new(env, match, profile, ground.start, also)

    def lost() -> Match | None:
        return repository.load(env, name) if repository.exists(env, name) else None

    return attempt(env, work, lost)


def _ready(env: Env, player: str, wish: MatchWish) -> tuple[MatchWish, Ground]:
    """The wish, checked and completed, and what is played on."""
    whole, ground = going_on(env, player, wish, wish.origin) if wish.origin else (wish, None)
    check_wish(env, whole)
    return whole, ground or fresh(env, whole)


def new_id(env: Env) -> str:
    """A fresh id for a match: 16 unguessable characters out of 0-9 a-z."""
    return env.ids.name(16).lower()


def _seat(env: Env, me: Profile, wish: SeatWish, number: int, match: MatchWish, version: int) -> Seat:
    if wish.kind == "me":
        return sitting(me, "reserved" if match.hold else "player")
    if wish.kind == "player":
        invited = accounts.find_player(env, wish.handle)
        if invited.id == me.id:
            return _seat(env, me, SeatWish("me"), number, match, version)
        return sitting(invited, "reserved")
    if wish.kind == "open":
        return Seat("open")
    levels = env.games.meta(match.game, version).levels
    level = wish.level or levels[0]
    if level not in levels:
        raise InvalidMatchError("The bots of this game have the levels {levels}.", levels=", ".join(map(str, levels)))
    return Seat("bot", name=BOT_NAMES[number % len(BOT_NAMES)], level=level)


def sitting(profile: Profile, kind: SeatKind) -> Seat:
    """The seat of a player, with a copy of what the clock and the post have to know of them."""
    return Seat(
        kind,
        profile.id,
        profile.name,
        profile.language,
        zone=profile.zone,
        quiet=profile.quiet,
        away=profile.away,
        ladder=profile.reminders,
    )


def _seats(env: Env, profile: Profile, wish: MatchWish, version: int) -> tuple[Seat, ...]:
    seats = tuple(_seat(env, profile, seat, number, wish, version) for number, seat in enumerate(wish.seats))
    sitting = [seat.player for seat in seats if seat.player]
    if len(set(sitting)) != len(sitting):
        raise InvalidMatchError("Nobody can sit on two seats of one match.")
    return seats


def _new(env: Env, creator: Profile, wish: MatchWish, ground: Ground, match_id: str) -> Match:
    seats = _seats(env, creator, wish, ground.rules_version)
    meta, seed, now = env.games.meta(wish.game), env.ids.token(32), env.clock.now()
    roster = Roster(
        id=match_id,
        name=clean_name(wish.name) if wish.name else meta.name,
        game=wish.game,
        rules_version=ground.rules_version,
        options=ground.options,
        seats=seats,
        pace=replace(wish.pace, then=wish.then or _successor(env, wish, ground)),
        muted=wish.muted,
        visibility=wish.visibility or "unlisted",
        creator=creator.id,
        created=now,
        seed=seed.hex(),
        commitment=commitment(seed, match_id, ground.rules_version),
        origin=ground.start.origin if ground.start else None,
    )
    return Match(roster, Head(version=1, status="waiting", last=(1, TABLE), due=now + pace.UNSTARTED))


def _successor(env: Env, wish: MatchWish, ground: Ground) -> Successor:
    """What becomes by default of a seat that nobody plays on: a partner needs somebody there."""
    game = env.games.get(wish.game, ground.rules_version)
    sides = game.sides(len(wish.seats), ground.options)
    return "bot" if any(len(side) > 1 for side in sides) else "resign"


def _store_new(env: Env, match: Match, creator: Profile, start: Start | None, also: Sequence[Write]) -> Match:
    spent = [rates.spend(env, CREATIONS, creator.id)]
    owed = invitations(match)
    created, row = opened(env, match, start.state if start else None)
    if owed:
        spent.append(rates.spend(env, INVITATIONS, creator.id, len(owed)))
    rows: list[Write] = [repository.seat_row(seat.player, match) for seat in match.roster.seats if seat.player]
    if start:
        rows.append(_origin_kept(match, start))
    commit(env, [*repository.creation(created, row), *rows, *spent, seated(creator)], also)
    return created


def invitations(match: Match) -> tuple[Owed, ...]:
    """The notices owed by a new match to those whom its creator keeps a seat for."""
    return tuple(
        Owed("invitation", number, seat.player, 1)
        for number, seat in enumerate(match.roster.seats)
        if seat.kind == "reserved" and seat.player != match.roster.creator
    )


def opened(env: Env, match: Match, begun: Any = None) -> tuple[Match, LogRow]:
    """A new match, begun if its table is full (in the position `begun`, None: the game's first), and its first row."""
    if not _full(match):
        return match, LogRow(env.clock.now(), 1, 1, TABLE, "created", owed=invitations(match))
    head, row = _first_turn(env, Match(match.roster, replace(match.head, version=0, last=(0, 0))), None, begun)
    return Match(match.roster, head), row


def _origin_kept(match: Match, start: Start) -> Write:
    from chalicelib.matches import origin

    return origin.keeping(match.id, start.record)


def _full(match: Match) -> bool:
    return all(seat.kind in ("player", "bot") for seat in match.roster.seats)


def _first_turn(env: Env, match: Match, requester: int | None, begun: Any = None) -> tuple[Head, LogRow]:
    turn = Turn(match, repository.rules(env, match.roster), env.clock.now(), requester)
    turn.start(begun if begun is not None else _begun(env, match))
    turn.go_on(bot_choice)
    return turn.finish("started", turn.version)


def _begun(env: Env, match: Match) -> Any:
    """The position that a match begins with which goes on from another; None for most."""
    if match.roster.origin is None:
        return None
    from chalicelib.matches import fork

    return fork.first_state(env, match)


def join(
    env: Env, player: str, match_id: str, seat: int | None = None, also: Sequence[Write] = (), nonce: str = ""
) -> Match:
    """Take a seat: the one asked for, else the one kept for the player, else the first open one. Starts a full match.

    `nonce` is put into the dice first (as hex; "" for none). Joining again changes nothing but that.
    Raises MatchNotFoundError, SeatTakenError, ForbiddenError, InvalidMatchError, WrongStatusError,
    UnknownPlayerError, BusyError.
    """
    own = _nonce(nonce) if nonce else ""

    def work() -> Match:
        match = visible(env, match_id, Caller(player))
        sits = match.seat_of(player)
        if sits is not None:
            return _mixed_in(env, match, sits, own, also) if own else match
        profile = load_profile(env.store, player)
        number = _free(match, player, seat)
        changes = {number: _with_nonce(env, match, sitting(profile, "player"), own)}
        kept = match.reserved_for(player)
        if kept is not None and kept != number:
            changes[kept] = Seat("open")
        return _change_seats(env, match, changes, [repository.seat_row(player, match), seated(profile)], also)

    return attempt(env, work)


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


def _change_seats(
    env: Env,
    match: Match,
    changes: Mapping[int, Seat],
    rows: Sequence[Write] = (),
    also: Sequence[Write] = (),
    *,
    off: bool = False,
) -> Match:
    """Store the match with seats changed; start it if that fills the table, or call it `off`."""
    seats = tuple(changes.get(number, seat) for number, seat in enumerate(match.roster.seats))
    roster = replace(match.roster, seats=seats)
    head, row = replace(match.head, version=match.head.version + 1), None
    if off:
        head = _called_off(env, match)
    elif match.head.status == "waiting" and _full(Match(roster, head)):
        head, row = _first_turn(env, Match(roster, match.head), next(iter(changes)))
    commit(env, [*repository.writes(match, head, row, roster=roster), *rows], also)
    return Match(roster, head)


def _called_off(env: Env, match: Match) -> Head:
    return replace(match.head, version=match.head.version + 1, status="cancelled", due=0, ended=env.clock.now())


def leave(env: Env, player: str, match_id: str, also: Sequence[Write] = ()) -> Match:
    """Give a seat back before the start, or decline the one that was kept.

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
        _waiting(match, "The match has started. To stop playing, resign.")
        left.append(match.head.version + 1)
        seat = _vacated(match, place)
        rows = [] if seat.player else [repository.no_seat_row(player, match.id)]
        return _change_seats(env, match, {place: seat}, rows, also, off=_is_deserted(match, place, seat))

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        gone = bool(left) and match.head.version >= left[-1] and match.seat_of(player) is None
        return match if gone and (match.roster.visibility == "private" or match.reserved_for(player) is None) else None

    return attempt(env, work, lost)


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


def _is_deserted(match: Match, place: int, after: Seat) -> bool:
    if match.roster.visibility == "private" and after.kind == "open":
        return True
    others = (seat for number, seat in enumerate(match.roster.seats) if number != place)
    left = match.roster.seats[place].player
    return left == match.roster.creator and not any(seat.kind == "player" for seat in others)


def _waiting(match: Match, otherwise: str) -> None:
    if match.head.status != "waiting":
        raise WrongStatusError(otherwise)


def set_nonce(env: Env, match_id: str, nonce: str, caller: Caller, also: Sequence[Write] = ()) -> Match:
    """Put the caller's own nonce (1 to 64 bytes as hex) into the dice of a match that has not started.

    Raises MatchNotFoundError, NotYourSeatError, InvalidMatchError, WrongStatusError, BusyError.
    """
    own = _nonce(nonce)

    def work() -> Match:
        match = repository.load(env, match_id)
        seat = own_seat(match, caller)
        _waiting(match, _ROLLED)
        return _mixed_in(env, match, seat, own, also)

    return attempt(env, work)


def _nonce(nonce: str) -> str:
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
        _waiting(match, _ROLLED)
    return _change_seats(env, match, {seat: _with_nonce(env, match, sitter, nonce)}, (), also)


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
        return _change_seats(env, match, {seat: replace(sitter, epoch=sitter.epoch + 1)}, (), also)

    def lost() -> Match | None:
        match = repository.load(env, match_id)
        return match if any(match.roster.seats[seat].epoch >= epoch for seat, epoch in tried) else None

    return attempt(env, work, lost)


def call_off(env: Env, match: Match) -> Match:
    """End a match that did not start in time. Raises LostRaceError."""
    head = _called_off(env, match)
    commit(env, repository.writes(match, head, None))
    return Match(match.roster, head)
