"""The tag of a mail: read back as it was made, within what SES takes, and made by nobody else."""

from __future__ import annotations

import base64
import re
from email.message import EmailMessage

import pytest

from chalicelib.players import addresses
from chalicelib.players.ports import Env
from chalicelib.players.signed import sign
from chalicelib.post import tag
from chalicelib.post.delivery import Delivery, Notice
from chalicelib.post.ports import TAG_HEADER
from tests.players.desk import open_desk

NOTICE = Notice("i-0123456789AB", 1_790_000_000, "0123456789ab", 12_345, 5, "match_started")


@pytest.fixture
def env() -> Env:
    return open_desk().env


def tag_of(env: Env, row: Delivery | None) -> str:
    """The tag of a mail to ann that tells of this row."""
    mail = EmailMessage()
    mail["To"] = "ann@example.org"
    return str(tag.mark(env, mail, row)[TAG_HEADER])


@pytest.mark.parametrize("row", [Delivery(NOTICE), Delivery(NOTICE, again=12), None], ids=["row", "again", "none"])
def test_it_says_which_row_and_whose_address_within_the_letters_that_ses_takes(env: Env, row: Delivery | None) -> None:
    made, digest = tag_of(env, row), addresses.digest("ann@example.org")
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,256}", made)
    expected = tag.Tag(digest[:16], NOTICE, row.again) if row else tag.Tag(digest)
    assert tag.read(env, made) == expected


def test_a_digest_that_is_about_no_match_has_one_too(env: Env) -> None:
    notice = Notice("ann", 1_790_000_000, "", 0, 0, "digest")
    found = tag.read(env, tag_of(env, Delivery(notice)))
    assert found
    assert found.notice == notice


def test_nobody_else_makes_one(env: Env) -> None:
    made = tag_of(env, Delivery(NOTICE))
    changed = made[:20] + ("A" if made[20] != "A" else "B") + made[21:]
    for text in ("", "x", "ä" * 20, changed, made[:-3], made + "AAAA", made * 3, "-" * 40):
        assert tag.read(env, text) is None


@pytest.mark.parametrize("payload", ["", "D#a#b", "A", "A#x#y", "D#a#p#x#m#1#0#your_turn#0", "X#1"])
def test_what_we_signed_in_another_manner_says_nothing(env: Env, payload: str) -> None:
    text = base64.urlsafe_b64encode(sign(env, b"turnpost/tag/1", payload).encode()).rstrip(b"=").decode()
    assert tag.read(env, text) is None
