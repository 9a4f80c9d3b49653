"""A mail as carriers want it: from whom, to whom, and the bytes."""

from __future__ import annotations

import re
from email.generator import BytesGenerator
from email.message import EmailMessage
from email.policy import SMTP
from io import BytesIO

from chalicelib.post.ports import MailRefusedError

_ADDRESSES = re.compile(r"<?[^\s<>]+@[^\s<>]+>?")


def parts(message: EmailMessage) -> tuple[str, list[str], bytes]:
    """Envelope sender, recipients and what goes over the wire.

    Addresses outside ASCII are refused: what we send with is not told whether the other side can take them (SMTPUTF8).
    Raises MailRefusedError.
    """
    try:
        sender = message["From"].addresses[0].addr_spec
        recipients = [address.addr_spec for address in message["To"].addresses]
        buffer = BytesIO()
        BytesGenerator(buffer, policy=SMTP).flatten(message)
        for address in (sender, *recipients):
            address.encode("ascii")
    except (AttributeError, IndexError, TypeError, ValueError):
        raise MailRefusedError("the mail has no proper sender, recipient or content") from None
    if not recipients:
        raise MailRefusedError("the mail has no recipient")
    return sender, recipients, buffer.getvalue()


def without_addresses(text: str) -> str:
    """What a carrier said, on one line; they repeat the recipient's address, which has no business in a log."""
    return " ".join(_ADDRESSES.sub("…", text).split())[:200]
