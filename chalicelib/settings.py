"""What the operator sets, from the environment; docs/operations.md has the table.

Read at first use, never at import.
"""

from __future__ import annotations

import binascii
import os
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

STORES = ("sqlite",)
SECRET_BYTES = 32


class SettingError(Exception):
    """A setting is missing or cannot be used; the message says which, and what it should look like."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The operator's choices.

    `base_url` is where people reach the service, without a slash at the end; `data` the folder of the embedded engine;
    `secret` signs links and is at least 32 bytes; `smtp_url` "" keeps mail in the mailbox under `data`; `mail_from`
    the sender's address; `contact` whom readers of mail may write to ("": nobody); `auth_cache` how many seconds an
    authentication is remembered.
    """

    stage: str
    base_url: str
    store: str
    data: Path
    secret: bytes
    smtp_url: str
    mail_from: str
    contact: str
    auth_cache: int

    @property
    def domain(self) -> str:
        """The domain of the service's own mail addresses and message ids."""
        return mail_domain(self.base_url)

    @property
    def secure(self) -> bool:
        """Whether people reach it by https, so that cookies may be bound to that."""
        return self.base_url.startswith("https://")


def read(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in `environment` (None: the process's own). Raises SettingError."""
    given = os.environ if environment is None else environment
    base_url = _base_url(given)
    return Settings(
        stage=given.get("STAGE", "local"),
        base_url=base_url,
        store=_choice(given, "STORE", STORES),
        data=Path(given.get("DATA", ".local")),
        secret=_secret(given),
        smtp_url=_smtp_url(given),
        mail_from=_address(given, "MAIL_FROM", f"Turnpost <post@{mail_domain(base_url)}>"),
        contact=_address(given, "CONTACT", ""),
        auth_cache=_whole_number(given, "AUTH_CACHE", 30),
    )


def mail_domain(base_url: str) -> str:
    """The host of `base_url`, or localhost where that is a bare number, which no mail address may end in."""
    host = urlsplit(base_url).hostname or ""
    return host if any(character.isalpha() for character in host) and ":" not in host else "localhost"


def _base_url(given: Mapping[str, str]) -> str:
    url = given.get("BASE_URL", "http://127.0.0.1:8000").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise SettingError(f"BASE_URL should look like https://play.example.org, not {url!r}")
    return url


def _choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = given.get(name, choices[0])
    if value not in choices:
        raise SettingError(f"{name} should be one of {', '.join(choices)}, not {value!r}")
    return value


def _secret(given: Mapping[str, str]) -> bytes:
    text = given.get("SECRET", "")
    how = "python -c 'import secrets; print(secrets.token_urlsafe(32))' makes one"
    if not text:
        raise SettingError(f"SECRET is missing: at least {SECRET_BYTES} bytes as base64url; {how}")
    try:
        secret = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise SettingError(f"SECRET is not base64url; {how}") from None
    if len(secret) < SECRET_BYTES:
        raise SettingError(f"SECRET has {len(secret)} bytes, but needs {SECRET_BYTES}; {how}")
    return secret


def _smtp_url(given: Mapping[str, str]) -> str:
    url = given.get("SMTP_URL", "")
    if url and (urlsplit(url).scheme not in ("smtp", "smtps") or not urlsplit(url).hostname):
        raise SettingError("SMTP_URL should look like smtp://user:password@mail.example.org:587, or smtps://...")
    return url


def _address(given: Mapping[str, str], name: str, default: str) -> str:
    text = given.get(name, default)
    if text and ("@" not in parseaddr(text)[1] or any(character in text for character in "\r\n")):
        raise SettingError(f"{name} should be a mail address, such as Turnpost <post@example.org>, not {text!r}")
    return text


def _whole_number(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit()):
        raise SettingError(f"{name} should be a whole number, not {text!r}")
    return int(text)
