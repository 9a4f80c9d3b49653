"""Mail by SES: a mail through the emulator, and every answer the emulator never gives."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import botocore.session
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from chalicelib.adapters.ses import SesMailer, failure, request
from chalicelib.post.envelope import Envelope, mail
from chalicelib.post.ports import MailRefusedError, MailUnavailableError
from infra.emulator import Account
from tests.adapters.emulated import emulator

OUTSIDE = Envelope(
    sender="Turnpost <post@play.example.org>",
    to="anna@example.com",
    contact="",
    domain="play.example.org",
    id="P#anna#D#1",
    thread="thematch",
    sent=1_790_000_000,
)
LETTER = mail(OUTSIDE, "Keer op Keer · vrijdag", "Worp 4: één ✕\n", "<p>één ✕</p>\n")


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Account:
    made = emulator().account()
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    return made


@pytest.fixture
def mailer() -> Iterator[SesMailer]:
    made = SesMailer()
    yield made
    made.close()


def verify(account: Account, identity: str) -> None:
    client = account.client("sesv2")
    client.create_email_identity(EmailIdentity=identity)
    client.close()


def test_a_mail_arrives_whole(account: Account, mailer: SesMailer) -> None:
    verify(account, "play.example.org")
    carrier = mailer.send(LETTER)
    url = f"{account.endpoint}/_ministack/ses/messages?account={account.id}"
    with urllib.request.urlopen(url) as answer:  # noqa: S310 - the emulator's own address
        (got,) = json.load(answer)["messages"][account.id]
    assert got["MessageId"] == carrier
    assert (got["To"], got["Subject"]) == (["anna@example.com"], "Keer op Keer · vrijdag")
    assert got["BodyText"].strip() == "Worp 4: één ✕"
    assert got["BodyHtml"].strip() == "<p>één ✕</p>"


def test_a_sender_nobody_verified_is_the_operators_to_mend(account: Account, mailer: SesMailer) -> None:
    with pytest.raises(MailUnavailableError, match="Email address is not verified") as failed:
        mailer.send(LETTER)
    assert "@" not in str(failed.value)


def test_the_tag_of_its_row_goes_along_if_ses_takes_such_tags() -> None:
    for told, tags in (("abc_-9", [{"Name": "row", "Value": "abc_-9"}]), ("a b", []), ("a" * 257, []), ("", [])):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["X-Turnpost-Tag"] = "post@play.example.org", "anna@example.com", told
        assert request(mail).get("EmailTags", []) == tags


def test_nobody_answering_is_unavailable(account: Account, mailer: SesMailer, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(MailUnavailableError, match="EndpointConnectionError"):
            mailer.send(LETTER)


def test_a_mail_that_is_none_is_refused_before_anybody_is_asked(mailer: SesMailer) -> None:
    with pytest.raises(MailRefusedError, match="no proper sender"):
        mailer.send(EmailMessage())


@pytest.mark.parametrize(
    ("code", "words", "kind"),
    [
        ("MessageRejected", "Address blacklisted.", MailRefusedError),
        ("BadRequestException", "Local address contains control or whitespace: <Anna@example.com>", MailRefusedError),
        ("BadRequestException", "Illegal address: 'anna@example.com'.", MailRefusedError),
        ("BadRequestException", "Missing final '@domain' in Turnpost", MailUnavailableError),
        ("BadRequestException", "Illegal address: Turnpost <post@play.example.org>", MailUnavailableError),
        ("BadRequestException", "Illegal address: johanna@example.com", MailUnavailableError),
        ("BadRequestException", "Illegal address: anna@example.company", MailUnavailableError),
        ("BadRequestException", "The tag value is not valid.", MailUnavailableError),
        ("MessageRejected", "Email address is not verified. These failed: anna@example.com", MailUnavailableError),
        ("TooManyRequestsException", "Maximum sending rate exceeded.", MailUnavailableError),
        ("LimitExceededException", "Daily message quota exceeded.", MailUnavailableError),
        ("SendingPausedException", "Sending is paused for anna@example.com", MailUnavailableError),
        ("AccountSuspendedException", "Your account is suspended.", MailUnavailableError),
        ("MailFromDomainNotVerifiedException", "Mail from domain is not verified.", MailUnavailableError),
        ("NotFoundException", "Configuration set <turnpost> does not exist.", MailUnavailableError),
        ("AccessDeniedException", "No right to arn:aws:ses:...:identity/post@example.org", MailUnavailableError),
        ("InternalFailure", "", MailUnavailableError),
    ],
)
def test_every_answer_of_ses_has_a_meaning_and_no_addresses(code: str, words: str, kind: type[Exception]) -> None:
    client: Any = botocore.session.get_session().create_client(
        "sesv2",
        region_name="eu-west-1",
        aws_access_key_id="1",
        aws_secret_access_key="1",
        config=Config(retries={"total_max_attempts": 1, "mode": "standard"}),
    )
    with Stubber(client) as stub:
        stub.add_client_error("send_email", code, words, expected_params=request(LETTER))
        with pytest.raises(ClientError) as answered:
            client.send_email(**request(LETTER))
    client.close()
    found = failure(answered.value, ["anna@example.com"])
    assert type(found) is kind
    assert str(found).startswith(f"{code}:")
    assert "@" not in str(found)


def test_a_mail_is_asked_for_as_it_is_with_a_tag_that_finds_it_again() -> None:
    asked = request(LETTER, "turnpost")
    own = LETTER["Message-ID"].strip("<>").partition("@")[0]
    assert asked["Content"]["Raw"]["Data"].rstrip() == LETTER.as_bytes().rstrip()
    assert asked["Destination"] == {"ToAddresses": ["anna@example.com"]}
    assert asked["EmailTags"] == [{"Name": "mail", "Value": own}]
    assert asked["ConfigurationSetName"] == "turnpost"
    assert "FromEmailAddress" not in asked


def test_a_mail_without_an_id_that_can_be_a_tag_has_none() -> None:
    plain = EmailMessage()
    plain["From"], plain["To"], plain["Message-ID"] = "post@example.org", "anna@example.com", "<a.b c@example.org>"
    assert "EmailTags" not in request(plain)
    assert "ConfigurationSetName" not in request(plain)
