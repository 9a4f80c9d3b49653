"""A record as a file holds it: JSON, of the form that record_form.py gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from chalicelib.matches.errors import InvalidRecordError
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
