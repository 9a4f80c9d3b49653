"""The background copy: what a player changed of their profile, into the matches they sit in; and out of all of them
whoever deleted their account.

Each match is a commit of its own, on condition of its version, and one that is up to date is left alone: so it may be
done twice, by two at once, or stop at any point and go on from the row that owes it (players/copies.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from chalicelib.matches import repository
from chalicelib.matches.commit import attempt, commit
from chalicelib.matches.copies import copied, next_step, take
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.players import copies
from chalicelib.players.copies import Owed
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.ports import ConditionFailedError, Env, Item, Store
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile

TimeLeft = Callable[[], bool]
PAGE = 25
"""Matches of a player that are looked at together."""
MOST = 200
"""Matches that one pass looks at; the deadlines wait for it."""
PAUSE, LONGEST_PAUSE = 60, 86_400
"""Seconds until a list is gone through again of which a match could not be brought up to date, at first and at most."""


@dataclass(slots=True)
class Spread:
    """What a pass did: matches brought up to date, those it could not; `complete` whether it came to all of them."""

    copied: int = 0
    failed: list[str] = field(default_factory=list)
    seen: int = 0
    complete: bool = True


class _LaterError(Exception):
    """The pass has done enough, or there is too little time for another match."""


def spread(env: Env, time_left: TimeLeft = lambda: True) -> Spread:
    """Bring the matches up to date of those players whose turn it is, until `time_left` says no."""
    done = Spread()
    for owed in islice(_due(env.store, env.clock.now()), MOST):
        _carried_out(env, owed, done, time_left)
        if not done.complete:
            break
    return done


def spread_one(env: Env, player: str, time_left: TimeLeft = lambda: True) -> Spread:
    """Bring the matches of one player up to date at once, as far as they are not, until `time_left` says no."""
    done, owed = Spread(), copies.owed(env.store, player)
    if owed is not None:
        _carried_out(env, owed, done, time_left)
    return done


def _due(store: Store, now: int) -> Iterator[Owed]:
    """What the index calls due, as it is in the table."""
    for number in range(copies.SHARDS):
        hints = store.index("work", f"{copies.DUE}#{number}", up_to=f"{now:010d}$", limit=MOST)
        found = store.get_many(hints, consistent=True) if hints else {}
        owed = (copies.read(item) for item in found.values())
        yield from sorted((each for each in owed if each.due <= now), key=lambda each: each.due)


def _carried_out(env: Env, owed: Owed, done: Spread, time_left: TimeLeft) -> None:
    """Go through a player's matches from where it stopped; what happens to one player does not stop the others."""
    try:
        _worked_off(env, owed, done, time_left)
    except _LaterError:
        done.complete = False
    except ConditionFailedError:
        return  # the profile changed again, or somebody else is at it: there is a newer row, or none
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one, the next one is due too
        done.failed.append(f"{owed.player}: {type(error).__name__}")


def _worked_off(env: Env, owed: Owed, done: Spread, time_left: TimeLeft) -> None:
    profile = _profile(env, owed.player)
    while True:
        page = env.store.query(f"P#{owed.player}", prefix="M#", after=owed.after or None, limit=PAGE, consistent=True)
        failed = len(done.failed)
        for match_id in _wanted(env, page.items, profile):
            _check(done, time_left)
            _tried(env, owed.player, profile, match_id, done)
        if not page.more:
            return _ended(env, owed, owed.left + len(done.failed) - failed)
        owed = replace(owed, after=page.items[-1].key.sort, left=owed.left + len(done.failed) - failed)
        env.store.commit([owed.put()])


def _ended(env: Env, owed: Owed, left: int) -> None:
    """The whole list was gone through: owe nothing more, or go through it again later for what was left."""
    if not left:
        return env.store.commit([owed.done()])
    pause = min(PAUSE << min(owed.tries, 20), LONGEST_PAUSE)
    again = Owed(owed.player, owed.version, env.clock.now() + pause, tries=owed.tries + 1)
    return env.store.commit([again.put()])


def _check(done: Spread, time_left: TimeLeft) -> None:
    if done.seen >= MOST or not time_left():
        raise _LaterError
    done.seen += 1


def _profile(env: Env, player: str) -> Profile | None:
    """The player as they are now; None where the account was deleted."""
    try:
        return load_profile(env.store, player)
    except UnknownPlayerError:
        return None


def _wanted(env: Env, rows: tuple[Item, ...], profile: Profile | None) -> list[str]:
    """Which of these matches there is something to do in: all where somebody left, else those that go on."""
    ids = repository.listed_matches(rows)
    if profile is None:
        return ids
    found = {match.id: match for match in repository.load_many(env, ids, consistent=True, lists=True)}
    return [each for each in ids if each not in found or found[each].head.status in ("waiting", "running")]


def _tried(env: Env, player: str, profile: Profile | None, match_id: str, done: Spread) -> None:
    try:
        if profile is None:
            from chalicelib.matches.leaving import leave_for_good

            leave_for_good(env, player, match_id)
            done.copied += 1
        elif bring_up_to_date(env, profile, match_id):
            done.copied += 1
    except Exception as error:  # noqa: BLE001 - one match that cannot be read must not keep the others back
        done.failed.append(f"{match_id}: {type(error).__name__}")


def bring_up_to_date(env: Env, profile: Profile, match_id: str) -> bool:
    """Copy the profile into the player's seat, one commit after the other; whether there was anything to do.

    Raises BusyError, UnreadableMatchError, StoreUnavailableError.
    """
    steps = 0
    while attempt(env, lambda: _step(env, profile, match_id)):
        steps += 1
    return steps > 0


def _step(env: Env, profile: Profile, match_id: str) -> bool:
    """One commit, if anything is out of date; whether there may be more. Raises LostRaceError."""
    try:
        match = repository.load(env, match_id)
    except MatchNotFoundError:
        return False
    taken = match.seat_of(profile.id)
    number = match.reserved_for(profile.id) if taken is None else taken
    if number is None or match.head.status not in ("waiting", "running"):
        return False
    if not match.roster.seats[number].name:  # the account was deleted after the profile was read
        return False
    roster = match.roster
    wanted = copied(roster.seats[number], profile, roster.pace, roster.created)
    step = next_step(match, number, wanted, env.clock.now())
    if step is None:
        return False
    commit(env, take(env, match, number, step)[1])
    return True
