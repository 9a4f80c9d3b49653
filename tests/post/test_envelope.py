"""Headers: what threads and mail programs go by, and nothing that a name could smuggle in."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from email.message import EmailMessage

import pytest

from chalicelib.post.envelope import SUBJECT, Envelope, UnusableAddressError, mail, message_id
from tests.post.office import Office, page_of, text_of

ENVELOPE = Envelope(
    sender="Turnpost <post@play.example.org>",
    to="anna@example.com",
    contact="help@play.example.org",
    domain="play.example.org",
    id="P#anna#D#1",
    thread="thematch",
    sent=1_790_000_000,
)
EVIL = "Anna\r\nBcc: eve@example.net\r\n\r\nbody\u2028\x00\x85"


def reread(message: EmailMessage) -> EmailMessage:
    found = email.message_from_bytes(message.as_bytes(), policy=email.policy.SMTP)
    assert isinstance(found, EmailMessage)
    return found


def test_the_whole_head() -> None:
    message = reread(mail(ENVELOPE, "Keer op Keer · Vrijdag: jouw beurt", "text\n", "<p>page</p>\n"))
    assert [(name, str(value)) for name, value in message.items() if not name.startswith(("Content", "MIME"))] == [
        ("From", "Turnpost <post@play.example.org>"),
        ("To", "anna@example.com"),
        ("Subject", "Keer op Keer · Vrijdag: jouw beurt"),
        ("Date", "Mon, 21 Sep 2026 14:13:20 +0000"),
        ("Message-ID", message_id("P#anna#D#1", "play.example.org")),
        ("In-Reply-To", message["References"]),
        ("References", message["In-Reply-To"]),
        ("List-Id", "Turnpost <matches.play.example.org>"),
        ("List-Unsubscribe", "<mailto:help@play.example.org?subject=unsubscribe>"),
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
    ]
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]


def test_the_same_mail_is_the_same_bytes() -> None:
    assert mail(ENVELOPE, "s", "t", "p").as_bytes() == mail(ENVELOPE, "s", "t", "p").as_bytes()


def test_ids_tell_mails_apart_and_matches_hold_them_together() -> None:
    one = mail(ENVELOPE, "s", "t", "p")
    other = mail(replace(ENVELOPE, id="P#anna#D#2"), "s", "t", "p")
    elsewhere = mail(replace(ENVELOPE, thread="another"), "s", "t", "p")
    assert one["Message-ID"] != other["Message-ID"]
    assert one["References"] == other["References"] != elsewhere["References"]
    assert one["References"] not in (one["Message-ID"], other["Message-ID"])


def test_one_thread_a_match_through_all_its_mails() -> None:
    office = Office()
    first = office.desk.table("anna", "bram")
    second = office.desk.table("anna", "cees")
    for match in (first, second):
        office.desk.play(match, 0)
        office.desk.play(match, 1)
    office.work_off()
    roots = [mail["References"] for mail in office.mails("anna")]
    assert len(roots) == 4
    assert len(set(roots)) == 2
    assert len({mail["Message-ID"] for mail in office.mailer.accepted}) == len(office.mailer.accepted)


def test_without_a_contact_nothing_is_promised() -> None:
    assert "List-Unsubscribe" not in mail(replace(ENVELOPE, contact=""), "s", "t", "p")


def test_a_link_to_no_more_mails_stands_before_the_contact_and_is_never_broken() -> None:
    link = f"https://play.example.org/u/{'x' * 180}"
    sent = mail(replace(ENVELOPE, unsubscribe=link), "s", "t", "p")
    message = reread(sent)
    assert message["List-Unsubscribe"] == f"<{link}>, <mailto:help@play.example.org?subject=unsubscribe>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"<{link}>,\r\n ".encode() in sent.as_bytes()
    alone = mail(replace(ENVELOPE, unsubscribe=link, contact="", thread=""), "s", "t", "p")
    assert alone["List-Unsubscribe"] == f"<{link}>"


def test_no_program_is_asked_to_post_over_plain_http() -> None:
    message = mail(replace(ENVELOPE, unsubscribe="http://127.0.0.1:8000/u/x", contact=""), "s", "t", "p")
    assert message["List-Unsubscribe"] == "<http://127.0.0.1:8000/u/x>"
    assert "List-Unsubscribe-Post" not in message


def test_a_mail_about_no_match_is_in_no_thread() -> None:
    message = mail(replace(ENVELOPE, thread=""), "s", "t", "p")
    assert not {"References", "In-Reply-To", "List-Id", "List-Unsubscribe"} & set(message.keys())


def test_a_subject_is_one_line_whatever_is_in_it() -> None:
    message = reread(mail(ENVELOPE, EVIL, "t", "p"))
    assert message["Subject"] == "Anna Bcc: eve@example.net body"
    assert "Bcc" not in message


@pytest.mark.parametrize(
    "address",
    [
        "anna@example.com\r\nBcc: eve@example.net",
        "anna@example.com\nX: y",
        "anna",
        "",
        "anna@exa mple.com",
        "änna@example.com",
        "anna@example.com\x00",
        "a@b@c",
    ],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(UnusableAddressError):
        mail(replace(ENVELOPE, to=address), "s", "t", "p")


def test_long_subjects_are_cut_and_every_script_survives() -> None:
    message = reread(mail(ENVELOPE, "δοκιμή 試験 испытание اختبار ✉ " * 30, "日本語 ü\n", "<p>العربية</p>\n"))
    assert len(message["Subject"]) <= SUBJECT
    assert str(message["Subject"]).startswith("δοκιμή 試験 испытание اختبار ✉")
    assert "日本語 ü" in text_of(message)
    assert "العربية" in page_of(message)
    assert all(len(line) <= 200 for line in message.as_bytes().splitlines())


def test_names_with_line_breaks_reach_no_header_even_if_they_were_stored() -> None:
    office = Office()
    office.person("eve", EVIL)
    office.desk.table("eve", "bram", name="friendly")
    office.work_off()
    for name in ("eve", "bram"):
        (sent,) = office.mails(name)
        again = reread(sent)
        assert again["To"] == f"{name}@example.com"
        assert "Bcc" not in again
        assert len(again.get_all("Subject", [])) == 1
    assert "It is your turn, Anna Bcc: eve@example.net body." in text_of(office.mails("eve")[0])
