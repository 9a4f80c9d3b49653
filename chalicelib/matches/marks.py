"""Marks: for every position of a match a short text that follows from all that was on record by then.

Each mark goes into the next one, so whoever notes one while a match runs can see at its end that nothing up to there
was rewritten. All that goes in is public while the match runs, and no dice do: those are bound by the seed, and what
lies hidden among them could be guessed from a mark. docs/record.md has the recipe.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

LENGTH = 16
"""So many of the first hex digits of a mark are shown; the next one follows from all 32 bytes."""

Told = Mapping[str, Any]
"""A record as JSON data; of what it has as marks nothing is looked at, nor of its dice and its end."""


def chain(record: Told) -> Iterator[bytes]:
    """The marks of a record's first position and of its moves, in order, 32 bytes each."""
    mark = _first(record)
    yield mark
    for move in record["moves"]:
        named = [move[name] for name in ("ply", "seat", "move", "how", "at")]
        past = [each["rules_version"] for each in record["migrations"] if each["ply"] < move["ply"]]
        mark = sha256(mark + _fields(*named, *past)).digest()
        yield mark


def shown(mark: bytes) -> str:
    """A mark as people and programs are told it."""
    return mark.hex()[:LENGTH]


def marked(record: Told) -> dict[str, Any]:
    """The record with its marks in it."""
    first, *others = map(shown, chain(record))
    moves = [{**move, "mark": mark} for move, mark in zip(record["moves"], others, strict=True)]
    return {**record, "mark": first, "moves": moves}


def _first(record: Told) -> bytes:
    options = json.dumps(record["options"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    match = [record[name] for name in ("match", "game", "rules_version")]
    times = [record[name] for name in ("created", "started", "commitment")]
    kinds = [seat["kind"] for seat in record["seats"]]
    return sha256(_fields(*match, options, *times, len(kinds), *kinds, *record["nonces"], *_began(record))).digest()


def _began(record: Told) -> list[bytes | int]:
    """What the match goes on from, by its last mark and the changes of its rules; nothing for most."""
    if record["origin"] is None:
        return []
    *_, last = chain(record["origin"])
    return [last, *(each["rules_version"] for each in record["origin"]["migrations"])]


def _fields(*parts: str | int | bytes) -> bytes:
    """Each with its length before it, as docs/record.md has fields; numbers as text."""
    found = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in found)
