"""A record as a file holds it, JSON of the form that record_form.py gives it, and as the store does."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from chalicelib.matches import packing
from chalicelib.matches.errors import InvalidRecordError, UnreadableMatchError
from chalicelib.matches.record_form import Record

_MOST_TOLD = 100


def read(text: str | bytes) -> Record:
    """The record that a text is. Raises InvalidRecordError, with the ply where it is a move that cannot be read."""
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None


def of(data: Mapping[str, Any]) -> Record:
    """The record that JSON data is. Raises InvalidRecordError as `read` does."""
    try:
        return Record.model_validate(data)
    except ValidationError as error:
        raise _refusal(error) from None


def packed(record: Record) -> str:
    """A record as it is stored."""
    return packing.squeezed(record.model_dump_json().encode())


def unpacked(body: Mapping[str, Any]) -> Record:
    """The record that a stored body holds as `packed`.

    Raises UnreadableMatchError for what is none, as when a disk failed.
    """
    try:
        return Record.model_validate_json(packing.unsqueezed(body["packed"]))
    except (LookupError, TypeError, ValueError, zlib.error) as error:
        raise UnreadableMatchError("This record is damaged where it is kept, and cannot be read.") from error


def _refusal(error: ValidationError) -> InvalidRecordError:
    found = error.errors(include_url=False, include_input=False)[0]
    where, told = found["loc"], found["msg"].removeprefix("Value error, ")[:_MOST_TOLD]
    if not where:
        return InvalidRecordError("This is no record: {told}.", told=told)
    place = ".".join(map(str, where))[:_MOST_TOLD]
    return InvalidRecordError("{place}: {told}.", _ply(where), place=place, told=told)


def _ply(where: tuple[int | str, ...]) -> int:
    """Which move of the record itself is meant, 0 for anything else in it."""
    match where:
        case ("moves", int(place), *_):
            return place + 1
    return 0
