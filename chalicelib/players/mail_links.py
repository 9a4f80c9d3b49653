"""Links by which whoever has a mail gets no more of its kind, without logging in.

A token is `<player>.<kind>.<match>.<address>.<signature>`; nothing is stored, and it never lapses. It is bound to the
address that the mail went to: once its player has another one, it is worth nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from chalicelib.players import addresses, signed
from chalicelib.players.errors import UnknownMailLinkError, UnknownPlayerError
from chalicelib.players.ports import Env
from chalicelib.players.profile import Profile
from chalicelib.players.repository import load_profile
from chalicelib.players.wishes import GROUPS, Group

Kind = Group | Literal["digest"]
KINDS: tuple[Kind, ...] = (*GROUPS, *get_args(Literal["digest"]))
"""What a mail is, as its reader chooses; the last is the daily mail, with all that comes in it."""

_PURPOSE = b"turnpost/mail-link/1"
_ADDRESS = 12
"""So many characters of the address's hash stand in a token."""


@dataclass(frozen=True, slots=True)
class MailLink:
    """What a link is about: mails of a kind to a player, of which one was about this match ("": about none alone)."""

    profile: Profile
    kind: Kind
    match: str


def mail_link_token(env: Env, profile: Profile, kind: Kind, match: str = "") -> str:
    """The token of the link that goes with a mail."""
    return signed.sign(env, _PURPOSE, f"{profile.id}.{kind}.{match}.{_hash(profile)}")


def read_mail_link(env: Env, token: str) -> MailLink:
    """What a token stands for that we signed, if its player still has that address. Raises UnknownMailLinkError."""
    payload = signed.read(env, _PURPOSE, token)
    if payload is not None:
        player, kind, match, address = payload.split(".")
        try:
            profile = load_profile(env.store, player)
        except UnknownPlayerError:
            raise _unknown() from None
        if _hash(profile) == address and kind in KINDS:
            return MailLink(profile, kind, match)
    raise _unknown()


def _unknown() -> UnknownMailLinkError:
    return UnknownMailLinkError("This link is not one of ours, or it was mailed to another address.")


def _hash(profile: Profile) -> str:
    return addresses.digest(profile.email)[:_ADDRESS]
