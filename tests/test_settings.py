"""Settings: the defaults of a machine of one's own, and a sentence for whatever cannot be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chalicelib import settings

SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


def test_only_the_secret_has_to_be_given() -> None:
    given = settings.read({"SECRET": SECRET})
    assert given.secret == bytes(range(32))
    assert (given.base_url, given.store, given.data) == ("http://127.0.0.1:8000", "sqlite", Path(".local"))
    assert (given.smtp_url, given.mail_from, given.auth_cache) == ("", "Turnpost <post@localhost>", 30)
    assert (given.domain, given.secure) == ("localhost", False)


def test_everything_can_be_set() -> None:
    given = settings.read(
        {
            "SECRET": SECRET,
            "BASE_URL": "https://play.example.org/",
            "DATA": "/var/lib/turnpost",
            "SMTP_URL": "smtp://mail.example.org:587",
            "MAIL_FROM": "Games <games@example.org>",
            "CONTACT": "help@example.org",
            "STAGE": "prod",
            "AUTH_CACHE": "0",
            "FORMER_SECRET": SECRET.lower(),
            "REPLY_DOMAIN": "Reply.example.org",
        }
    )
    assert (len(given.former), len(given.former[0]), given.reply_domain) == (1, 32, "reply.example.org")
    assert (given.base_url, given.domain, given.secure) == ("https://play.example.org", "play.example.org", True)
    assert (given.stage, given.contact, given.auth_cache) == ("prod", "help@example.org", 0)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET", "", "SECRET is missing"),
        ("SECRET", "c2hvcnQ", "SECRET has 5 bytes"),
        ("SECRET", "é", "SECRET is not base64url"),
        ("FORMER_SECRET", "c2hvcnQ", "FORMER_SECRET has 5 bytes"),
        ("REPLY_DOMAIN", "a@example.org", "REPLY_DOMAIN should be a domain"),
        ("REPLY_DOMAIN", "-example.org", "REPLY_DOMAIN should be a domain"),
        ("REPLY_DOMAIN", "reply example.org", "REPLY_DOMAIN should be a domain"),
        ("BASE_URL", "play.example.org", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org/?a=1", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org/a b", "BASE_URL should look like"),
        ("BASE_URL", "https://play example.org", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org/a/../b", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org/..", "BASE_URL should look like"),
        ("BASE_URL", 'https://play.example.org/"><b>', "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org/'", "BASE_URL should look like"),
        ("BASE_URL", "https://user:password@play.example.org", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org:99999", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org:0", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org:many", "BASE_URL should look like"),
        ("BASE_URL", "https://[::1", "BASE_URL should look like"),
        ("BASE_URL", "https://[1:2]", "BASE_URL should look like"),
        ("BASE_URL", "https://play..example", "BASE_URL should look like"),
        ("BASE_URL", "https://play.example.org\n", "BASE_URL should look like"),
        ("STAGE", "", "STAGE should be a name"),
        ("STAGE", "../prod", "STAGE should be a name"),
        ("DATA", "", "DATA should be the path of a folder"),
        ("DATA", " ", "DATA should be the path of a folder"),
        ("STORE", "cupboard", "STORE should be one of sqlite"),
        ("SMTP_URL", "mail.example.org", "SMTP_URL should look like"),
        ("SMTP_URL", "smtp://mail.example.org:99999", "SMTP_URL should look like"),
        ("SMTP_URL", "smtp://mail.example.org:many", "SMTP_URL should look like"),
        ("SMTP_URL", "smtp://[::1", "SMTP_URL should look like"),
        ("SMTP_URL", "smtp://mail.example.org:0", "SMTP_URL should look like"),
        ("SMTP_URL", "smtp://mail example.org", "SMTP_URL should look like"),
        ("MAIL_FROM", "", "MAIL_FROM should be a mail address"),
        ("MAIL_FROM", "a@example.org, b@example.org", "MAIL_FROM should be a mail address"),
        ("MAIL_FROM", "@example.org", "MAIL_FROM should be a mail address"),
        ("CONTACT", "help", "CONTACT should be a mail address"),
        ("MAIL_FROM", "post", "MAIL_FROM should be a mail address"),
        ("MAIL_FROM", "a@example.org\r\nBcc: b@example.org", "MAIL_FROM should be a mail address"),
        ("TABLE", "", "TABLE should be the name of a DynamoDB table"),
        (
            "TABLE",
            "turn post",
            "TABLE should be the name of a DynamoDB table, 3 to 255 letters, digits, _, - and ., not",
        ),
        ("STORE", "dynamodb", "MAIL_QUEUE should be the address of a queue in SQS when STORE is dynamodb"),
        ("MAILER", "pigeon", "MAILER should be one of mailbox, smtp, ses"),
        ("MAILER", "smtp", "MAILER is smtp, but SMTP_URL is missing"),
        ("SES_CONFIGURATION_SET", "a/b", "SES_CONFIGURATION_SET should be a name"),
        ("SES_CONFIGURATION_SET", "x" * 65, "SES_CONFIGURATION_SET should be a name"),
        ("WEBHOOK_PRIVATE", "yes", "WEBHOOK_PRIVATE should be one of 0, 1"),
        ("LOG", "", "LOG should be one of off, json"),
        ("LOG", "text", "LOG should be one of off, json"),
        ("AUTH_CACHE", "3601", "AUTH_CACHE should be a whole number of at most 3600"),
        ("AUTH_CACHE", "9" * 5000, "AUTH_CACHE should be a whole number"),
        ("GATHERING", "901", "GATHERING should be a whole number of at most 900"),
        ("AUTH_CACHE", "soon", "AUTH_CACHE should be a whole number"),
    ],
)
def test_what_cannot_be_used_is_named(name: str, value: str, sentence: str) -> None:
    with pytest.raises(settings.SettingError, match=sentence) as refused:
        settings.read({"SECRET": SECRET, name: value})
    assert re.search(r"[^.]\.$", str(refused.value))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "http://localhost",
        "https://example.org/games/turn-post",
        "http://my_box:65535",
        "https://a.b.example/.well/~x",
    ],
)
def test_an_address_that_works_is_taken_as_it_is(url: str) -> None:
    assert settings.read({"SECRET": SECRET, "BASE_URL": url + "/"}).base_url == url


QUEUES = {
    "MAIL_QUEUE": "https://sqs.eu-west-1.amazonaws.com/123456789012/turnpost-mail",
    "WEBHOOK_QUEUE": "http://127.0.0.1:4566/000000000000/turnpost-webhook",
}


def test_a_service_on_aws_is_set_so() -> None:
    chosen = {"TABLE": "turnpost-prod", "MAILER": "ses", "SES_CONFIGURATION_SET": "turn_post-1", "WEBHOOK_PRIVATE": "1"}
    given = settings.read({"SECRET": SECRET, "STORE": "dynamodb", **QUEUES, **chosen})
    assert (given.store, given.table) == ("dynamodb", "turnpost-prod")
    assert {"MAIL_QUEUE": given.mail_queue, "WEBHOOK_QUEUE": given.webhook_queue} == QUEUES
    assert (given.mailer, given.configuration_set, given.webhook_private) == ("ses", "turn_post-1", True)


@pytest.mark.parametrize("name", list(QUEUES))
@pytest.mark.parametrize("value", ["", "turnpost-mail", "arn:aws:sqs:eu-west-1:1:turnpost-mail"])
def test_dynamodb_wants_the_address_of_both_queues(name: str, value: str) -> None:
    with pytest.raises(settings.SettingError, match=f"{name} should be the address of a queue"):
        settings.read({"SECRET": SECRET, "STORE": "dynamodb", **QUEUES, name: value})


def test_at_home_there_are_no_queues_and_webhooks_go_to_the_public_only() -> None:
    given = settings.read({"SECRET": SECRET})
    assert (given.mail_queue, given.webhook_queue, given.webhook_private) == ("", "", False)
    assert (given.table, given.mailer, given.configuration_set) == ("turnpost", "mailbox", "")


@pytest.mark.parametrize("mailer", ["mailbox", "ses"])
def test_one_carrier_of_mail_is_enough(mailer: str) -> None:
    with pytest.raises(settings.SettingError, match="SMTP_URL is there too"):
        settings.read({"SECRET": SECRET, "MAILER": mailer, "SMTP_URL": "smtp://mail.example.org"})


def test_smtp_carries_where_its_address_is_given() -> None:
    assert settings.read({"SECRET": SECRET, "SMTP_URL": "smtp://mail.example.org"}).mailer == "smtp"


@pytest.mark.parametrize(
    ("given", "log"),
    [({}, "off"), ({"AWS_LAMBDA_FUNCTION_NAME": "turnpost-prod"}, "json")],
)
def test_lines_are_shown_on_lambda_or_where_they_are_asked_for(given: dict[str, str], log: str) -> None:
    assert settings.read({"SECRET": SECRET, **given}).log == log
    assert settings.read({"SECRET": SECRET, **given, "LOG": "off"}).log == "off"
    assert settings.read({"SECRET": SECRET, **given, "LOG": "json"}).log == "json"


def test_an_empty_contact_is_none() -> None:
    assert settings.read({"SECRET": SECRET, "CONTACT": ""}).contact == ""


def test_mails_wait_for_each_other_unless_they_go_no_further_than_the_mailbox() -> None:
    by_mail = {"SECRET": SECRET, "SMTP_URL": "smtp://127.0.0.1:25"}
    assert [settings.read(given).gathering for given in ({"SECRET": SECRET}, by_mail)] == [0, 600]
    assert settings.read({**by_mail, "GATHERING": "60"}).gathering == 60
