"""Addresses that get no mail any more but what is asked for: because it came back, or because its reader complained.

Whoever logs in by a link that was mailed there has proved that it arrives, and lifts it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from chalicelib.players import addresses, repository
from chalicelib.players.errors import BusyError, UnknownPlayerError
from chalicelib.players.ports import ConditionFailedError, Env, Put, Store, VersionIs, Write
from chalicelib.players.profile import Profile

Why = Literal["bounced", "complained"]

_TRIES = 5
_WEIGHT: dict[str, int] = {"bounced": 1, "complained": 2}


def silence(env: Env, player: str, address: str, why: Why, at: int, also: Callable[[Profile], Sequence[Write]]) -> bool:
    """Whether the player's address is silenced now that was not, for what happened `at` (epoch seconds).

    `address` is how the hash begins of the address that it happened to: another one that the player has by now is left
    alone, and so is one that was proved to take mail since. `also` is written in the same commit, where an address
    falls silent that was not; a complaint weighs more than mail that came back, but is not told once more.
    Raises BusyError, StoreError.
    """
    for _ in range(_TRIES):
        before = _found(env.store, player)
        if before is None or not _is_news(before, address, why) or _is_proved_since(env.store, player, at):
            return False
        since = before.silenced[0] if before.silenced else at
        after = replace(before, silenced=(since, why), version=before.version + 1)
        told = () if before.silenced else also(after)
        try:
            repository.commit(env, [_put(after), *told], env.ids.name(20))
        except ConditionFailedError:
            continue  # changed elsewhere in between
        return not before.silenced
    raise BusyError("This profile is being changed elsewhere.")


def lifted(store: Store, player: str) -> list[Write]:
    """What lets the player's address have all mail again, if it was silenced, as part of a login. Raises StoreError."""
    before = _found(store, player)
    if before is None or not before.silenced:
        return []
    return [_put(replace(before, silenced=None, version=before.version + 1))]


def _found(store: Store, player: str) -> Profile | None:
    try:
        return repository.load_profile(store, player)
    except UnknownPlayerError:
        return None


def _put(after: Profile) -> Put:
    return Put(repository.profile_item(after), VersionIs(after.version - 1))


def _is_news(profile: Profile, address: str, why: Why) -> bool:
    is_theirs = bool(address) and addresses.digest(profile.email).startswith(address)
    return is_theirs and (not profile.silenced or _WEIGHT[profile.silenced[1]] < _WEIGHT[why])


def _is_proved_since(store: Store, player: str, at: int) -> bool:
    """Whether somebody has logged in later by a link that was mailed to the address."""
    partition, prefix = repository.listing_key(player, "")
    rows = store.query(partition, prefix=prefix, consistent=True).items
    return any(row.kind == "session" and repository.listed(row).created > at for row in rows)
