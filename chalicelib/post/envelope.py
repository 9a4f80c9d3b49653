"""The mail around a letter: headers that mailers and threads go by, and a body in plain text and in HTML."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, parseaddr

from chalicelib.post.names import one_line
from chalicelib.post.ports import TAG_HEADER, MailRefusedError
from chalicelib.post.subjects import Subject

SUBJECT = 200
"""Characters in a subject at most."""

_ADDRESS = re.compile(r"""[!#-'*+\-./0-9=?A-Z^-~]+@[0-9A-Za-z.-]+""")
_MESSAGE_ID = re.compile(r"<[!#-;=?A-~]{1,240}@[!#-;=?A-~]{1,200}>")


class UnusableAddressError(MailRefusedError):
    """What should be a mail address cannot stand in a header."""


class MessageIds(UnstructuredHeader, BaseHeader):
    """Ids of mails, or links, a line for each: the library would write long ones as words in another character set."""

    max_count = 1

    def fold(self, *, policy: Policy) -> str:
        """The field as it is sent."""
        return f"{self.name}: {f'{policy.linesep} '.join(str(self).split())}{policy.linesep}"


_registry = HeaderRegistry()
_registry.map_to_type("subject", Subject)
for _name in ("in-reply-to", "references", "list-unsubscribe", TAG_HEADER.lower()):
    _registry.map_to_type(_name, MessageIds)
_POLICY = SMTP.clone(header_factory=_registry)


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a mail goes to and what it belongs to.

    `sender` and `contact` as in PostEnv, `domain` ends the ids, `id` tells this mail from all others, `thread` is the
    match it is about ("": none), `sent` the moment in epoch seconds. `reply_to` is where answers are read ("":
    nowhere), `answers` the id of the mail that this one answers ("": none; what is no id is passed over), `unsubscribe`
    the link by which no more of its kind come ("": there is none).
    """

    sender: str
    to: str
    contact: str
    domain: str
    id: str
    thread: str
    sent: int
    reply_to: str = ""
    answers: str = ""
    unsubscribe: str = ""


def mail(envelope: Envelope, subject: str, text: str, page: str) -> EmailMessage:
    """The finished mail. Raises UnusableAddressError."""
    message = EmailMessage(policy=_POLICY)
    message["From"] = _mailbox(envelope.sender)
    message["To"] = _plain(envelope.to)
    message["Subject"] = one_line(subject)[:SUBJECT]
    message["Date"] = format_datetime(datetime.fromtimestamp(envelope.sent, UTC))
    message["Message-ID"] = message_id(envelope.id, envelope.domain)
    if envelope.reply_to:
        message["Reply-To"] = _plain(envelope.reply_to)
    _add_thread(message, envelope)
    _add_way_out(message, envelope)
    message["Auto-Submitted"] = "auto-replied" if envelope.answers else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(text, cte="quoted-printable")
    message.add_alternative(page, subtype="html", cte="quoted-printable")
    message.set_boundary(f"=_{_digest('boundary', envelope.id)}")
    return message


def message_id(name: str, domain: str) -> str:
    """The id of the mail that `name` tells from all others: the same for every attempt at it."""
    return f"<{_digest('mail', name)}@{domain}>"


def _add_thread(message: EmailMessage, envelope: Envelope) -> None:
    """One thread a match: every mail answers the same root, which itself was never sent."""
    if not envelope.thread:
        return
    root = f"<{_digest('match', envelope.thread)}@{envelope.domain}>"
    answered = envelope.answers if _MESSAGE_ID.fullmatch(envelope.answers) else ""
    message["In-Reply-To"] = answered or root
    message["References"] = f"{root} {answered}".rstrip()


def _add_way_out(message: EmailMessage, envelope: Envelope) -> None:
    """How a reader gets no more (RFC 2369): first the link that a program may post to (RFC 8058)."""
    if envelope.thread or envelope.unsubscribe:
        message["List-Id"] = f"Turnpost <matches.{envelope.domain}>"
    ways = [f"<{envelope.unsubscribe}>"] if envelope.unsubscribe else []
    if envelope.contact and (ways or envelope.thread):
        ways.append(f"<mailto:{_mailbox(envelope.contact).addr_spec}?subject=unsubscribe>")
    if ways:
        message["List-Unsubscribe"] = ", ".join(ways)
    if envelope.unsubscribe.startswith("https://"):
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _mailbox(text: str) -> Address:
    """An address with or without a name before it, as an operator sets it. Raises UnusableAddressError."""
    if one_line(text) != text:
        raise UnusableAddressError("an address is one line")
    name, address = parseaddr(text)
    return Address(name, addr_spec=_plain(address).addr_spec)


def _plain(address: str) -> Address:
    """A bare address. Raises UnusableAddressError."""
    if not _ADDRESS.fullmatch(address):
        raise UnusableAddressError("this cannot stand in a header as an address")
    return Address(addr_spec=address)


def _digest(purpose: str, name: str) -> str:
    return hashlib.sha256(f"{purpose}\0{name}".encode()).hexdigest()[:32]
