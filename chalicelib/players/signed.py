"""Texts that we signed ourselves, for links: `<payload>.<signature>`, of which nothing has to be stored."""

from __future__ import annotations

import base64
import hmac

from chalicelib.players.ports import Env

LONGEST = 200
_SIGNATURE = 16


def sign(env: Env, purpose: bytes, payload: str) -> str:
    """The token of a payload; one that was signed for another purpose is none."""
    return f"{payload}.{_signature(env.secret, purpose, payload)}"


def read(env: Env, purpose: bytes, token: str) -> str | None:
    """The payload of a token that we signed for this purpose; None for any other text."""
    payload, _, signature = token.rpartition(".")
    if len(token) > LONGEST or not token.isascii():
        return None
    ours = (
        hmac.compare_digest(signature, _signature(secret, purpose, payload)) for secret in (env.secret, *env.former)
    )
    return payload if any(ours) else None


def _signature(secret: bytes, purpose: bytes, payload: str) -> str:
    mac = hmac.digest(secret, purpose + b"\x00" + payload.encode(), "sha256")[:_SIGNATURE]
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
