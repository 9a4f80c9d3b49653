"""Play again: one new match for all who sat at a table that is over, each of them one place further on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from chalicelib.matches import joining, pace, repository, seating
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.errors import NotYourSeatError, WrongStatusError
from chalicelib.matches.events import TABLE
from chalicelib.matches.match import Caller, Head, Match, Roster, Seat, SeatKind
from chalicelib.matches.reading import visible
from chalicelib.matches.wish import Ground, MatchWish, SeatWish, fresh
from chalicelib.players import rates
from chalicelib.players.blocks import between
from chalicelib.players.ports import Env, Write
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile, load_profiles, seated
from chalicelib.rules import commitment

ASKED = rates.Rate(
    "rematch", 3, pace.DAY, "You have asked for this rematch several times today; please wait until tomorrow."
)
"""How often one player may set up a rematch of one match that was called off again: the others are told each time."""


def _nothing(_: str) -> Sequence[Write]:
    """For those who write nothing else in the commit."""
    return ()


def rematch(
    env: Env, player: str, match_id: str, also: Callable[[str], Sequence[Write]] = _nothing, new_id: str = ""
) -> Match:
    """The rematch of a match that is over, with the player at its table: the one there is, or a new one.

    It begins at the start, by today's rules, with the settings of that match. Seats are kept for all others who sat
    there; they were at a table before, so that they do not count as invited. `also` gives what stands in the same
    commit, by the id of the rematch; `new_id` is for callers who have to know the id of a new one.
    Raises MatchNotFoundError, NotYourSeatError, WrongStatusError (it is not over), SeatTakenError (they declined),
    InvalidOptionError (today's rules do not take its options), TooManyRequestsError, UnknownPlayerError, BusyError.
    """
    name = new_id or seating.new_id(env)

    def work() -> Match:
        old = _over(env, player, match_id)
        return _standing(env, old) or _create(env, old, player, name, also(name))

    def lost() -> Match | None:
        return repository.load(env, name) if repository.exists(env, name) else None

    found = attempt(env, work, lost)
    if found.seat_of(player) is not None:
        return found
    return joining.join(env, player, found.id, also=also(found.id))


def _over(env: Env, player: str, match_id: str) -> Match:
    old = visible(env, match_id, Caller(player))
    if old.seat_of(player) is None:
        raise NotYourSeatError("You did not sit at this table.")
    if old.head.status == "cancelled":
        raise WrongStatusError("The match was called off before it started; set up a new one.")
    if old.head.status != "over":
        raise WrongStatusError("A rematch can be had once the match is over.")
    return old


def _standing(env: Env, old: Match) -> Match | None:
    """The rematch that somebody has asked for, but for one that was called off."""
    found = repository.load(env, old.roster.rematch) if old.roster.rematch else None
    return None if found is None or found.head.status == "cancelled" else found


def _create(env: Env, old: Match, player: str, name: str, also: Sequence[Write]) -> Match:
    asker = load_profile(env.store, player)
    created, row = seating.opened(env, _new(env, old, asker, name))
    rows = [repository.seat_row(seat.player, created) for seat in created.roster.seats if seat.player]
    after, linked = replace(old.head, version=old.head.version + 1), replace(old.roster, rematch=name)
    writes = [
        *repository.creation(created, row),
        *rows,
        rates.spend(env, seating.CREATIONS, player),
        rates.spend(env, ASKED, f"{player}/{old.id}"),
        seated(asker),
        *repository.writes(old, after, None, roster=linked),
    ]
    commit(env, writes, also)
    return created


def _new(env: Env, old: Match, asker: Profile, name: str) -> Match:
    before, now, seed = old.roster, env.clock.now(), env.ids.token(32)
    anybody = (SeatWish("open"),) * len(before.seats)
    ground = fresh(env, MatchWish(before.game, anybody, before.options))
    roster = Roster(
        id=name,
        name=before.name,
        game=before.game,
        rules_version=ground.rules_version,
        options=ground.options,
        seats=_seats(env, before, asker, ground),
        pace=before.pace,
        visibility=before.visibility,
        creator=asker.id,
        created=now,
        seed=seed.hex(),
        commitment=commitment(seed, name, ground.rules_version),
        muted=before.muted,
        rematch_of=before.id,
    )
    return Match(roster, Head(version=1, status="waiting", last=(1, TABLE), due=pace.unstarted(now)))


def _seats(env: Env, before: Roster, asker: Profile, ground: Ground) -> tuple[Seat, ...]:
    """Who sat first sits last now, and all others one place further forward."""
    known = load_profiles(env.store, [seat.player for seat in before.seats if seat.player])
    shunned = between(env, asker.id, [profile.id for profile in known])
    people = {profile.id: profile for profile in known if profile.id not in shunned} | {asker.id: asker}
    levels = env.games.meta(before.game, ground.rules_version).levels
    found = list[Seat]()
    for number, seat in enumerate((*before.seats[1:], before.seats[0])):
        if seat.player in people:
            kind: SeatKind = "player" if seat.player == asker.id else "reserved"
            found.append(seating.sitting(people[seat.player], kind, before.pace, env.clock.now()))
        else:
            found.append(_unpeopled(seat, number, levels))
    return tuple(found)


def _unpeopled(seat: Seat, number: int, levels: Sequence[int]) -> Seat:
    """A bot's seat again, or an open one in the place of somebody who is gone."""
    if seat.kind != "bot":
        return Seat("open")
    level = seat.level if seat.level in levels else levels[0]
    return Seat("bot", name=seating.BOT_NAMES[number % len(seating.BOT_NAMES)], level=level)
