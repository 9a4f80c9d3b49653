"""Whose mail it is: what the receiving side found out about it, and what its header says of itself. Pure.

What was found out is taken from the receipt of whoever received the mail, and never from the mail, where anybody can
write anything. A mail counts whose one From address was proved: by DMARC, or by DKIM of that very domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.players.addresses import normalise
from chalicelib.players.errors import InvalidAddressError
from chalicelib.post.inbound.header import Header, split

_LISTS = ("list-id", "list-unsubscribe", "list-post", "list-help")
_MACHINES = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-loop", "x-failed-recipients")
_BULK = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_MOST_FROM = 1_000


class UnprovedSenderError(Exception):
    """Nobody knows whose mail this is; `reason` is a word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the sender is not proved: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the receiving side found, in capitals ("": nothing was told): PASS, FAIL, GRAY, PROCESSING_FAILED, DISABLED.

    `envelope` is the address that the mail would be returned to; None where that is not known.
    """

    spf: str = ""
    dkim: str = ""
    dmarc: str = ""
    virus: str = ""
    spam: str = ""
    envelope: str | None = None


def verdicts(notification: Mapping[str, Any]) -> Verdicts:
    """What a notification of SES about a mail says: its `receipt`, and the sender in its `mail`."""
    receipt, mail = _mapping(notification.get("receipt")), _mapping(notification.get("mail"))
    found = {name: _status(receipt.get(f"{name}Verdict")) for name in ("spf", "dkim", "dmarc", "virus", "spam")}
    source = mail.get("source")
    return Verdicts(**found, envelope=source if isinstance(source, str) else None)


def recipients(notification: Mapping[str, Any]) -> tuple[str, ...]:
    """Whom the mail was delivered for, by a notification of SES."""
    found = _mapping(notification.get("receipt")).get("recipients")
    return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else ()


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _status(value: object) -> str:
    return str(_mapping(value).get("status", "")).upper()


def not_to_be_answered(header: Header, found: Verdicts) -> str:
    """Why a mail is passed over without a word, as programs write to each other for ever otherwise; "" for a person's.

    Auto-Submitted is RFC 3834's; the others are what programs of many years have used for the same.
    """
    if found.virus == "FAIL":
        return "virus"
    if found.envelope is not None and found.envelope.strip() in ("", "<>"):
        return "returned"
    if header.first("return-path").replace(" ", "") == "<>":
        return "returned"
    if any(split(value)[0] not in ("", "no") for value in header.all("auto-submitted")):
        return "automatic"
    if any(value.strip().lower() in _BULK for value in header.all("precedence")):
        return "automatic"
    suppressed = header.first("x-auto-response-suppress").strip().lower()
    if suppressed not in ("", "none") or header.has(*_MACHINES):
        return "automatic"
    if header.has(*_LISTS):
        return "list"
    return "report" if split(header.first("content-type"))[0] == "multipart/report" else ""


def proved_sender(header: Header, found: Verdicts) -> str:
    """The address that wrote the mail, as we write addresses. Raises UnprovedSenderError."""
    written = header.all("from")
    if len(written) != 1 or not header.is_whole:
        raise UnprovedSenderError("from")
    try:
        address = normalise(_mailbox(written[0]))
    except InvalidAddressError:
        raise UnprovedSenderError("from") from None
    if found.dmarc == "PASS":
        return address
    if found.dmarc == "FAIL" or not _is_signed(header, found, address.partition("@")[2]):
        raise UnprovedSenderError("authentication")
    return address


def _is_signed(header: Header, found: Verdicts, domain: str) -> bool:
    """Whether DKIM proves this domain: it passed, and whichever signature did is of that domain or one above it.

    The receipt does not say which one passed, so that no other may be there.
    """
    signatures = [split(value) for value in header.all("dkim-signature")]
    domains = [_domain_of(first, parameters) for first, parameters in signatures]
    return found.dkim == "PASS" and bool(domains) and all(_is_of(domain, each) for each in domains)


def _domain_of(first: str, parameters: Mapping[str, str]) -> str:
    said = first.partition("=")[2] if first.startswith("d=") else parameters.get("d", "")
    return said.strip().lower()


def _is_of(domain: str, signer: str) -> bool:
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))


def _mailbox(value: str) -> str:
    """The address of a field that holds one mailbox and nothing else. Raises UnprovedSenderError.

    Quoted names and comments say nothing; whatever else is unusual is refused, since others may read it otherwise.
    """
    if len(value) > _MOST_FROM or any(ord(character) < 32 and character != "\t" for character in value):
        raise UnprovedSenderError("from")
    bare = _unquoted(value)
    name, opening, rest = bare.partition("<")
    if not opening:
        address, name = bare, ""
    else:
        address, closing, after = rest.partition(">")
        if not closing or after.strip():
            raise UnprovedSenderError("from")
    if any(character in name for character in "@<>,;:") or any(character in address for character in "<>,;: \t"):
        raise UnprovedSenderError("from")
    return address.strip()


def _unquoted(value: str) -> str:
    """The value without quoted strings and comments. Raises UnprovedSenderError for what is left open."""
    kept: list[str] = []
    quoted = escaped = False
    depth = 0
    for character in value:
        if escaped:
            escaped = False
        elif character == "\\" and (quoted or depth):
            escaped = True
        elif character == '"' and not depth:
            quoted = not quoted
        elif quoted:
            continue
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif not depth:
            kept.append(character)
        if depth < 0:
            raise UnprovedSenderError("from")
    if quoted or depth or escaped:
        raise UnprovedSenderError("from")
    return "".join(kept).strip()
