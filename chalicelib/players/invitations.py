"""Invitations by mail to people of whom nothing is known but an address.

`P#<id>` / `A#invitation` is an invitation, under an id that stands in a seat where a player's would, and can be none.
The address is nowhere else. `E#<hash>` is an address: under `I#` are the invitations that wait for its answer, oldest
first, of which only the first is mailed, and under `N` that it wants none. The token of a mail is signed, not stored,
and knows the address's hash, so that one can still refuse further mails when the invitation is long over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from chalicelib.players import addresses, blocks, repository, signed
from chalicelib.players.errors import UnknownInvitationError
from chalicelib.players.ports import Absent, ConditionFailedError, Delete, Env, Item, Key, Put, VersionIs, Write
from chalicelib.players.profile import GUEST
from chalicelib.players.stored import Stored

INVITATION, INVITED, SILENCE = Stored("invitation"), Stored("invited"), Stored("silence")
Given = Literal["", "accepted", "declined"]

KEPT = 86_400
"""Seconds for which an invitation is remembered after it has lapsed, for who comes too late."""
_PURPOSE = b"turnpost/invitation/1"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation: to a `seat` of a `match`, by the player `inviter`, good `until` then (epoch seconds).

    `id` is who sits there until somebody has accepted. `given` is the answer, `by` the player who accepted.
    """

    id: str
    match: str
    seat: int
    inviter: str
    address: str
    language: str
    created: int
    until: int
    given: Given = ""
    by: str = ""
    version: int = 1

    @property
    def waiting_key(self) -> Key:
        """Where the address has it while it waits for an answer."""
        return Key(_partition(addresses.digest(self.address)), f"I#{self.created:010d}#{self.id}")


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an address has of an invitation that waits for its answer; `mailed`: when its mail was owed (0: not yet)."""

    key: Key
    id: str
    match: str
    seat: int
    inviter: str
    mailed: int
    version: int


def new_id(env: Env) -> str:
    """A fresh id for an invitation, which no player's can be."""
    return GUEST + env.ids.name(12)


def key(invitation: str) -> Key:
    """Where the invitation of this id lies."""
    return Key(f"P#{invitation}", "A#invitation")


def silence_key(digest: str) -> Key:
    """Where it lies that an address wants no invitations."""
    return Key(_partition(digest), "N")


def _partition(digest: str) -> str:
    return f"E#{digest}"


def token(env: Env, invitation: Invitation) -> str:
    """What the link of its mail bears in the query (`?token=`)."""
    return signed.sign(env, _PURPOSE, f"{invitation.id}.{addresses.digest(invitation.address)}")


def read_token(env: Env, told: str) -> tuple[str, str]:
    """The id of an invitation, and the hash of its address. Raises UnknownInvitationError."""
    payload = signed.read(env, _PURPOSE, told)
    if payload is None:
        raise UnknownInvitationError("This link is not one of ours, or a part of it is missing.")
    invitation, _, digest = payload.partition(".")
    return invitation, digest


def find(env: Env, invitation: str) -> Invitation | None:
    """The invitation of this id, None where it is over for so long that it is forgotten."""
    item = env.store.get(key(invitation))
    return _read(item) if item else None


def _item(invitation: Invitation) -> Item:
    body = {
        "match": invitation.match,
        "seat": invitation.seat,
        "inviter": invitation.inviter,
        "address": invitation.address,
        "language": invitation.language,
        "created": invitation.created,
        "until": invitation.until,
    }
    given = {"given": invitation.given, "by": invitation.by} if invitation.given else {}
    expires = invitation.until + KEPT
    return INVITATION.item(key(invitation.id), {**body, **given}, invitation.version, expires=expires)


def _read(item: Item) -> Invitation:
    return Invitation(id=item.key.partition.removeprefix("P#"), version=item.version, **INVITATION.body(item))


def made(invitation: Invitation) -> list[Write]:
    """What stores a new invitation."""
    about = {"match": invitation.match, "seat": invitation.seat, "inviter": invitation.inviter}
    waiting = INVITED.item(invitation.waiting_key, about, expires=invitation.until)
    return [Put(_item(invitation), Absent()), Put(waiting, Absent())]


def forgotten(gone: Iterable[Invitation]) -> list[Write]:
    """What takes invitations off the lists of their addresses: they wait for no answer any more."""
    return [Delete(invitation.waiting_key) for invitation in gone]


def answered(invitation: Invitation, given: Given, by: str = "") -> Put:
    """What notes the answer, on condition that none was given in between."""
    after = replace(invitation, given=given, by=by, version=invitation.version + 1)
    return Put(_item(after), VersionIs(invitation.version))


def waiting(env: Env, address: str) -> list[Waiting]:
    """The invitations that wait for the answer of an address, oldest first."""
    rows = env.store.query(_partition(addresses.digest(address)), prefix="I#", consistent=True).items
    return [_waiting(row) for row in rows]


def _waiting(row: Item) -> Waiting:
    body = INVITED.body(row)
    name = row.key.sort.split("#")[2]
    return Waiting(row.key, name, body["match"], body["seat"], body["inviter"], body.get("mailed", 0), row.version)


def may_be_mailed(env: Env, invitation: Invitation, owed: int) -> bool:
    """Whether the mail that was owed then may go out now: one is, until the address has answered it.

    From then on no other mail may. None goes to an address that wants none, nor across a block. Raises StoreError.
    """
    first = next(iter(_welcome(env, invitation.address)), None)
    if first is None or first.id != invitation.id:
        return False
    if env.store.get(silence_key(addresses.digest(invitation.address))):
        return False
    return first.mailed == owed if first.mailed else _is_claimed(env, invitation, first, owed)


def _welcome(env: Env, address: str) -> list[Waiting]:
    """Those that wait, oldest first, but for what a block keeps apart: that is never mailed, and holds up no other.

    It reads as much for an address without an account, so that no time it takes tells of one.
    """
    rows = waiting(env, address)
    account = repository.pointed(env.store, repository.address_key(addresses.digest(address)))
    apart = blocks.between(env, account or GUEST, [row.inviter for row in rows])
    return [row for row in rows if row.inviter not in apart]


def _is_claimed(env: Env, invitation: Invitation, first: Waiting, owed: int) -> bool:
    about = {"match": first.match, "seat": first.seat, "inviter": first.inviter, "mailed": owed}
    item = INVITED.item(first.key, about, first.version + 1, expires=invitation.until)
    try:
        env.store.commit([Put(item, VersionIs(first.version))])
    except ConditionFailedError:
        return False
    return True


def silence(env: Env, digest: str) -> None:
    """Send this address no invitations any more, until somebody logs in with it. Raises BusyError."""
    row = SILENCE.item(silence_key(digest), {"since": env.clock.now()})
    repository.commit(env, [Put(row)], env.ids.name(20))


def is_known(env: Env, address: str, inviter: str) -> bool:
    """Whether this player has invited the address already, and it has not answered yet."""
    return any(each.inviter == inviter for each in waiting(env, address))


def next_after(env: Env, gone: Sequence[Invitation]) -> list[Waiting]:
    """The invitations that may be mailed once these are over: the next of every address, unless it was mailed."""
    over = {invitation.id for invitation in gone}
    found = []
    for address in dict.fromkeys(invitation.address for invitation in gone):
        left = next((row for row in _welcome(env, address) if row.id not in over), None)
        if left and not left.mailed:
            found.append(left)
    return found
