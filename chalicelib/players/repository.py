"""How players and their credentials lie in the store.

`P#<id>` is a player's partition: `A#profile`, and one `T#<id>` row for every API token and session, which says where
the secret's own row is; webhooks.py tells of its `W#` rows. `T#<sha256>` is a secret, `H#<handle>` a handle,
`E#<sha256>` an address.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.players.errors import BusyError, UnknownPlayerError
from chalicelib.players.patience import Patience
from chalicelib.players.ports import (
    Check,
    ConditionFailedError,
    Env,
    Item,
    Key,
    Present,
    Put,
    Store,
    StoreConflictError,
    StoreThrottledError,
    StoreUnavailableError,
    VersionIs,
    Write,
)
from chalicelib.players.profile import Profile
from chalicelib.players.stored import Stored
from chalicelib.players.wishes import Wishes

PROFILE = Stored("profile", {1: dict, 2: dict})
"""Format 2 has quiet hours, absences and reminders, 3 what is to be told by mail, and whether the address is silenced:
whoever cannot read them would drop them."""
POINTERS = {kind: Stored(kind) for kind in ("handle", "email")}
CREDENTIALS = {kind: Stored(kind) for kind in ("token", "session")}

TRIES = 3
"""So often a commit is tried, in time (players/patience.py)."""


def profile_key(player: str) -> Key:
    """Where the player's profile lies."""
    return Key(f"P#{player}", "A#profile")


def secret_key(digest: str) -> Key:
    """Where a token, session or login secret lies, by its hash."""
    return Key(f"T#{digest}", "A")


def listing_key(player: str, credential: str) -> Key:
    """Where the player's own list names a credential."""
    return Key(f"P#{player}", f"T#{credential}")


def handle_key(handle: str) -> Key:
    """Where a handle lies."""
    return Key(f"H#{handle}", "A")


def address_key(digest: str) -> Key:
    """Where a mail address lies, by its hash."""
    return Key(f"E#{digest}", "A")


def profile_item(profile: Profile) -> Item:
    """The profile as a row."""
    body: dict[str, Any] = {
        "name": profile.name,
        "handle": profile.handle,
        "email": profile.email,
        "language": profile.language,
        "zone": profile.zone,
        "created": profile.created,
    }
    if profile.webhooks:
        body["webhooks"] = list(profile.webhooks)
    if profile.quiet:
        body["quiet"] = list(profile.quiet)
    if profile.away:
        body["away"] = [list(each) for each in profile.away]
    if profile.reminders is not None:
        body["reminders"] = list(profile.reminders)
    if profile.mail != Wishes():
        body["mail"] = _wished(profile.mail)
    if profile.silenced:
        body["silenced"] = list(profile.silenced)
    return PROFILE.item(profile_key(profile.id), body, profile.version)


def seated(profile: Profile) -> Put:
    """The write that goes with taking a seat: it fails if the player changed or was deleted since they were read."""
    return Put(replace(profile_item(profile), version=profile.version + 1), VersionIs(profile.version))


def load_profile(store: Store, player: str, *, consistent: bool = True) -> Profile:
    """The player's profile; for half the price it may be a moment old. Raises UnknownPlayerError."""
    item = store.get(profile_key(player), consistent=consistent)
    if item is None:
        raise UnknownPlayerError("This player is not known here.")
    return _profile(item)


def load_profiles(store: Store, players: Iterable[str]) -> list[Profile]:
    """The profiles of those of these players who are there, maybe a moment old."""
    found = store.get_many([profile_key(player) for player in players])
    return [_profile(item) for item in found.values()]


def is_there(player: str) -> Check:
    """What lets a commit fail if the player's account is deleted by then."""
    return Check(profile_key(player), Present())


def _profile(item: Item) -> Profile:
    body = PROFILE.body(item)
    quiet, ladder, silenced = body.get("quiet"), body.get("reminders"), body.get("silenced")
    return Profile(
        item.key.partition.removeprefix("P#"),
        body["name"],
        body["handle"],
        body["email"],
        body["language"],
        body["zone"],
        body["created"],
        item.version,
        tuple(body.get("webhooks", ())),
        quiet=(quiet[0], quiet[1]) if quiet else None,
        away=tuple((start, end) for start, end in body.get("away", ())),
        reminders=None if ladder is None else tuple(ladder),
        mail=Wishes(**body.get("mail", {})),
        silenced=(silenced[0], silenced[1]) if silenced else None,
    )


def _wished(wishes: Wishes) -> dict[str, Any]:
    """What was chosen, and nothing of what was not."""
    chosen = {name: getattr(wishes, name) for name in ("groups", "matches", "digest")}
    return {name: value for name, value in chosen.items() if value != getattr(Wishes(), name)}


def pointer_item(key: Key, kind: str, player: str) -> Item:
    """A row that leads from a handle or an address to its player."""
    return POINTERS[kind].item(key, {"player": player})


def pointed(store: Store, key: Key) -> str | None:
    """The player such a row leads to."""
    item = store.get(key)
    return None if item is None else str(POINTERS[item.kind].body(item)["player"])


@dataclass(frozen=True, slots=True)
class Credential:
    """An API token or session of a player; `expires` in epoch seconds (0: never)."""

    kind: str
    id: str
    player: str
    digest: str
    label: str
    created: int
    expires: int = 0

    def rows(self) -> tuple[Item, Item]:
        """The secret's own row and the one in the player's list."""
        body: dict[str, Any] = {"player": self.player, "id": self.id}
        listed = {"hash": self.digest, "label": self.label, "created": self.created, "expires": self.expires}
        stored = CREDENTIALS[self.kind]
        return (
            stored.item(secret_key(self.digest), body, expires=self.expires),
            stored.item(listing_key(self.player, self.id), listed, expires=self.expires),
        )


def listed(item: Item) -> Credential:
    """The credential that a row of a player's list names."""
    player, name = item.key.partition.removeprefix("P#"), item.key.sort.removeprefix("T#")
    body = CREDENTIALS[item.kind].body(item)
    return Credential(item.kind, name, player, body["hash"], body["label"], body["created"], body["expires"])


def commit(env: Env, writes: Sequence[Write], token: str) -> None:
    """All writes or none, asked again when the answer was lost, others were at the same rows, or the store had to wait.

    `token` makes asking again harmless. Raises ConditionFailedError, and when patience ends BusyError,
    StoreThrottledError or StoreUnavailableError.
    """
    patience = Patience(env, TRIES)
    while patience.is_left():
        try:
            return env.store.commit(writes, token=token)
        except (StoreConflictError, StoreThrottledError, StoreUnavailableError) as error:
            refusal = error
            patience.spend(error)
    if isinstance(refusal, StoreConflictError):
        raise BusyError("Others were changing the same things; please try again.") from refusal
    raise refusal


def commit_for(env: Env, player: str, writes: Sequence[Write]) -> None:
    """All writes or none, if the player's account is still there.

    Raises UnknownPlayerError (deleted by now), ConditionFailedError (of the writes, the first of them at 1), and what
    `commit` raises.
    """
    try:
        commit(env, [is_there(player), *writes], env.ids.name(20))
    except ConditionFailedError as error:
        if 0 in error.failed:
            raise UnknownPlayerError("This account was deleted.") from error
        raise
