"""Settings: the defaults of a machine of one's own, and a sentence for whatever cannot be used."""

from __future__ import annotations

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
        }
    )
    assert (given.base_url, given.domain, given.secure) == ("https://play.example.org", "play.example.org", True)
    assert (given.stage, given.contact, given.auth_cache) == ("prod", "help@example.org", 0)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET", "", "SECRET is missing"),
        ("SECRET", "c2hvcnQ", "SECRET has 5 bytes"),
        ("SECRET", "é", "SECRET is not base64url"),
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
        ("AUTH_CACHE", "3601", "AUTH_CACHE should be a whole number of at most 3600"),
        ("AUTH_CACHE", "9" * 5000, "AUTH_CACHE should be a whole number"),
        ("AUTH_CACHE", "soon", "AUTH_CACHE should be a whole number"),
    ],
)
def test_what_cannot_be_used_is_named(name: str, value: str, sentence: str) -> None:
    with pytest.raises(settings.SettingError, match=sentence):
        settings.read({"SECRET": SECRET, name: value})


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


def test_an_empty_contact_is_none() -> None:
    assert settings.read({"SECRET": SECRET, "CONTACT": ""}).contact == ""
