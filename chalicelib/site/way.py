"""Addresses of ours: what can be an id in them, and where a login leads back to, never elsewhere."""

from __future__ import annotations

import re
from urllib.parse import urlencode

FRONT = "/"
_INVITED = "/i?token="

_ID = re.compile(r"[0-9a-z-]{1,64}")
_OURS = re.compile(
    r"/(?:new(?:\?game=[0-9a-z-]{1,60}|\?(?:match|record)=[0-9a-z-]{1,64}&ply=[0-9]{1,5})?"
    r"|m/[0-9a-z-]{1,64}(?:/replay|\?join=[\w.-]{1,200})?|i\?token=[\w.-]{1,200}|r(?:/[0-9a-z]{1,64})?|rules/[0-9a-z-]{1,60}|settings|deliveries)?",
    re.ASCII,
)


def is_id(name: str) -> bool:
    """Whether this could be the id of a match or a record."""
    return bool(_ID.fullmatch(name))


def back(wanted: str) -> str:
    """The page that is wanted, or the first page if it is none of ours."""
    return wanted if _OURS.fullmatch(wanted) else FRONT


def invitation(target: str) -> str:
    """The token of the invitation that a page of ours is about; "" for all other pages."""
    return target.removeprefix(_INVITED) if target.startswith(_INVITED) else ""


def login(wanted: str) -> str:
    """The page to log in on, from which one comes back to the page that is wanted."""
    target = back(wanted)
    return "/login" if target == FRONT else f"/login?{urlencode({'next': target})}"
