"""The record of what a match goes on from, cut at that ply and kept beside the match: nothing else is needed."""

from __future__ import annotations

from typing import Any

from chalicelib.matches import record_file, repository
from chalicelib.matches.ending import GIVEN_UP
from chalicelib.matches.errors import UnreadableMatchError
from chalicelib.matches.match import Match
from chalicelib.matches.record_form import Record
from chalicelib.players.ports import Absent, Env, Key, Put
from chalicelib.players.stored import Stored

ORIGIN = Stored("origin")


def origin_key(match_id: str) -> Key:
    """Where it stands: beside what a move reads, and beside the log."""
    return Key(repository.partition(match_id), "O#origin")


def keeping(match_id: str, record: Record) -> Put:
    """What stores the record that a new match goes on from."""
    return Put(ORIGIN.item(origin_key(match_id), {"packed": record_file.packed(record)}), Absent())


def origin_of(env: Env, match: Match) -> Record | None:
    """The record that a match goes on from, up to where it does; None for most. Raises UnreadableMatchError."""
    if match.roster.origin is None:
        return None
    item = env.store.get(origin_key(match.id))
    if item is None:
        raise UnreadableMatchError("What this match goes on from is not here, and it cannot be read without.")
    return record_file.unpacked(ORIGIN.body(item))


def left(record: Record) -> frozenset[int]:
    """The seats that gave up in the course of a record, or of one that it goes on from."""
    before = left(record.origin) if record.origin else frozenset[int]()
    return before | {move.seat for move in record.moves if move.how in GIVEN_UP}


def cut(record: Record, ply: int) -> Record:
    """The record of the same match up to this ply, as one that another match goes on from."""
    moves, migrations = record.moves[:ply], [each for each in record.migrations if each.ply <= ply]
    ended = moves[-1].at if moves else record.started
    update = {"moves": moves, "migrations": migrations, "ended": ended, "outcome": None, **_sitting_at(record, ply)}
    return record.model_copy(update=update)


def _sitting_at(record: Record, ply: int) -> dict[str, Any]:
    """Who sat there at this ply, and whom they had it from."""
    later = {each.seat: each.name for each in reversed(record.handovers) if each.ply > ply}
    seats = [each.model_copy(update={"name": later.get(each.seat, each.name)}) for each in record.seats]
    return {"seats": seats, "handovers": [each for each in record.handovers if each.ply <= ply]}


def depth(record: Record) -> int:
    """How many matches stand behind one another, this one counted."""
    return 1 + (depth(record.origin) if record.origin else 0)
