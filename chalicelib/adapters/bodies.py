"""Bodies of items as compact JSON text: one form for both engines, so that they refuse and give back the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from chalicelib.players.ports import Body, InvalidWriteError

MAX_DEPTH = 32
"""How deep objects and arrays may stand inside one another (DynamoDB's own documents end there too)."""


def encode(body: Body) -> str:
    """The body as JSON text. Raises InvalidWriteError for whatever would not come back as it went in."""
    if not isinstance(body, Mapping):
        raise InvalidWriteError(f"a body is a JSON object, not {type(body).__name__}")
    try:
        text = json.dumps(_plain(body, 1), ensure_ascii=False, separators=(",", ":"))
        text.encode()
    except ValueError as error:  # half a surrogate pair, or an integer of more than 4,300 digits
        raise InvalidWriteError(f"a body holds what JSON cannot carry: {error}") from error
    return text


def decode(text: str) -> dict[str, Any]:
    """The body that was encoded so, made afresh: nobody else holds a part of it."""
    body: dict[str, Any] = json.loads(text)
    return body


def _plain(value: object, depth: int) -> object:
    if value is None or isinstance(value, str | int):
        return value
    if depth > MAX_DEPTH:
        raise InvalidWriteError(f"a body nests deeper than {MAX_DEPTH} levels")
    if isinstance(value, Mapping):
        return {_name(name): _plain(part, depth + 1) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part, depth + 1) for part in value]
    raise InvalidWriteError(f"a body holds {type(value).__name__}, which is not JSON without floats")


def _name(name: object) -> str:
    if isinstance(name, str):
        return name
    raise InvalidWriteError(f"a body has {name!r} for a name, which is not a string")
