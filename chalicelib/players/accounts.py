"""A player's own account: read it, change it, be found by handle, leave for good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chalicelib.players import addresses, repository
from chalicelib.players.errors import BusyError, HandleTakenError, UnknownPlayerError
from chalicelib.players.ports import Absent, ConditionFailedError, Delete, Env, Present, Put, VersionIs, Write
from chalicelib.players.profile import Profile, clean_handle, clean_language, clean_name, clean_zone

_TRIES = 5
_CHUNK = 90


@dataclass(frozen=True, slots=True)
class Changes:
    """What to change in a profile; None leaves a field as it is."""

    name: str | None = None
    handle: str | None = None
    language: str | None = None
    zone: str | None = None


def read_profile(env: Env, player: str) -> Profile:
    """The player's own profile. Raises UnknownPlayerError."""
    return repository.load_profile(env.store, player)


def find_player(env: Env, handle: str) -> Profile:
    """The player with this handle. Raises UnknownPlayerError."""
    player = repository.pointed(env.store, repository.handle_key(handle.lower()))
    if player is None:
        raise UnknownPlayerError(f"Nobody has the handle {handle!r}.")
    return repository.load_profile(env.store, player)


def update_profile(env: Env, player: str, changes: Changes) -> Profile:
    """The profile with the changes made.

    Raises InvalidProfileError, HandleTakenError, UnknownPlayerError, BusyError.
    """
    for _ in range(_TRIES):
        before = repository.load_profile(env.store, player)
        after = _changed(before, changes)
        if after == before:
            return before
        after = replace(after, version=before.version + 1)
        try:
            repository.commit(env.store, _profile_writes(before, after), env.ids.name(20))
        except ConditionFailedError as error:
            if 1 in error.failed:
                raise HandleTakenError(f"The handle {after.handle} is taken; please choose another one.") from error
            continue  # changed elsewhere in between
        return after
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def _changed(before: Profile, changes: Changes) -> Profile:
    return replace(
        before,
        name=before.name if changes.name is None else clean_name(changes.name),
        handle=before.handle if changes.handle is None else clean_handle(changes.handle),
        language=before.language if changes.language is None else clean_language(changes.language),
        zone=before.zone if changes.zone is None else clean_zone(changes.zone),
    )


def _profile_writes(before: Profile, after: Profile) -> list[Write]:
    writes: list[Write] = [Put(repository.profile_item(after), VersionIs(before.version))]
    if after.handle != before.handle:
        taken = repository.pointer_item(repository.handle_key(after.handle), "handle", after.id)
        writes += [Put(taken, Absent()), Delete(repository.handle_key(before.handle), Present())]
    return writes


def delete_account(env: Env, player: str) -> None:
    """Remove everything kept about a player: profile, handle, address, credentials, deliveries and lists.

    What finished matches say of their seats stays with them, under an id that leads nowhere. Whoever calls sees to it
    that the player sits in no match that still runs. Raises UnknownPlayerError.
    """
    profile = repository.load_profile(env.store, player)
    pointers = (repository.handle_key(profile.handle), repository.address_key(addresses.digest(profile.email)))
    rows = env.store.query(f"P#{player}", consistent=True).items
    secrets = [repository.secret_key(row.body["hash"]) for row in rows if row.kind in ("token", "session")]
    rest = [row.key for row in rows if row.key != repository.profile_key(player)]
    first: list[Write] = [Delete(repository.profile_key(player), Present()), *(Delete(key) for key in pointers)]
    keys = secrets + rest
    try:
        repository.commit(env.store, [*first, *(Delete(key) for key in keys[:_CHUNK])], env.ids.name(20))
    except ConditionFailedError as error:
        raise UnknownPlayerError("This player is not known here.") from error
    for start in range(_CHUNK, len(keys), _CHUNK):
        chunk = [Delete(key) for key in keys[start : start + _CHUNK]]
        repository.commit(env.store, chunk, env.ids.name(20))
