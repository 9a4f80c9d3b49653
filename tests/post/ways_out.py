"""How the reader of a mail gets no more of its kind: the header, the link in both parts, and that they are the same."""

from __future__ import annotations

import re
from email.message import EmailMessage

from chalicelib.players.mail_links import MailLink, read_mail_link
from chalicelib.players.ports import Env
from tests.post.office import page_of, text_of

BASE = "https://play.example.org"
_HEADER = re.compile(rf"<({re.escape(BASE)}/u/([\w.-]+))>(?:, <mailto:[^>]+>)?")


def way_out(env: Env, mail: EmailMessage) -> MailLink:
    """What the link of a mail stands for, whose headers are as RFC 8058 wants them. Raises AssertionError."""
    found = _HEADER.fullmatch(str(mail["List-Unsubscribe"]))
    assert found, mail["List-Unsubscribe"]
    assert mail.get_all("List-Unsubscribe-Post") == ["List-Unsubscribe=One-Click"]
    assert found[1] in text_of(mail)
    assert found[1] in page_of(mail)
    lines = mail.as_bytes().split(b"\r\n\r\n")[0].replace(b"\r\n ", b" ").splitlines()
    assert b"List-Unsubscribe: " + str(mail["List-Unsubscribe"]).encode() in lines, "not as words of a character set"
    return read_mail_link(env, found[2])
