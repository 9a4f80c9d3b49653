"""Mail addresses: what we accept, in which one spelling we keep it, and what it is looked up by.

Accepted is the plain form `local@domain`: an unquoted ASCII local part and a public domain name, which may be written
in any script. All of it is lower-cased, and mail goes to exactly that spelling, so whoever reads a login link owns it.
"""

from __future__ import annotations

import hashlib
import re

from chalicelib.players.errors import InvalidAddressError

MAX_ADDRESS = 254
"""Characters in an address as SMTP carries it (RFC 5321, a path of 256 with its brackets)."""

_LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_MAX_LOCAL = 64


def normalise(address: str) -> str:
    """The one spelling of an address, ASCII, lower-cased, IDN in its xn-- form. Raises InvalidAddressError."""
    text = address.strip(" ")
    if not text or len(text) > MAX_ADDRESS:
        raise InvalidAddressError(f"A mail address has 1 to {MAX_ADDRESS} characters.")
    if any(character.isspace() or not character.isprintable() for character in text):
        raise InvalidAddressError("A mail address has no spaces, line breaks or control characters in it.")
    local, at, domain = text.partition("@")
    if not at or "@" in domain:
        raise InvalidAddressError("A mail address has exactly one @ in it.")
    normal = f"{_local(local)}@{_domain(domain)}"
    if len(normal) > MAX_ADDRESS:
        raise InvalidAddressError(f"A mail address has 1 to {MAX_ADDRESS} characters.")
    return normal


def _local(local: str) -> str:
    lowered = local.lower()
    if len(local) > _MAX_LOCAL or not local.isascii() or not _LOCAL.fullmatch(lowered):
        raise InvalidAddressError("What stands before the @ is not something we can send mail to.")
    return lowered


def _domain(domain: str) -> str:
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise InvalidAddressError("What stands after the @ is not a domain name.") from None
    labels = ascii_domain.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise InvalidAddressError("What stands after the @ is not a domain name.")
    if len(labels) < 2 or labels[-1].isdigit():
        raise InvalidAddressError("What stands after the @ must be a full domain name, such as example.org.")
    return ascii_domain


def digest(address: str) -> str:
    """What a normalised address is looked up by: its hex SHA-256."""
    return hashlib.sha256(address.encode()).hexdigest()
