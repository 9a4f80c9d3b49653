"""Seat links: whoever holds one acts for one seat of one match, and for nothing else.

A link's token is `<match>.<seat>.<epoch>.<signature>`; nothing is stored. Raising the seat's epoch in the match makes
every link mailed for it worthless, so whoever reads a link compares its epoch with the seat's.
"""

from __future__ import annotations

import base64
import hmac

from chalicelib.players.errors import UnauthenticatedError
from chalicelib.players.ports import Env

_PURPOSE = b"turnpost/seat-link/1\x00"
_SIGNATURE = 16


def _signature(env: Env, payload: str) -> str:
    mac = hmac.digest(env.secret, _PURPOSE + payload.encode(), "sha256")[:_SIGNATURE]
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()


def seat_link_token(env: Env, match_id: str, seat: int, epoch: int) -> str:
    """The token for the query string of a link (`?key=`)."""
    payload = f"{match_id}.{seat}.{epoch}"
    return f"{payload}.{_signature(env, payload)}"


def read_seat_link(env: Env, token: str) -> tuple[str, int, int]:
    """The match id, seat and epoch of a token that we signed; the epoch is still to be compared.

    Raises UnauthenticatedError.
    """
    payload, _, signature = token.rpartition(".")
    if len(token) > 200 or not token.isascii() or not hmac.compare_digest(signature, _signature(env, payload)):
        raise UnauthenticatedError("This link is not one of ours, or a part of it is missing.")
    match_id, seat, epoch = payload.split(".")
    return match_id, int(seat), int(epoch)
