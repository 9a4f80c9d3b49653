"""Seat links: whoever holds one acts for one seat of one match, and for nothing else.

A link's token is `<match>.<seat>.<epoch>.<signature>`; nothing is stored. Raising the seat's epoch in the match makes
every link mailed for it worthless, so whoever reads a link compares its epoch with the seat's.
"""

from __future__ import annotations

from chalicelib.players import signed
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.players.ports import Env

_PURPOSE = b"turnpost/seat-link/1"


def seat_link_token(env: Env, match_id: str, seat: int, epoch: int) -> str:
    """The token for the query string of a link (`?key=`)."""
    return signed.sign(env, _PURPOSE, f"{match_id}.{seat}.{epoch}")


def read_seat_link(env: Env, token: str) -> tuple[str, int, int]:
    """The match id, seat and epoch of a token that we signed; the epoch is still to be compared.

    Raises UnauthenticatedError.
    """
    payload = signed.read(env, _PURPOSE, token)
    if payload is None:
        raise UnauthenticatedError("This link is not one of ours, or a part of it is missing.")
    match_id, seat, epoch = payload.split(".")
    return match_id, int(seat), int(epoch)
