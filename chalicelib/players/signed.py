"""Texts that we signed ourselves, for links: `<payload>.<signature>`, of which nothing has to be stored."""

from __future__ import annotations

import base64
import hmac

from chalicelib.players.ports import Env

LONGEST = 200
_SIGNATURE = 16


def sign(env: Env, purpose: bytes, payload: str) -> str:
    """The token of a payload; one that was signed for another purpose is none."""
    return f"{payload}.{_signature(env, purpose, payload)}"


def read(env: Env, purpose: bytes, token: str) -> str | None:
    """The payload of a token that we signed for this purpose; None for any other text."""
    payload, _, signature = token.rpartition(".")
    ours = len(token) <= LONGEST and token.isascii()
    return payload if ours and hmac.compare_digest(signature, _signature(env, purpose, payload)) else None


def _signature(env: Env, purpose: bytes, payload: str) -> str:
    mac = hmac.digest(env.secret, purpose + b"\x00" + payload.encode(), "sha256")[:_SIGNATURE]
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
