"""Whom a player wants nothing to do with: `B#<other>` in the player's own partition.

A block holds both ways, whoever set it: the two come to no table together that still waits, do not see each other's in
the lobby, and neither finds or nudges the other. Who set it is nobody's to know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chalicelib.players import repository
from chalicelib.players.accounts import find_player
from chalicelib.players.errors import BlockLimitError, InvalidProfileError, UnknownPlayerError
from chalicelib.players.ports import ConditionFailedError, Delete, Env, Key, Put
from chalicelib.players.profile import Profile
from chalicelib.players.stored import Stored

BLOCK = Stored("block")
MAX_BLOCKS = 200
"""Players that one may block at a time."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A player whom one has blocked, and since when (epoch seconds)."""

    handle: str
    name: str
    since: int


def key(player: str, other: str) -> Key:
    """Where it stands that `player` has blocked `other`."""
    return Key(f"P#{player}", f"B#{other}")


def between(env: Env, player: str, others: Iterable[str]) -> frozenset[str]:
    """Those of the others who have blocked this player or whom the player has blocked; one read for all of them."""
    wanted = {other for other in others if player and other and other != player}
    if not wanted:
        return frozenset()
    ways = {other: (key(player, other), key(other, player)) for other in wanted}
    found = env.store.get_many([each for way in ways.values() for each in way], consistent=True)
    return frozenset(other for other, way in ways.items() if way[0] in found or way[1] in found)


def look_up(env: Env, player: str, handle: str) -> Profile:
    """The player with this handle, as `player` may find them: not across a block. Raises UnknownPlayerError."""
    found = find_player(env, handle)
    if between(env, player, [found.id]):
        raise UnknownPlayerError(f"Nobody has the handle {handle!r}.")
    return found


def list_blocks(env: Env, player: str) -> tuple[Blocked, ...]:
    """Whom a player has blocked, the newest first; of those who have left for good nothing is told."""
    rows = env.store.query(f"P#{player}", prefix="B#", consistent=True).items
    since = {row.key.sort.removeprefix("B#"): int(BLOCK.body(row)["since"]) for row in rows}
    people = repository.load_profiles(env.store, since)
    found = [Blocked(each.handle, each.name, since[each.id]) for each in people]
    return tuple(sorted(found, key=lambda blocked: (-blocked.since, blocked.handle)))


def block(env: Env, player: str, handle: str) -> Blocked:
    """Block the player with this handle; a second time changes nothing.

    Raises UnknownPlayerError, InvalidProfileError (oneself), BlockLimitError, BusyError.
    """
    other = find_player(env, handle)
    if other.id == player:
        raise InvalidProfileError("handle", "You cannot block yourself.")
    standing = env.store.get(key(player, other.id))
    if standing is None:
        _check_room(env, player)
        _store(env, player, other)
    since = int(BLOCK.body(standing)["since"]) if standing else env.clock.now()
    return Blocked(other.handle, other.name, since)


def _check_room(env: Env, player: str) -> None:
    if len(list_blocks(env, player)) >= MAX_BLOCKS:
        raise BlockLimitError(f"You have blocked {MAX_BLOCKS} players already; let one of them off first.")


def _store(env: Env, player: str, other: Profile) -> None:
    """Keep the block, unless either account is deleted meanwhile. Raises UnknownPlayerError, BusyError."""
    row = Put(BLOCK.item(key(player, other.id), {"since": env.clock.now()}))
    still_there = [repository.is_there(each) for each in (player, other.id)]
    try:
        repository.commit(env, [*still_there, row], env.ids.name(20))
    except ConditionFailedError:
        raise UnknownPlayerError("This player is not known here.") from None


def unblock(env: Env, player: str, handle: str) -> None:
    """Let the player with this handle off. Raises UnknownPlayerError (also of one who is not blocked), BusyError."""
    other = find_player(env, handle)
    if env.store.get(key(player, other.id)) is None:
        raise UnknownPlayerError(f"You have not blocked {other.handle!r}.")
    repository.commit(env, [Delete(key(player, other.id))], env.ids.name(20))
