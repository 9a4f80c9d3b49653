"""Records with one byte changed, which no check may let pass."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from chalicelib import games
from chalicelib.matches import proof, record_file
from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.record_form import Record

UNPROVED = ("name", "level")
"""The fields of a record that nothing in it proves: what things are called, and how well bots play."""

BITS = (1, 2)
"""Which bits of a byte are turned: other digits, other letters, a bracket for another."""


class Place(NamedTuple):
    """A byte of a record's text: in which of its fields, in the row of which move (0: of none), under which name."""

    at: int
    field: str
    ply: int
    name: str


class Flip(NamedTuple):
    """The text of a record with the byte at a place changed."""

    place: Place
    text: bytes


class _Piece(NamedTuple):
    text: bytes
    field: str
    ply: int
    name: str
    is_proved: bool = True


def written(record: Record) -> bytes:
    """A record as the interface writes it."""
    return record.model_dump_json().encode()


def proved(record: Record) -> list[Place]:
    """Every byte of a record that something proves."""
    found, at = list[Place](), 0
    for piece in _pieces(json.loads(written(record)), "", 0, ""):
        if piece.is_proved:
            found += [Place(at + each, piece.field, piece.ply, piece.name) for each in range(len(piece.text))]
        at += len(piece.text)
    return found


def flips(record: Record, places: Iterable[Place], bits: Sequence[int] = BITS) -> Iterator[Flip]:
    """The record with each of these bytes changed in several ways."""
    text = written(record)
    for place in places:
        for bit in bits:
            yield Flip(place, text[: place.at] + bytes([text[place.at] ^ bit]) + text[place.at + 1 :])


def refused(flip: Flip) -> bool:
    """Whether a record fails, and with its ply where the byte is in a move."""
    try:
        proof.check(games, record_file.read(flip.text))
    except InvalidRecordError as error:
        # where a byte makes the text no JSON at all, there are no plies any more
        return error.ply == flip.place.ply or not flip.place.ply or "nvalid JSON" in error.message
    return False


def _pieces(value: Any, field: str, ply: int, name: str) -> Iterator[_Piece]:
    """The text of a value, in pieces; what stands around the values has no name."""
    if isinstance(value, dict):
        yield _Piece(b"{", field, ply, "")
        for key, each in value.items():
            yield _Piece(_text(key) + b":", field, ply, "")
            if key in UNPROVED:
                yield _Piece(_text(each), field, ply, key, is_proved=False)
            else:
                yield from _pieces(each, field or key, ply, key)
            yield _Piece(b"," if key != list(value)[-1] else b"", field, ply, "")
        yield _Piece(b"}", field, ply, "")
    elif isinstance(value, list):
        yield _Piece(b"[", field, ply, "")
        for place, each in enumerate(value, 1):
            yield from _pieces(each, field, place if field == "moves" and not ply else ply, name)
            yield _Piece(b"," if place < len(value) else b"", field, ply, "")
        yield _Piece(b"]", field, ply, "")
    else:
        yield _Piece(_text(value), field, ply, name)


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
