"""Reply addresses: whoever answers a mail from the address we know of them acts for the seat that it was about.

The local part is `move-` and a token of 48 characters of base32, in which small letters and capitals are the same: many
programs change those. Nothing is stored. The token alone lets nobody do anything: verdict.py says whose mail counts.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
from dataclasses import dataclass
from typing import Literal

from chalicelib.players.ports import Env

KEPT = 90 * 86_400
"""Seconds for which a mail can be answered."""
KEPT_TO_CONFIRM = 7 * 86_400
"""Seconds for which something can be confirmed that cannot be undone."""

Purpose = Literal["answer", "resign"]
"""What an answer is to: to a mail about the match, or to the question whether the seat is to be given up."""

_PURPOSES: tuple[Purpose, ...] = ("answer", "resign")
_MATCH = re.compile(r"[0-9a-z]{16}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_MATCH_BYTES, _N_BYTES, _HOUR_BYTES, _MAC_BYTES = 11, 4, 3, 10
_BYTES = 1 + _MATCH_BYTES + 1 + _N_BYTES + _HOUR_BYTES + _MAC_BYTES
_PREFIX = "move-"
_HOUR = 3_600
_KEY = b"turnpost/reply-address/1"


class NotAReplyAddressError(ValueError):
    """An address that is not one of ours, or was changed on its way."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a reply address stands for: decision `n` of a seat (0: none was open), until `expires` (epoch seconds)."""

    match: str
    seat: int
    n: int
    expires: int
    purpose: Purpose = "answer"


def write(env: Env, ticket: Ticket, domain: str) -> str:
    """The address that stands for this; it expires within the hour after it should.

    Raises ValueError for what does not fit into one: an id that is none of ours, a seat above 255.
    """
    payload = _payload(ticket)
    token = base64.b32encode(payload + _mac(env.secret, payload)).decode().lower()
    return f"{_PREFIX}{token}@{domain}"


def read(env: Env, address: str) -> Ticket:
    """What the address of a mail stands for, expired or not; what others put behind a + is passed over.

    Raises NotAReplyAddressError.
    """
    local = address.strip().removeprefix("<").partition("@")[0].lower()
    for piece in local.split("+")[:2]:
        token = piece.removeprefix(_PREFIX)
        if piece.startswith(_PREFIX) and len(token) * 5 == _BYTES * 8:
            return _ticket(env, token)
    raise NotAReplyAddressError("this is no address of ours to reply to")


def _ticket(env: Env, token: str) -> Ticket:
    try:
        content = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        raise NotAReplyAddressError("this is no token") from None
    payload, mac = content[:-_MAC_BYTES], content[-_MAC_BYTES:]
    ours = [hmac.compare_digest(mac, _mac(secret, payload)) for secret in (env.secret, *env.former)]
    if not any(ours):
        raise NotAReplyAddressError("this token is not ours")
    return _unpacked(payload)


def _payload(ticket: Ticket) -> bytes:
    if not _MATCH.fullmatch(ticket.match):
        raise ValueError("no match of ours has such an id")
    hours = -(-ticket.expires // _HOUR)
    return b"".join(
        (
            _PURPOSES.index(ticket.purpose).to_bytes(1, "big"),
            int(ticket.match, len(_DIGITS)).to_bytes(_MATCH_BYTES, "big"),
            ticket.seat.to_bytes(1, "big"),
            ticket.n.to_bytes(_N_BYTES, "big"),
            hours.to_bytes(_HOUR_BYTES, "big"),
        )
    )


def _unpacked(payload: bytes) -> Ticket:
    match, rest = payload[1 : 1 + _MATCH_BYTES], payload[1 + _MATCH_BYTES :]
    return Ticket(
        match=_in_digits(int.from_bytes(match, "big")),
        seat=rest[0],
        n=int.from_bytes(rest[1 : 1 + _N_BYTES], "big"),
        expires=int.from_bytes(rest[1 + _N_BYTES :], "big") * _HOUR,
        purpose=_PURPOSES[payload[0]],
    )


def _in_digits(number: int) -> str:
    found = []
    for _ in range(16):
        number, digit = divmod(number, len(_DIGITS))
        found.append(_DIGITS[digit])
    return "".join(reversed(found))


def _mac(secret: bytes, payload: bytes) -> bytes:
    return hmac.digest(secret, _KEY + b"\x00" + payload, "sha256")[:_MAC_BYTES]
