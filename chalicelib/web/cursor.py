"""Cursors: where a list goes on, signed so that only those we gave out are taken."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
from typing import TYPE_CHECKING

from chalicelib.web.errors import MalformedRequestError

if TYPE_CHECKING:
    from chalicelib.players.ports import Env

_PURPOSE = b"turnpost/cursor/1\x00"
_SIGNATURE = 9


def _signature(env: Env, about: str, place: bytes) -> bytes:
    return hmac.digest(env.secret, _PURPOSE + about.encode() + b"\x00" + place, "sha256")[:_SIGNATURE]


def give(env: Env, about: str, place: str) -> str:
    """The cursor of a place in the list `about` (which names the list and whose it is); "" for none."""
    if not place:
        return ""
    data = json.dumps(place).encode()
    return base64.urlsafe_b64encode(_signature(env, about, data) + data).decode().rstrip("=")


def take(env: Env, about: str, cursor: str) -> str:
    """The place that a cursor stands for; "" for an empty one. Raises MalformedRequestError."""
    if not cursor:
        return ""
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    signature, place = data[:_SIGNATURE], data[_SIGNATURE:]
    if not place or not hmac.compare_digest(signature, _signature(env, about, place)):
        raise MalformedRequestError("This cursor is none of ours, or belongs to another list.", field="cursor")
    return str(json.loads(place))
