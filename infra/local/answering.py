"""Answers to mails in the mailbox, as a mail program sends them, handed in as whoever receives mail for us would."""

from __future__ import annotations

import io
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Any

from chalicelib.adapters.mailbox import StoredMail
from chalicelib.post import replies
from chalicelib.post.ports import PostEnv

MOST = 2_000
"""Characters of an answer that the form takes."""
TOLD: Mapping[str, str] = {
    "answered": "Answered. The receipt comes into the mailbox in a moment.",
    "refused": "The answer was refused, without a word to its sender.",
    "ignored": "The answer was passed over, without a word to its sender.",
}
"""What the page says of what became of an answer."""

_PASSED = {f"{name}Verdict": {"status": "PASS"} for name in ("spf", "dkim", "dmarc", "virus", "spam")}


def can_be_answered(mail: StoredMail) -> bool:
    """Whether the mail says where to answer it."""
    return bool(mail.message["Reply-To"])


def answer(post_env: PostEnv, mail: StoredMail, text: str) -> str:
    """Answer a mail as its reader, with the mail quoted below; what became of that, a word of TOLD.

    Raises what replies.handle raises.
    """
    return replies.handle(post_env, io.BytesIO(_reply(post_env, mail, text)), _notification(mail)).outcome


def _reply(post_env: PostEnv, mail: StoredMail, text: str) -> bytes:
    said = mail.message
    reply = EmailMessage(policy=SMTP)
    reply["From"] = said["To"]
    reply["To"] = said["Reply-To"]
    reply["Subject"] = f"Re: {said['Subject']}"
    reply["Date"] = format_datetime(said["Date"].datetime)
    reply["Message-ID"] = f"<{post_env.env.ids.name(16)}@mailbox.localhost>"
    reply["In-Reply-To"] = said["Message-ID"]
    reply.set_content("\n".join((*text.splitlines(), "", *_quoted(said), "")))
    return reply.as_bytes()


def _quoted(said: EmailMessage) -> list[str]:
    part = said.get_body(("plain",))
    lines = str(part.get_content()).splitlines() if part is not None else []
    return [f"On {said['Date']}, {said['From']} wrote:", *(f"> {line}" for line in lines)]


def _notification(mail: StoredMail) -> Mapping[str, Any]:
    """What SES would tell of the answer, all of it in order."""
    sender, address = (parseaddr(str(mail.message[name]))[1] for name in ("To", "Reply-To"))
    return {"mail": {"source": sender}, "receipt": {"recipients": [address], **_PASSED}}
