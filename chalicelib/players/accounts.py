"""A player's own account: read it, change it, be found by handle, leave for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from chalicelib.players import addresses, copies, repository
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
from chalicelib.players.profile import (
    Profile,
    clean_digest,
    clean_handle,
    clean_language,
    clean_name,
    clean_quiet,
    clean_reminders,
    clean_zone,
)
from chalicelib.players.wishes import Wishes

_TRIES = 5
_CHUNK = 90
CREDENTIALS = repository.CREDENTIALS
"""The kinds of rows in a player's partition that name a secret."""


class Unchanged(Enum):
    """That something is to stay as it is, where None is one of its values."""

    UNCHANGED = "unchanged"


UNCHANGED = Unchanged.UNCHANGED


@dataclass(frozen=True, slots=True)
class Changes:
    """What to change in a profile; None leaves a field as it is.

    `quiet` are times of the day (`22:00`) from and until, None for no quiet hours; `reminders` percentages, None for
    those of each match; `mail` what to be told of by mail and how, by group, None for what is usual; `digest` the time
    of the day at which the digest comes.
    """

    name: str | None = None
    handle: str | None = None
    language: str | None = None
    zone: str | None = None
    quiet: tuple[str, str] | Unchanged | None = UNCHANGED
    reminders: Sequence[int] | Unchanged | None = UNCHANGED
    mail: Mapping[str, str | None] | None = None
    digest: str | None = None


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
    """The profile with the changes made; its matches learn of them a little later.

    Raises InvalidProfileError, HandleTakenError, UnknownPlayerError, BusyError.
    """
    return change(env, player, lambda before: _changed(before, changes))


def change(env: Env, player: str, work: Callable[[Profile], Profile], also: Sequence[Write] = ()) -> Profile:
    """The profile as `work` makes it out of what it is at this moment; `also` is written in the same commit.

    Raises HandleTakenError, UnknownPlayerError, BusyError, ConditionFailedError (of `also`), and what `work` raises.
    """
    for _ in range(_TRIES):
        before = repository.load_profile(env.store, player)
        after = work(before)
        if after == before and not also:
            return before
        after = replace(after, version=before.version + 1)
        writes = _profile_writes(env, before, after)
        try:
            repository.commit(env, [*writes, *also], env.ids.name(20))
        except ConditionFailedError as error:
            if any(position >= len(writes) for position in error.failed):
                raise
            if 1 in error.failed and after.handle != before.handle:
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
        quiet=_quiet(before, changes.quiet),
        reminders=_reminders(before, changes.reminders),
        mail=_wishes(before, changes),
    )


def _quiet(before: Profile, wanted: tuple[str, str] | Unchanged | None) -> tuple[int, int] | None:
    if isinstance(wanted, Unchanged):
        return before.quiet
    return clean_quiet(*wanted) if wanted else None


def _reminders(before: Profile, wanted: Sequence[int] | Unchanged | None) -> tuple[int, ...] | None:
    if isinstance(wanted, Unchanged):
        return before.reminders
    return None if wanted is None else clean_reminders(wanted)


def _wishes(before: Profile, changes: Changes) -> Wishes:
    wishes = before.mail.wishing(changes.mail or {})
    return wishes if changes.digest is None else replace(wishes, digest=clean_digest(changes.digest))


def _profile_writes(env: Env, before: Profile, after: Profile) -> list[Write]:
    writes: list[Write] = [Put(repository.profile_item(after), VersionIs(before.version))]
    if after.handle != before.handle:
        taken = repository.pointer_item(repository.handle_key(after.handle), "handle", after.id)
        writes += [Put(taken, Absent()), Delete(repository.handle_key(before.handle), Present())]
    if copies.is_changed(before, after):
        writes.append(copies.Owed(after.id, after.version, env.clock.now()).put(first=True))
    return writes


def delete_account(env: Env, player: str, credential: str = "") -> None:
    """Remove everything kept about a player: profile, handle, address, credentials, deliveries and whatever else.

    What takes more than one commit ends with the one for profile, handle, address and the `credential` (an id) that the
    player asks with, so that whoever was cut short can ask again. What stays for a while is the list of the player's
    matches, and that they are to be left and to forget the name: `spreading` sees to that, and takes both away. Taking
    a seat raises the profile's version, which the deletion is conditional on, so that no match is missed.
    Raises UnknownPlayerError, BusyError.
    """
    for _ in range(_TRIES):
        profile = repository.load_profile(env.store, player)
        rows = env.store.query(f"P#{player}", consistent=True).items
        last = [Delete(key) for key in _keys(row for row in rows if _is_of(row, credential))]
        rest = _keys(row for row in rows if row.kind != "profile" and not _is_of(row, credential) and not _stays(row))
        while len(rest) > _CHUNK:
            repository.commit(env, [Delete(key) for key in rest[:_CHUNK]], env.ids.name(20))
            rest = rest[_CHUNK:]
        writes = [*_account_writes(profile), *(Delete(key) for key in rest), *last]
        if any(_stays(row) for row in rows):
            writes.append(copies.Owed(player, profile.version + 1, env.clock.now()).put(first=True))
        try:
            return repository.commit(env, writes, env.ids.name(20))
        except ConditionFailedError:
            continue  # changed elsewhere in between, or deleted
    raise BusyError("Your profile is being changed elsewhere; please try again.")


def _stays(row: Item) -> bool:
    """Whether the row is needed to leave the player's matches by."""
    return row.key.sort.startswith("M#") or row.key == copies.key(row.key.partition.removeprefix("P#"))


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
