"""A player's own account: read it, change it, be found by handle, leave for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from chalicelib.players import addresses, repository
from chalicelib.players.errors import BusyError, HandleTakenError, UnknownPlayerError
from chalicelib.players.ports import (
    Absent,
    ConditionFailedError,
    Delete,
    Env,
    Item,
    Key,
    Present,
    Put,
    VersionIs,
    Write,
)
from chalicelib.players.profile import Profile, clean_handle, clean_language, clean_name, clean_zone

_TRIES = 5
_CHUNK = 90
CREDENTIALS = repository.CREDENTIALS
"""The kinds of rows in a player's partition that name a secret."""


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
            repository.commit(env, _profile_writes(before, after), env.ids.name(20))
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


def _anybody_may() -> None:
    """The check of those who check nothing."""


def delete_account(env: Env, player: str, credential: str = "", may_go: Callable[[], None] = _anybody_may) -> None:
    """Remove everything kept about a player: profile, handle, address, credentials, deliveries and lists.

    What takes more than one commit ends with the one for profile, handle, address and the `credential` (an id) that the
    player asks with, so that whoever was cut short can ask again. What finished matches say of their seats stays with
    them, under an id that leads nowhere. `may_go` raises while the player cannot be spared; it is asked between reading
    the profile and deleting it on condition of its version, which taking a seat raises.
    Raises UnknownPlayerError, BusyError, and what `may_go` raises.
    """
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, player)
        may_go()
        rows = env.store.query(f"P#{player}", consistent=True).items
        last = [Delete(key) for key in _keys(row for row in rows if _is_of(row, credential))]
        rest = _keys(row for row in rows if row.kind != "profile" and not _is_of(row, credential))
        while len(rest) > _CHUNK:
            repository.commit(env, [Delete(key) for key in rest[:_CHUNK]], env.ids.name(20))
            rest = rest[_CHUNK:]
        writes = [*_account_writes(profile), *(Delete(key) for key in rest), *last]
        try:
            return repository.commit(env, writes, env.ids.name(20))
        except ConditionFailedError:
            continue  # changed elsewhere in between, or deleted
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def _is_of(row: Item, credential: str) -> bool:
    return row.kind in CREDENTIALS and row.key.sort == f"T#{credential}"


def _keys(rows: Iterable[Item]) -> list[Key]:
    """Where rows of a player's partition lie, the secrets they name first: a secret has to be found by its row."""
    found = list(rows)
    listed = [repository.listed(row) for row in found if row.kind in CREDENTIALS]
    secrets = [repository.secret_key(credential.digest) for credential in listed]
    return secrets + [row.key for row in found]


def _account_writes(profile: Profile) -> list[Write]:
    pointers = (repository.handle_key(profile.handle), repository.address_key(addresses.digest(profile.email)))
    gone = Delete(repository.profile_key(profile.id), VersionIs(profile.version))
    return [gone, *(Delete(key) for key in pointers)]
