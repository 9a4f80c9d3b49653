"""Mail by SMTP, against a real server on loopback."""

from __future__ import annotations

import email
import email.policy
import socket
from email.message import EmailMessage

import pytest

from chalicelib.adapters.smtp import SmtpMailer, UnusableUrlError, server_of
from chalicelib.post.envelope import Envelope, mail
from chalicelib.post.ports import MailRefusedError, MailUnavailableError
from tests.adapters.post_office import PostOffice, client_context, open_office, server_context

OUTSIDE = Envelope(
    sender="Turnpost <post@play.example.org>",
    to="anna@example.com",
    contact="",
    domain="play.example.org",
    id="P#anna#D#1",
    thread="thematch",
    sent=1_790_000_000,
)
LETTER = mail(OUTSIDE, "Keer op Keer · vrijdag", "Worp 4: één ✕\n.\n..dots\n", "<p>één ✕</p>\n")


def mailer(office: PostOffice, user: str = "", **settings: object) -> SmtpMailer:
    return SmtpMailer(f"smtp://{user}127.0.0.1:{office.port}", **settings)  # type: ignore[arg-type]


def test_a_mail_arrives_whole() -> None:
    with open_office() as office:
        assert mailer(office).send(LETTER) == "2.0.0 Ok: queued as 4F3A"
    (letter,) = office.letters
    assert (letter.mail_from, letter.rcpt_tos) == ("post@play.example.org", ["anna@example.com"])
    assert isinstance(letter.content, bytes)
    got = email.message_from_bytes(letter.content, policy=email.policy.SMTP)
    assert isinstance(got, EmailMessage)
    assert got["Subject"] == "Keer op Keer · vrijdag"
    assert got["Message-ID"] == LETTER["Message-ID"]
    plain, page = got.get_body(("plain",)), got.get_body(("html",))
    assert plain is not None
    assert page is not None
    assert plain.get_content().replace("\r\n", "\n") == "Worp 4: één ✕\n.\n..dots\n"
    assert page.get_content().strip() == "<p>één ✕</p>"
    assert letter.content.rstrip(b"\r\n") == LETTER.as_bytes().rstrip(b"\r\n")


def test_the_office_may_be_used_again_and_again() -> None:
    with open_office() as office:
        sender = mailer(office)
        for _ in range(3):
            sender.send(LETTER)
    assert len(office.letters) == 3


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("RCPT", "550 5.1.1 <{address}>: no such mailbox"),
        ("RCPT", "553 5.1.3 bad address"),
        ("DATA", "554 5.7.1 we do not like this"),
    ],
)
def test_a_no_for_good_to_the_reader_or_the_mail_is_a_refusal(command: str, answer: str) -> None:
    with open_office() as office:
        office.answers[command] = answer
        with pytest.raises(MailRefusedError) as refused:
            mailer(office).send(LETTER)
    assert str(refused.value).startswith(answer[:3])
    assert "anna@example.com" not in str(refused.value)
    assert office.letters == []


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("RCPT", "450 4.2.1 greylisted, try again"),
        ("RCPT", "552 5.2.2 mailbox full"),
        ("DATA", "451 4.3.0 out of paper"),
        ("MAIL", "421 4.7.0 too many of yours"),
        ("MAIL", "530 5.7.0 authentication required"),
    ],
)
def test_anything_else_may_be_tried_again(command: str, answer: str) -> None:
    with open_office() as office:
        office.answers[command] = answer
        with pytest.raises(MailUnavailableError) as unavailable:
            mailer(office).send(LETTER)
    assert str(unavailable.value).startswith(answer[:3])


def test_nobody_there_may_be_tried_again() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with pytest.raises(MailUnavailableError, match="Refused"):
        SmtpMailer(f"smtp://127.0.0.1:{port}").send(LETTER)


def test_a_server_that_says_nothing_is_left_in_time() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        silent = SmtpMailer(f"smtp://127.0.0.1:{listener.getsockname()[1]}", seconds=0.05)
        with pytest.raises(MailUnavailableError, match=r"[Tt]ime"):
            silent.send(LETTER)


def test_starttls_and_a_password() -> None:
    with open_office(tls_context=server_context(), require_starttls=True, auth_required=True) as office:
        mailer(office, "anna%40x:right@", context=client_context()).send(LETTER)
    assert office.encrypted == [True]
    assert office.logins == [(b"anna@x", b"right")]


def test_a_wrong_password_is_the_operators_to_mend() -> None:
    with (
        open_office(tls_context=server_context(), auth_required=True) as office,
        pytest.raises(MailUnavailableError, match=r"^535"),
    ):
        mailer(office, "anna:wrong@", context=client_context()).send(LETTER)
    assert office.letters == []


def test_a_certificate_nobody_vouches_for_is_not_trusted() -> None:
    stranger = client_context().__class__(client_context().protocol)
    with open_office(tls_context=server_context()) as office, pytest.raises(MailUnavailableError, match="CERTIFICATE"):
        mailer(office, context=stranger).send(LETTER)
    assert office.letters == []


def test_where_encryption_is_wanted_and_not_offered_nothing_is_sent() -> None:
    with open_office() as office, pytest.raises(MailUnavailableError, match="no encryption"):
        mailer(office, "anna:right@", context=client_context()).send(LETTER)
    assert (office.letters, office.logins) == ([], [])


def test_implicit_encryption() -> None:
    with open_office(ssl_context=server_context()) as office:
        SmtpMailer(f"smtps://127.0.0.1:{office.port}", context=client_context()).send(LETTER)
    assert office.encrypted == [True]


def test_a_mail_without_recipient_or_with_one_that_smtp_cannot_carry_is_refused() -> None:
    nobody, strange = EmailMessage(), EmailMessage()
    for message in (nobody, strange):
        message["From"] = "post@play.example.org"
        message.set_content("hello")
    strange["To"] = "änna@example.com"
    for message in (nobody, strange, EmailMessage()):
        with pytest.raises(MailRefusedError):
            SmtpMailer("smtp://127.0.0.1:1").send(message)


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "implicit"),
    [
        ("smtp://mail.example.org", "mail.example.org", 25, "", "", False),
        ("smtp://me:p%2Fw@mail.example.org", "mail.example.org", 587, "me", "p/w", False),
        ("smtp://me:pw@mail.example.org:2525", "mail.example.org", 2525, "me", "pw", False),
        ("smtps://me:pw@mail.example.org", "mail.example.org", 465, "me", "pw", True),
        ("smtp://[::1]:1025", "::1", 1025, "", "", False),
    ],
)
def test_urls(url: str, host: str, port: int, user: str, password: str, implicit: bool) -> None:
    server = server_of(url)
    assert (server.host, server.port, server.user, server.password, server.implicit) == (
        host,
        port,
        user,
        password,
        implicit,
    )


@pytest.mark.parametrize("url", ["", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://x:99999"])
def test_urls_that_name_no_server(url: str) -> None:
    with pytest.raises(UnusableUrlError):
        server_of(url)
