"""Records that players bring in: checked, kept under an id that follows from what they say, found by whoever has it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from chalicelib.matches import pace, proof, record_file
from chalicelib.matches.commit import LostRaceError, attempt, commit
from chalicelib.matches.errors import ForbiddenError, InvalidRecordError, RecordNotFoundError
from chalicelib.matches.record_form import Record
from chalicelib.players import rates
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
from chalicelib.players.stored import Stored

RECORD, BRINGER, LISTED = Stored("record"), Stored("bringer"), Stored("record-of")

IMPORTS = rates.Rate("record", 60, pace.HOUR, "You have brought in many records this hour; please wait a little.")
LONGEST = 350_000
"""Characters that a record may have once it is packed; what a match can come to is far less."""
ID_LENGTH = 16

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def record_key(name: str) -> Key:
    """Where a record stands."""
    return Key(f"R#{name}", "A")


def _bringer_key(name: str, player: str) -> Key:
    return Key(f"R#{name}", f"I#{player}")


def _listed_key(name: str, player: str) -> Key:
    return Key(f"P#{player}", f"R#{name}")


def record_id(record: Record) -> str:
    """The id of a record: 16 characters that follow from all it says, and so the same for everybody."""
    number = int.from_bytes(hashlib.sha256(record.model_dump_json().encode()).digest(), "big")
    found = ""
    while len(found) < ID_LENGTH:
        number, digit = divmod(number, len(_DIGITS))
        found += _DIGITS[digit]
    return found


def packed(record: Record) -> str:
    """A record as it is stored. Raises InvalidRecordError for one that is too long to be."""
    found = record_file.packed(record)
    if len(found) > LONGEST:
        raise InvalidRecordError("The record is too long to be kept.")
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """The id of a record that is kept, and whether it was new."""

    id: str
    is_new: bool


def keep(env: Env, player: str, record: Record, also: tuple[Write, ...] = ()) -> Kept:
    """Check a record and keep it; the same one again changes nothing, and everybody who brings it in may drop it.

    What is tried counts, not what is kept: a record may take a while to check.
    Raises InvalidRecordError, TooManyRequestsError, BusyError.
    """
    name, checked = record_id(record), list[bool]()

    def work() -> Kept:
        if not checked and env.store.get(record_key(name)) is None:
            _count(env, player)
            proof.check(env.games, record)
        checked.append(True)
        return _keep(env, player, name, record, also)

    def lost() -> Kept | None:
        return Kept(name, True) if env.store.get(_bringer_key(name, player)) else None

    return attempt(env, work, lost)


def _count(env: Env, player: str) -> None:
    try:
        env.store.commit([rates.spend(env, IMPORTS, player)])
    except ConditionFailedError as error:
        raise LostRaceError from error


def _keep(env: Env, player: str, name: str, record: Record, also: tuple[Write, ...]) -> Kept:
    before = env.store.get(record_key(name))
    if before is not None and env.store.get(_bringer_key(name, player)) is not None:
        return Kept(name, False)
    now = env.clock.now()
    listed = {"id": name, "name": record.name, "game": record.game, "at": now}
    writes = [
        _counted(name, packed(record), before, 1),
        Put(BRINGER.item(_bringer_key(name, player), {"at": now}), Absent()),
        Put(LISTED.item(_listed_key(name, player), listed), Absent()),
    ]
    commit(env, writes, also)
    return Kept(name, before is None)


def _counted(name: str, text: str, before: Item | None, more: int) -> Put | Delete:
    """The record with so many more people behind it; gone with the last of them."""
    key, version = record_key(name), before.version if before else 0
    people = more + (RECORD.body(before)["people"] if before else 0)
    if before is not None and not people:
        return Delete(key, VersionIs(version))
    body = {"packed": text, "people": people}
    return Put(RECORD.item(key, body, version + 1), VersionIs(version) if before else Absent())


def kept(env: Env, name: str) -> Record:
    """A record that was brought in. Raises RecordNotFoundError, UnreadableMatchError (it is damaged)."""
    item = env.store.get(record_key(name))
    if item is None:
        raise RecordNotFoundError
    return record_file.unpacked(RECORD.body(item))


def drop(env: Env, player: str, name: str, also: tuple[Write, ...] = ()) -> None:
    """Take back what a player brought in; the record goes with the last who did.

    Raises RecordNotFoundError, ForbiddenError (others brought it in), BusyError.
    """
    attempt(env, lambda: _drop(env, player, name, also), lambda: not is_bringer(env, player, name) or None)


def _drop(env: Env, player: str, name: str, also: tuple[Write, ...]) -> bool:
    before = env.store.get(record_key(name))
    if before is None:
        raise RecordNotFoundError
    if not is_bringer(env, player, name):
        raise ForbiddenError("Only who brought a record in can take it back.")
    writes = [
        _counted(name, RECORD.body(before)["packed"], before, -1),
        Delete(_bringer_key(name, player), Present()),
        Delete(_listed_key(name, player)),
    ]
    commit(env, writes, also)
    return True


def is_bringer(env: Env, player: str, name: str) -> bool:
    """Whether this player brought the record in."""
    return bool(player) and env.store.get(_bringer_key(name, player)) is not None


@dataclass(frozen=True, slots=True)
class MyRecord:
    """One row of a player's list of records; `at` is when it was brought in, in epoch seconds."""

    id: str
    name: str
    game: str
    at: int


def my_records(env: Env, player: str) -> list[MyRecord]:
    """What a player has brought in, newest first."""
    rows = env.store.query(f"P#{player}", prefix="R#").items
    found = (MyRecord(**LISTED.body(row)) for row in rows)
    return sorted(found, key=lambda each: (-each.at, each.id))


def drop_all(env: Env, player: str) -> None:
    """Take back everything a player brought in, as before the account goes. Raises BusyError."""
    for each in my_records(env, player):
        try:
            drop(env, player, each.id)
        except (RecordNotFoundError, ForbiddenError):
            continue  # another request of the same player was faster
