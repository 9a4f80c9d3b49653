"""Long texts made short: a record, or a commit in which much played by itself, tells the same few words again."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

PLAIN = 700
"""Bytes of JSON up to which a row is stored as it is; with its keys it weighs less than 1 KB then."""
_TOLD = ("entries", "draws", "facts", "own", "ordered", "chosen")
_PACKED = "packed"


def pack(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body with what it tells deflated and written in base 85, where it is long and that makes it shorter."""
    whole = dict(body)
    if _length(whole) <= PLAIN:
        return whole
    told = {name: whole.pop(name) for name in _TOLD if name in whole}
    short = {**whole, _PACKED: squeezed(_text(told))}
    return min(dict(body), short, key=_length)


def unpack(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body as it was before it was packed, if it was."""
    whole = dict(body)
    packed = whole.pop(_PACKED, None)
    return whole if packed is None else {**whole, **json.loads(unsqueezed(packed))}


def squeezed(data: bytes) -> str:
    """The bytes deflated and written in base 85."""
    return base64.b85encode(zlib.compress(data, 9)).decode()


def unsqueezed(text: str) -> bytes:
    """The bytes as they were."""
    return zlib.decompress(base64.b85decode(text))


def _length(body: Mapping[str, Any]) -> int:
    return len(_text(body))


def _text(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
