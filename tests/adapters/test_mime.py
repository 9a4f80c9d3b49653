"""What carriers are given of a mail, and what is left of their words."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from chalicelib.adapters.mime import parts, without_addresses
from chalicelib.post.ports import MailRefusedError


def message(**headers: str) -> EmailMessage:
    made = EmailMessage(policy=SMTP)
    for name, value in {"From": "Post <post@example.org>", "To": "anna@example.com", **headers}.items():
        if value:
            made[name] = value
    made.set_content("Worp 4: één ✕\n")
    return made


def test_a_mail_is_taken_apart_with_line_ends_as_on_the_wire() -> None:
    sender, recipients, content = parts(message(To="Anna <anna@example.com>, bert@example.net"))
    assert (sender, recipients) == ("post@example.org", ["anna@example.com", "bert@example.net"])
    assert b"\n" not in content.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    "headers",
    [{"To": ""}, {"From": ""}, {"To": "änna@example.com"}, {"To": "anna@exämple.com"}, {"To": "undisclosed:;"}],
)
def test_a_mail_from_nobody_or_to_nobody_we_can_reach_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(MailRefusedError):
        parts(message(**headers))


def test_a_carriers_words_lose_addresses_and_lines() -> None:
    assert without_addresses("550 <anna@example.com>\r\n no such  user a@b") == "550 … no such user …"
    assert len(without_addresses("x" * 999)) == 200
