"""Subjects come back as they were written, from the mail as it is sent: no blank is lost, and none added."""

from __future__ import annotations

import email
from email.policy import SMTP

import pytest

from chalicelib.post.envelope import SUBJECT, Envelope, mail
from chalicelib.rules import Chance

LETTERS = ("abc defghi jklm ·éö Ωשלום 😀:,()'\"@.<>?=_", "abc defg hijk", "abcdefgh :,? =")
OUTSIDE = Envelope("Turnpost <post@example.org>", "anna@example.org", "", "example.org", "id", "", 1_790_000_000)


def sent(subject: str) -> tuple[str, list[bytes]]:
    """The subject as its reader sees it, and the lines of the field."""
    source = mail(OUTSIDE, subject, "text", "<p>page</p>").as_bytes(policy=SMTP)
    field = source[source.index(b"Subject:") : source.index(b"\r\nDate:")]
    return str(email.message_from_bytes(source, policy=SMTP)["Subject"]), field.split(b"\r\n")


@pytest.mark.parametrize(
    "subject",
    [
        "Keer op Keer · Kvällens parti på ön: åter är Åsa på väg",
        "Passing Game · " + "kaféstraße" * 5 + ": your turn until Thu 24 September, 16:13",
        "Sequence Dice · " + "x" * 60 + ": your turn until Thu 24 September, 16:13 (a chip to give away)",
        "x" * SUBJECT,
        "=?utf-8?q?not_so?= is what it is called",
        "Keer op Keer · =?utf-8?q?a=0D=0ABcc:_eve=40example.org?=",
        "Short",
    ],
)
def test_it_is_read_as_it_was_written_in_lines_of_a_mail(subject: str) -> None:
    read, lines = sent(subject)
    assert read == subject
    assert all(len(line) <= 78 and line.isascii() for line in lines)
    assert b"Subject: " in lines[0]


def test_so_is_whatever_somebody_calls_a_match() -> None:
    lot = Chance(b"subjects", (), 0, "game")
    for number in range(120):
        letters = LETTERS[number % len(LETTERS)]
        text = "".join(lot.roll(letters) for _ in range(1 + number))
        subject = " ".join(text.split())
        assert sent(subject)[0] == subject
