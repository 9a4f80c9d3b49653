"""The tag of a mail: by what is said of the mail later its row is found, or its reader where it has none.

It is signed, so that nobody can make one up, and holds none but letters, digits, - and _, as SES wants its tags.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from email.message import EmailMessage

from chalicelib.players import addresses, signed
from chalicelib.players.ports import Env
from chalicelib.post.delivery import Delivery, Notice
from chalicelib.post.ports import TAG_HEADER

LONGEST = 256
"""Characters that SES takes in a tag."""
_PURPOSE = b"turnpost/tag/1"
_BEGINS = 16
"""So many characters of an address's hash are in the tag of a delivery."""


@dataclass(frozen=True, slots=True)
class Tag:
    """Whom a mail was for: the row of a `notice`, sent `again` so often, or just an address.

    `address` is how the hash begins of the address that it went to; all of it where there is no notice.
    """

    address: str
    notice: Notice | None = None
    again: int = 0


def mark(env: Env, mail: EmailMessage, row: Delivery | None = None) -> EmailMessage:
    """The mail with the tag of the row that it tells of (None: there is none, and only its reader is known)."""
    address = addresses.digest(str(mail["To"]))
    mail[TAG_HEADER] = _signed(env, _told(row, address) if row else f"A#{address}")
    return mail


def read(env: Env, tag: str) -> Tag | None:
    """What a tag says; None for any other text than a tag of ours."""
    if len(tag) > LONGEST or not tag.isascii():
        return None
    try:
        payload = signed.read(env, _PURPOSE, base64.urlsafe_b64decode(tag + "=" * (-len(tag) % 4)).decode())
        return _said(payload.split("#")) if payload else None
    except (binascii.Error, ValueError):
        return None


def _signed(env: Env, payload: str) -> str:
    return base64.urlsafe_b64encode(signed.sign(env, _PURPOSE, payload).encode()).rstrip(b"=").decode()


def _told(row: Delivery, address: str) -> str:
    notice = row.notice
    about = (notice.player, notice.at, notice.match, notice.n, notice.seat, notice.category, row.again)
    return "#".join(("D", address[:_BEGINS], *map(str, about)))


def _said(parts: list[str]) -> Tag:
    """What a tag says that we signed. Raises ValueError, if that was in another manner."""
    if parts[0] == "A":
        _, address = parts
        return Tag(address)
    _, address, player, at, match, n, seat, category, again = parts
    return Tag(address, Notice(player, int(at), match, int(n), int(seat), category), int(again))
