"""What a mail server got of a mail: every header once and in its form, no line too long, and both parts."""

from __future__ import annotations

import email
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parsedate_to_datetime

from aiosmtpd.smtp import Envelope

from chalicelib.adapters.smtp import SmtpMailer
from tests.adapters.post_office import PostOffice, open_office

ALWAYS = {
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "MIME-Version",
    "Content-Type",
}
ABOUT_A_MATCH = {"In-Reply-To", "References", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"}
SOMETIMES = {"Reply-To", "X-Turnpost-Tag"}
LONGEST, PREFERRED = 998, 78
"""Characters of a line that RFC 5322 allows, and that it asks for in a header."""
_ID = re.compile(r"<[0-9a-f]{32}@play\.example\.org>")
_LIST = re.compile(r"Turnpost <[a-z.]+>")


class Carried:
    """A mail server on this machine, and a way to have it take mails."""

    def __init__(self, office: PostOffice) -> None:
        self._office = office
        self._mailer = SmtpMailer(f"smtp://127.0.0.1:{office.port}")

    def check(self, mails: Iterable[EmailMessage]) -> None:
        """Send them, and look at what was received. Raises AssertionError."""
        for mail in mails:
            self._mailer.send(mail)
            check_received(self._office.letters.pop(), mail)


@contextmanager
def carried() -> Iterator[Carried]:
    """A server until the block ends."""
    with open_office() as office:
        yield Carried(office)


def check_received(letter: Envelope, sent: EmailMessage) -> None:
    """Hold what was received against what was sent, and against what every mail has to be. Raises AssertionError."""
    raw = letter.content
    assert isinstance(raw, bytes)
    head, _, body = raw.partition(b"\r\n\r\n")
    _check_lines(head, body)
    found = email.message_from_bytes(raw, policy=SMTP)
    assert isinstance(found, EmailMessage)
    _check_headers(found)
    assert letter.rcpt_tos == [address.addr_spec for address in sent["To"].addresses]
    assert [str(found[name]) for name in ("Subject", "From", "To")] == [str(sent[n]) for n in ("Subject", "From", "To")]
    for kind in ("plain", "html"):
        assert _text(found, kind) == _text(sent, kind)


def _check_lines(head: bytes, body: bytes) -> None:
    for part in (head, body):
        assert b"\0" not in part
        assert not re.search(rb"(?<!\r)\n|\r(?!\n)", part)
        assert max(map(len, part.split(b"\r\n"))) <= LONGEST
    assert head.isascii()
    long = [line for line in head.split(b"\r\n") if len(line) > PREFERRED and b" " in line.strip().partition(b": ")[2]]
    assert long == []
    assert max(map(len, body.split(b"\r\n"))) <= PREFERRED


def _check_headers(found: EmailMessage) -> None:
    names = [name for name in found.keys() if not name.startswith("Content-Transfer")]  # noqa: SIM118 - as often as they are there
    assert len(names) == len(set(names))
    assert ALWAYS <= set(names) <= ALWAYS | ABOUT_A_MATCH | SOMETIMES
    assert _ID.fullmatch(str(found["Message-ID"]))
    assert parsedate_to_datetime(str(found["Date"])).utcoffset() is not None
    assert found["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert not [name for name in names if found[name].defects]
    assert ("List-Id" in names) == ("List-Unsubscribe" in names)
    assert _LIST.fullmatch(str(found["List-Id"] or "Turnpost <none>"))
    assert ("In-Reply-To" in names) == ("References" in names)
    assert _ID.fullmatch(str(found["In-Reply-To"] or found["Message-ID"]))
    assert found.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in found.iter_parts()] == ["text/plain", "text/html"]
    assert not any(part.defects for part in found.walk())


def _text(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
