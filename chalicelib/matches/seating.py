"""Setting a match up, and its start, which comes as soon as the table is full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chalicelib.matches import guests, pace, repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.copies import copied
from chalicelib.matches.errors import ForbiddenError, InvalidMatchError
from chalicelib.matches.events import TABLE, LogRow, Owed
from chalicelib.matches.match import Head, Match, Pace, Roster, Seat, SeatKind, Successor
from chalicelib.matches.turn import Turn, bot_choice
from chalicelib.matches.wish import Ground, check_wish, fresh, going_on
from chalicelib.matches.wish import MatchWish as MatchWish
from chalicelib.matches.wish import SeatWish as SeatWish
from chalicelib.players import accounts, blocks, rates
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import Profile, clean_name, is_guest
from chalicelib.players.repository import load_profile, seated
from chalicelib.rules import commitment

if TYPE_CHECKING:
    from chalicelib.matches.fork import Start

BOT_NAMES = ("Pip", "Quill", "Parcel", "Inky", "Wax", "Stamp")
CREATIONS = rates.Rate("create", 60, pace.HOUR, "You have created many matches this hour; please wait a little.")
INVITATIONS = rates.Rate("invite", 10, pace.DAY, "You have invited many players today; please wait until tomorrow.")

_UNWELCOME = "You cannot invite this player."


def invitations_left(env: Env, player: str) -> int:
    """How many players more somebody may invite today."""
    return rates.left(env, INVITATIONS, player)


def create(env: Env, player: str, wish: MatchWish, also: Sequence[Write] = (), match_id: str = "") -> Match:
    """Create a match, and start it at once if its table is full. The promise of its dice is made here.

    `match_id` is for callers that have to know the id beforehand (new_id makes one).
    Raises InvalidMatchError, InvalidOptionError, UnknownPlayerError, ForbiddenError (invites across a block),
    InvalidAddressError, InvalidProfileError, WrongStatusError (invited before), TooManyRequestsError, BusyError; with
    an origin MatchNotFoundError, RecordNotFoundError, WrongStatusError (it has not ended), InvalidRecordError.
    """
    name, ready = match_id or new_id(env), list[tuple[MatchWish, Ground]]()

    def work() -> Match:
        if not ready:
            ready.append(_ready(env, player, wish))
        whole, ground = ready[0]
        profile = load_profile(env.store, player)
        match = _new(env, profile, whole, ground, name)
        return _store_new(env, match, profile, whole, ground.start, also)

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
        return sitting(me, "reserved" if match.hold else "player", match.pace, env.clock.now())
    if wish.kind == "player":
        invited = accounts.find_player(env, wish.handle)
        if invited.id == me.id:
            return _seat(env, me, SeatWish("me"), number, match, version)
        return sitting(invited, "reserved", match.pace, env.clock.now())
    if wish.kind == "invite":
        return guests.guest(env, wish, me)
    if wish.kind == "open":
        return Seat("open")
    levels = env.games.meta(match.game, version).levels
    level = wish.level or levels[0]
    if level not in levels:
        raise InvalidMatchError("The bots of this game have the levels {levels}.", levels=", ".join(map(str, levels)))
    return Seat("bot", name=BOT_NAMES[number % len(BOT_NAMES)], level=level)


def sitting(profile: Profile, kind: SeatKind, setting: Pace, since: int) -> Seat:
    """The seat of a player, with a copy of what clock and post have to know; `since` is when the match was made."""
    return copied(Seat(kind, profile.id), profile, setting, since)


def _seats(env: Env, profile: Profile, wish: MatchWish, version: int) -> tuple[Seat, ...]:
    seats = tuple(_seat(env, profile, seat, number, wish, version) for number, seat in enumerate(wish.seats))
    players = [seat.player for seat in seats]
    for place, player in enumerate(players):
        if player and player in players[:place]:
            raise InvalidMatchError("Nobody can sit on two seats of one match.", f"seats.{place}")
    for place in _unwelcome(env, profile.id, players):
        raise ForbiddenError(_UNWELCOME, f"seats.{place}.handle")
    return seats


def check_welcome(env: Env, player: str, other: str) -> None:
    """Refuse to invite somebody across a block, whoever set it. Raises ForbiddenError."""
    if _unwelcome(env, player, [other]):
        raise ForbiddenError(_UNWELCOME, "handle")


def _unwelcome(env: Env, player: str, others: Sequence[str]) -> list[int]:
    """The places of those whom a block keeps apart from the player."""
    shunned = blocks.between(env, player, others)
    return [place for place, other in enumerate(others) if other in shunned]


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
        pace=replace(wish.pace, then=wish.pace.then or _successor(env, wish, ground)),
        muted=wish.muted,
        visibility=wish.visibility or "unlisted",
        creator=creator.id,
        created=now,
        seed=seed.hex(),
        commitment=commitment(seed, match_id, ground.rules_version),
        origin=ground.start.origin if ground.start else None,
    )
    return Match(roster, Head(version=1, status="waiting", last=(1, TABLE), due=pace.unstarted(now)))


def _successor(env: Env, wish: MatchWish, ground: Ground) -> Successor:
    """What becomes by default of a seat that nobody plays on: a partner needs somebody there."""
    game = env.games.get(wish.game, ground.rules_version)
    sides = game.sides(len(wish.seats), ground.options)
    return "bot" if any(len(side) > 1 for side in sides) else "resign"


def _store_new(
    env: Env, match: Match, creator: Profile, wish: MatchWish, start: Start | None, also: Sequence[Write]
) -> Match:
    spent = [rates.spend(env, CREATIONS, creator.id)]
    owed = invitations(match)
    created, row = opened(env, match, start.state if start else None)
    if owed:
        spent.append(rates.spend(env, INVITATIONS, creator.id, len(owed)))
    rows: list[Write] = [repository.seat_row(player, match) for player in _players(match)]
    rows += guests.all_kept(env, match, wish.seats, creator)
    if start:
        rows.append(_origin_kept(match, start))
    commit(env, [*repository.creation(created, row), *rows, *spent, seated(creator)], also)
    return created


def _players(match: Match) -> list[str]:
    return [seat.player for seat in match.roster.seats if seat.player and not is_guest(seat.player)]


def invitations(match: Match) -> tuple[Owed, ...]:
    """The notices owed by a new match to those whom its creator keeps a seat for."""
    return tuple(
        Owed("invitation", number, seat.player, 1)
        for number, seat in enumerate(match.roster.seats)
        if seat.kind == "reserved" and seat.player != match.roster.creator
    )


def opened(env: Env, match: Match, begun: Any = None) -> tuple[Match, LogRow]:
    """A new match, begun if its table is full (in the position `begun`, None: the game's first), and its first row."""
    if not is_full(match):
        return match, LogRow(env.clock.now(), 1, 1, TABLE, "created", owed=invitations(match))
    head, row = first_turn(env, Match(match.roster, replace(match.head, version=0, last=(0, 0))), None, begun)
    return Match(match.roster, head), row


def _origin_kept(match: Match, start: Start) -> Write:
    from chalicelib.matches import origin

    return origin.keeping(match.id, start.record)


def is_full(match: Match) -> bool:
    """Whether nobody has to come any more."""
    return all(seat.kind in ("player", "bot") for seat in match.roster.seats)


def first_turn(env: Env, match: Match, requester: int | None, begun: Any = None) -> tuple[Head, LogRow]:
    """The start of a match (in the position `begun`, None: where it begins), caused by the seat `requester`."""
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
