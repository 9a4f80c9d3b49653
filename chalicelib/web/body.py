"""Reading a request's body: JSON, of limited size, depth and number of parts, and nothing that could not be stored."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NoReturn

from chalice.app import Request

from chalicelib.web.errors import MalformedRequestError, TooLargeError

JSON = "application/json"
NOT_JSON = "Send the body as JSON, with the header Content-Type: application/json."
NOT_WHOLE = "Numbers must be whole."
MAX_BODY = 64 * 1024
MAX_RECORD = 4 * 1024 * 1024
"""A record of the most moves is a quarter of that; Lambda takes 6 MB, in which every quotation mark counts twice."""
MAX_UNSIGNED = 1024 * 1024
"""What anybody may send to have a record checked; the longest record that play has led to is half of that."""
LARGER: Mapping[str, int] = {"/records": MAX_RECORD, "/r": MAX_RECORD, "/fairness": MAX_UNSIGNED}
"""The paths, as their routes have them, that take more than MAX_BODY bytes."""
MAX_DEPTH = 16
MAX_PARTS = 250_000
"""Commas and opening brackets in a body, wherever they stand; a record of 10,000 moves has some 100,000."""
MAX_NAMES = 100
"""Names in one JSON object; no form of ours has half as many."""
MAX_INTEGER = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""
_DIGITS = 20
"""More than that are too many for any number here."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def read_object(request: Request) -> dict[str, Any]:
    """The JSON object in the body; an empty body is an empty object. Raises MalformedRequestError, TooLargeError."""
    raw = _raw(request)
    if not raw.strip():
        return {}
    # Chalice lets "text/plain; */*" pass, which pages of other sites may send without asking first
    if request.headers.get("content-type", JSON).split(";")[0].strip().lower() != JSON:
        raise MalformedRequestError(NOT_JSON)
    return parsed(raw)


def parsed(raw: bytes) -> dict[str, Any]:
    """The JSON object that bytes are. Raises MalformedRequestError."""
    found = _parse(raw)
    if not isinstance(found, dict):
        raise MalformedRequestError("The body must be a JSON object.")
    _check(found)
    return found


def most(path: str) -> int:
    """How many bytes a body may have that is sent to this path."""
    return LARGER.get(path, MAX_BODY)


def check_size(request: Request) -> None:
    """Refuse a body that is too large, whoever reads it. Raises TooLargeError."""
    _raw(request)


def _raw(request: Request) -> bytes:
    try:
        raw = request.raw_body
    except ValueError:  # base64 that is none, or a text that no bytes can stand for
        raise MalformedRequestError("The body is not UTF-8.") from None
    data = raw.encode() if isinstance(raw, str) else raw
    limit = most(request.path)
    if len(data) > limit:
        raise TooLargeError(f"The body may have at most {limit} bytes.")
    return data


def _parse(raw: bytes) -> Any:
    # counted in the bytes, so that nothing is built of what is far too much
    if sum(map(raw.count, (b",", b"{", b"["))) > MAX_PARTS:
        raise MalformedRequestError(f"The body has more than {MAX_PARTS} parts.")
    try:
        text = raw.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_whole)
    except UnicodeDecodeError:
        raise MalformedRequestError("The body is not UTF-8.") from None
    except RecursionError:
        raise MalformedRequestError("The body is nested too deeply.") from None
    except ValueError:  # not JSON, or a number of thousands of digits
        raise MalformedRequestError("The body is not JSON.") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_NAMES:
        raise MalformedRequestError(f"One JSON object may have at most {MAX_NAMES} names.")
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedRequestError("A name stands twice in one JSON object.")
    return found


def _constant(name: str) -> NoReturn:
    raise MalformedRequestError(f"{name} is not JSON.")


def _whole(text: str) -> int:
    """A number with a point or an exponent; 2.0 is whole, and the same number as 2."""
    try:
        value = Decimal(text)
    except ArithmeticError:  # an exponent of many digits
        raise MalformedRequestError(NOT_WHOLE) from None
    if value.adjusted() > _DIGITS or value != value.to_integral_value():
        raise MalformedRequestError(NOT_WHOLE)
    return int(value)


def _check(found: Any) -> None:
    waiting = [(found, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise MalformedRequestError("The body is nested too deeply.")
        if isinstance(value, dict):
            waiting += [(each, depth + 1) for pair in value.items() for each in pair]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
        else:
            _check_leaf(value)


def _check_leaf(value: Any) -> None:
    if isinstance(value, str) and not is_storable(value):
        raise MalformedRequestError("A text holds a character that cannot be stored (NUL or half a surrogate pair).")
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        raise MalformedRequestError(f"Numbers must lie between -{MAX_INTEGER} and {MAX_INTEGER}.")


def is_storable(text: str) -> bool:
    """Whether a text is free of NUL and of halves of surrogate pairs."""
    return not _UNSTORABLE.search(text)
