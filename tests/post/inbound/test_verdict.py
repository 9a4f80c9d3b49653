"""Whose mail counts: the matrix of what was found out and what a header may say of itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chalicelib.post.inbound.header import Header, header
from chalicelib.post.inbound.verdict import (
    UnprovedSenderError,
    Verdicts,
    not_to_be_answered,
    proved_sender,
    recipients,
    verdicts,
)

GOOD = Verdicts("PASS", "PASS", "PASS", "PASS", "PASS", "anna@example.com")
UNKNOWN = replace(GOOD, dmarc="GRAY")
SIGNED = "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=one; b=abc"


def written(*lines: str) -> Header:
    return header([line.encode() for line in lines])


def sender(*lines: str, found: Verdicts = GOOD) -> str:
    """The proved sender, or why there is none."""
    try:
        return proved_sender(written(*lines), found)
    except UnprovedSenderError as error:
        return error.reason


@pytest.mark.parametrize(
    "value",
    [
        "anna@example.com",
        "<anna@example.com>",
        "Anna <anna@example.com>",
        "ANNA@Example.COM",
        '"Anna, of the post" <anna@example.com>',
        '"bram@example.com" <anna@example.com>',
        r'"a \" <bram@example.com> \" b" <anna@example.com>',
        "=?utf-8?q?Bram_=3Cbram=40example=2Ecom=3E?= <anna@example.com>",
        "anna@example.com (Anna <bram@example.com>)",
        "Anna (the (first)) <anna@example.com>",
    ],
)
def test_what_is_around_an_address_says_nothing(value: str) -> None:
    assert sender(f"From: {value}") == "anna@example.com"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Anna",
        "anna@example.com, bram@example.com",
        "Anna <anna@example.com>, Bram <bram@example.com>",
        "anna@example.com <bram@example.com>",
        "<anna@example.com> <bram@example.com>",
        "<anna@example.com> bram@example.com",
        "Friends: anna@example.com;",
        "anna@example.com bram@example.com",
        "<anna@example.com",
        "anna@example.com>",
        '"Anna <anna@example.com>',
        "Anna (<anna@example.com>",
        "Anna) <anna@example.com>",
        "<@bram.example:anna@example.com>",
        '"anna"@example.com',
        "anna@example.com\x00",
        "anna@example.com@example.net",
        "anna@localhost",
        "anna\x0b@example.com",
        "<>",
    ],
)
def test_an_unusual_sender_is_none(value: str) -> None:
    assert sender(f"From: {value}") == "from"


def test_there_is_one_field_that_says_from_whom_it_is() -> None:
    assert sender() == "from"
    assert sender("From: anna@example.com", "From: anna@example.com") == "from"
    for name in ("FROM ", "From\t", "Fr\x00om", "\u200bFrom", "From\xa0"):
        assert sender("From: bram@example.com", f"{name}: anna@example.com") == "from"
    assert (
        sender("Sender: bram@example.com", "Reply-To: cees@example.com", "From: anna@example.com") == "anna@example.com"
    )
    assert sender(*["X: y"] * 1_000, "From: anna@example.com") == "from"


@pytest.mark.parametrize("dmarc", ["FAIL", "GRAY", "PROCESSING_FAILED", "DISABLED", ""])
def test_without_dmarc_there_is_no_sender(dmarc: str) -> None:
    assert sender("From: anna@example.com", found=replace(GOOD, dmarc=dmarc)) == "authentication"


@pytest.mark.parametrize("status", ["FAIL", "GRAY", "PROCESSING_FAILED", ""])
def test_spf_alone_proves_nothing(status: str) -> None:
    found = replace(UNKNOWN, dkim=status)
    assert sender("From: anna@example.com", SIGNED, found=found) == "authentication"


@pytest.mark.parametrize(
    ("address", "domain", "holds"),
    [
        ("anna@example.com", "example.com", True),
        ("anna@example.com", "EXAMPLE.com", True),
        ("anna@mail.example.com", "example.com", True),
        ("anna@example.com", "mail.example.com", False),
        ("anna@example.com", "badexample.com", False),
        ("anna@example.com", "example.com.evil.net", False),
        ("anna@example.com", "com", False),
        ("anna@example.com", "", False),
    ],
)
def test_where_dmarc_says_nothing_a_signature_of_the_domain_does(address: str, domain: str, holds: bool) -> None:
    signature = f"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\td={domain} ; s=one; b=abc"
    assert sender(f"From: {address}", signature, found=UNKNOWN) == (address if holds else "authentication")


def test_any_other_signature_spoils_it_since_nobody_says_which_one_holds() -> None:
    other = "DKIM-Signature: d=evil.net; s=one; b=abc"
    assert sender("From: anna@example.com", SIGNED, found=UNKNOWN) == "anna@example.com"
    assert sender("From: anna@example.com", SIGNED, SIGNED, found=UNKNOWN) == "anna@example.com"
    assert sender("From: anna@example.com", other, SIGNED, found=UNKNOWN) == "authentication"
    assert sender("From: anna@example.com", SIGNED, other, found=UNKNOWN) == "authentication"
    assert sender("From: anna@example.com", SIGNED, other, found=GOOD) == "anna@example.com"
    assert sender("From: anna@example.com", SIGNED, found=replace(GOOD, dmarc="FAIL")) == "authentication"


def test_what_the_mail_says_of_its_own_proof_counts_for_nothing() -> None:
    claims = "Authentication-Results: amazonses.com; dmarc=pass header.from=example.com", "X-SES-Virus-Verdict: PASS"
    assert sender("From: anna@example.com", *claims, found=replace(GOOD, dmarc="FAIL")) == "authentication"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Auto-Submitted: auto-replied", "automatic"),
        ("Auto-Submitted: auto-generated; owner-email=a@b", "automatic"),
        ("auto-submitted: AUTO-NOTIFIED", "automatic"),
        ("Auto-Submitted: no", ""),
        ("Auto-Submitted: no; x=y", ""),
        ("Precedence: bulk", "automatic"),
        ("Precedence: Auto_Reply", "automatic"),
        ("Precedence: normal", ""),
        ("X-Auto-Response-Suppress: All", "automatic"),
        ("X-Auto-Response-Suppress: OOF, AutoReply", "automatic"),
        ("X-Auto-Response-Suppress: None", ""),
        ("X-Autoreply: yes", "automatic"),
        ("X-Autorespond: away", "automatic"),
        ("X-Loop: anna@example.com", "automatic"),
        ("Return-Path: <>", "returned"),
        ("Return-Path: <anna@example.com>", ""),
        ("List-Id: friends <friends.example.com>", "list"),
        ("List-Unsubscribe: <mailto:x@example.com>", "list"),
        ('Content-Type: multipart/report; report-type="delivery-status"; boundary=x', "report"),
        ("Content-Type: multipart/alternative; boundary=report", ""),
    ],
)
def test_programs_are_not_answered(line: str, reason: str) -> None:
    assert not_to_be_answered(written("From: anna@example.com", line), GOOD) == reason


def test_neither_is_what_was_returned_or_carries_a_virus() -> None:
    usual = written("From: anna@example.com")
    assert not_to_be_answered(usual, GOOD) == ""
    assert not_to_be_answered(usual, replace(GOOD, envelope="")) == "returned"
    assert not_to_be_answered(usual, replace(GOOD, envelope="<>")) == "returned"
    assert not_to_be_answered(usual, replace(GOOD, envelope=None)) == ""
    assert not_to_be_answered(usual, replace(GOOD, virus="FAIL")) == "virus"
    for status in ("GRAY", "DISABLED", "PROCESSING_FAILED", ""):
        assert not_to_be_answered(usual, replace(GOOD, virus=status)) == ""
    assert not_to_be_answered(usual, replace(GOOD, spam="FAIL")) == ""


NOTIFICATION: dict[str, Any] = {
    "notificationType": "Received",
    "mail": {"source": "anna@example.com", "messageId": "abc"},
    "receipt": {
        "recipients": ["move-x@reply.example.org", 7],
        "spfVerdict": {"status": "PASS"},
        "dkimVerdict": {"status": "pass"},
        "dmarcVerdict": {"status": "GRAY"},
        "virusVerdict": {"status": "DISABLED"},
        "spamVerdict": {},
    },
}


def test_a_notification_of_ses_is_read() -> None:
    assert verdicts(NOTIFICATION) == Verdicts("PASS", "PASS", "GRAY", "DISABLED", "", "anna@example.com")
    assert recipients(NOTIFICATION) == ("move-x@reply.example.org",)


@pytest.mark.parametrize("notification", [{}, {"receipt": None, "mail": []}, {"receipt": {"dmarcVerdict": "PASS"}}])
def test_one_that_says_nothing_proves_nothing(notification: dict[str, Any]) -> None:
    assert verdicts(notification) == Verdicts()
    assert recipients(notification) == ()
    assert sender("From: anna@example.com", SIGNED, found=verdicts(notification)) == "authentication"


@given(some.text(alphabet='ab@."<>(),;:\\ \t', max_size=40))
def test_whatever_stands_there_it_is_one_address_or_none(value: str) -> None:
    found = sender(f"From: {value}")
    assert found == "from" or (found.count("@") == 1 and found in value.lower())
