"""The secrets players show: how they are made, checked without the store, and hashed for it. Pure.

An API token is `tp_`, 30 random base62 characters and 6 of checksum (the CRC-32 of those 30 in base62), so that a
mistyped or made-up one is refused without a look at the store. Login links and sessions are 32 random bytes in
base64url. Of all of them only the SHA-256 is stored.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib

from chalicelib.players.ports import Ids

TOKEN_PREFIX = "tp_"  # noqa: S105 - what a token starts with, not a secret
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM = 30
_CHECK = 6
_API_TOKEN = re.compile(rf"tp_([0-9A-Za-z]{{{_RANDOM}}})([0-9A-Za-z]{{{_CHECK}}})")
_OPAQUE = re.compile(r"[0-9A-Za-z_-]{43}")


def _checksum(characters: str) -> str:
    value = zlib.crc32(characters.encode())
    digits = ""
    for _ in range(_CHECK):
        value, digit = divmod(value, 62)
        digits = _DIGITS[digit] + digits
    return digits


def new_api_token(ids: Ids) -> str:
    """A fresh API token, to be shown once."""
    characters = ids.name(_RANDOM)
    return TOKEN_PREFIX + characters + _checksum(characters)


def new_opaque(ids: Ids) -> str:
    """A fresh secret for a login link or a session."""
    return base64.urlsafe_b64encode(ids.token(32)).rstrip(b"=").decode()


def is_api_token(credential: str) -> bool:
    """Whether this has the shape and the checksum of an API token."""
    found = _API_TOKEN.fullmatch(credential)
    return found is not None and _checksum(found[1]) == found[2]


def is_opaque(credential: str) -> bool:
    """Whether this has the shape of a login or session secret."""
    return _OPAQUE.fullmatch(credential) is not None


def digest(credential: str) -> str:
    """What a secret is stored and found by: its hex SHA-256."""
    return hashlib.sha256(credential.encode()).hexdigest()
