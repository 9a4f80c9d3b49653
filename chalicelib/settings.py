"""What the operator sets, from the environment; docs/operations.md has the table.

Read at first use, never at import.
"""

from __future__ import annotations

import binascii
import os
import re
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import getaddresses
from ipaddress import IPv6Address
from pathlib import Path
from urllib.parse import urlsplit

STORES = ("sqlite", "dynamodb")
MAILERS = ("mailbox", "smtp", "ses")
LOGS = ("off", "json")
SECRET_BYTES = 32
MAX_AUTH_CACHE = 3_600
"""The longest that a revoked token may go on being accepted, in seconds."""
MAX_PORT = 65_535
GATHERING, MAX_GATHERING = 600, 900
"""Seconds after a mail for which others about the same match wait: usually, and as long as a queue can hold one."""

_LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?"
_BASE_URL = re.compile(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL})*|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{{1,5}}))?"
    r"(?:/(?!\.\.?(?:/|$))[A-Za-z0-9._~-]+)*",
    re.ASCII,
)
_STAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)
_TABLE = re.compile(r"[A-Za-z0-9_.-]{3,255}", re.ASCII)
_CONFIGURATION_SET = re.compile(r"[A-Za-z0-9_-]{0,64}", re.ASCII)
_DOMAIN = re.compile(r"(?=.{3,180}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*", re.ASCII)
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")


class SettingError(Exception):
    """A setting is missing or cannot be used; the message says which, and what it should look like."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The operator's choices.

    `base_url` is where people reach the service, without a slash at the end; `data` the folder of the embedded engine;
    `secret` signs links and is at least 32 bytes, `former` are those that did before; `smtp_url` "" keeps mail in the
    mailbox under `data`; `mail_from` the sender's address; `contact` whom readers of mail may write to ("": nobody);
    `auth_cache` how many seconds an authentication is remembered. With the store "dynamodb", `table` is its table, and
    `mail_queue` and `webhook_queue` are the addresses of the queues in SQS. `mailer` is one of MAILERS;
    `configuration_set` that of SES ("": none). `webhook_private` lets webhooks go to addresses that are not public,
    and unencrypted: for trying them at home. `log` says whether a line about each invocation is written to standard
    output. `reply_domain` is where answers to mails come in ("": nowhere). `gathering` is for how many seconds after a
    mail further ones about the same match wait, to come as one.
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
    table: str = "turnpost"
    mail_queue: str = ""
    webhook_queue: str = ""
    mailer: str = "mailbox"
    configuration_set: str = ""
    webhook_private: bool = False
    log: str = "off"
    former: tuple[bytes, ...] = ()
    reply_domain: str = ""
    gathering: int = 0

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
    store = _choice(given, "STORE", STORES)
    smtp_url = _smtp_url(given)
    mailer = _mailer(given, smtp_url)
    return Settings(
        stage=_stage(given),
        base_url=base_url,
        store=store,
        data=_data(given),
        secret=_secret(given),
        smtp_url=smtp_url,
        mail_from=_address("MAIL_FROM", given.get("MAIL_FROM", f"Turnpost <post@{mail_domain(base_url)}>")),
        contact=_address("CONTACT", given["CONTACT"]) if given.get("CONTACT") else "",
        auth_cache=_whole_number(given, "AUTH_CACHE", 30, MAX_AUTH_CACHE),
        table=_table(given),
        mail_queue=_queue(given, "MAIL_QUEUE", store),
        webhook_queue=_queue(given, "WEBHOOK_QUEUE", store),
        mailer=mailer,
        configuration_set=_configuration_set(given),
        webhook_private=_choice(given, "WEBHOOK_PRIVATE", ("0", "1")) == "1",
        log=_log(given),
        former=(_secret(given, "FORMER_SECRET"),) if given.get("FORMER_SECRET") else (),
        reply_domain=_reply_domain(given),
        gathering=_whole_number(given, "GATHERING", 0 if mailer == "mailbox" else GATHERING, MAX_GATHERING),
    )


def mail_domain(base_url: str) -> str:
    """The host of `base_url`, or localhost where that is a bare number, which no mail address may end in."""
    host = urlsplit(base_url).hostname or ""
    return host if any(character.isalpha() for character in host) and ":" not in host else "localhost"


def _base_url(given: Mapping[str, str]) -> str:
    url = given.get("BASE_URL", "http://127.0.0.1:8000").rstrip("/")
    found = _BASE_URL.fullmatch(url)
    if not found or not _is_port(found["port"]) or not _is_ipv6(found["ipv6"]):
        raise SettingError(f"BASE_URL should look like https://play.example.org, not {url!r}.")
    return url


def _is_port(text: str | None) -> bool:
    return text is None or 0 < int(text) <= MAX_PORT


def _is_ipv6(text: str | None) -> bool:
    try:
        return text is None or bool(IPv6Address(text))
    except ValueError:
        return False


def _stage(given: Mapping[str, str]) -> str:
    stage = given.get("STAGE", "local")
    if not _STAGE.fullmatch(stage):
        raise SettingError(f"STAGE should be a name of at most 32 letters, digits, - and _, not {stage!r}.")
    return stage


def _data(given: Mapping[str, str]) -> Path:
    folder = given.get("DATA", ".local")
    if not folder.strip():
        raise SettingError("DATA should be the path of a folder, and is empty.")
    return Path(folder)


def _choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = given.get(name, choices[0])
    if value not in choices:
        raise SettingError(f"{name} should be one of {', '.join(choices)}, not {value!r}.")
    return value


def _secret(given: Mapping[str, str], name: str = "SECRET") -> bytes:
    text = given.get(name, "")
    how = "python -c 'import secrets; print(secrets.token_urlsafe(32))' makes one"
    if not text:
        raise SettingError(f"{name} is missing: at least {SECRET_BYTES} bytes as base64url; {how}.")
    try:
        secret = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise SettingError(f"{name} is not base64url; {how}.") from None
    if len(secret) < SECRET_BYTES:
        raise SettingError(f"{name} has {len(secret)} bytes, but needs {SECRET_BYTES}; {how}.")
    return secret


def _reply_domain(given: Mapping[str, str]) -> str:
    domain = given.get("REPLY_DOMAIN", "").lower()
    if domain and not _DOMAIN.fullmatch(domain):
        raise SettingError(f"REPLY_DOMAIN should be a domain for mail, such as reply.example.org, not {domain!r}.")
    return domain


def _smtp_url(given: Mapping[str, str]) -> str:
    url = given.get("SMTP_URL", "")
    if url and not _is_smtp_url(url):  # the sentence does not repeat it, since it may hold a password
        raise SettingError(
            "SMTP_URL should look like smtp://user:password@mail.example.org:587, or begin with smtps://."
        )
    return url


def _is_smtp_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, or a broken IPv6 address
        return False
    return is_whole and url.isprintable() and " " not in url


def _table(given: Mapping[str, str]) -> str:
    table = given.get("TABLE", "turnpost")
    if not _TABLE.fullmatch(table):
        raise SettingError(
            f"TABLE should be the name of a DynamoDB table, 3 to 255 letters, digits, _, - and ., not {table!r}."
        )
    return table


def _queue(given: Mapping[str, str], name: str, store: str) -> str:
    url = given.get(name, "")
    if store == "dynamodb" and not url.startswith(("https://", "http://")):
        raise SettingError(f"{name} should be the address of a queue in SQS when STORE is dynamodb, not {url!r}.")
    return url


def _mailer(given: Mapping[str, str], smtp_url: str) -> str:
    mailer = _choice({"MAILER": "smtp" if smtp_url else "mailbox", **given}, "MAILER", MAILERS)
    if mailer == "smtp" and not smtp_url:
        raise SettingError("MAILER is smtp, but SMTP_URL is missing.")
    if mailer != "smtp" and smtp_url:
        raise SettingError(f"MAILER is {mailer}, but SMTP_URL is there too: leave one of them out.")
    return mailer


def _configuration_set(given: Mapping[str, str]) -> str:
    name = given.get("SES_CONFIGURATION_SET", "")
    if not _CONFIGURATION_SET.fullmatch(name):
        raise SettingError(f"SES_CONFIGURATION_SET should be a name of letters, digits, - and _, not {name!r}.")
    return name


def _log(given: Mapping[str, str]) -> str:
    usual = "json" if "AWS_LAMBDA_FUNCTION_NAME" in given else "off"
    return _choice({"LOG": usual, **given}, "LOG", LOGS)


def _address(name: str, text: str) -> str:
    found = getaddresses([text])
    if len(found) != 1 or not _ADDRESS.fullmatch(found[0][1]) or not text.isprintable():
        raise SettingError(f"{name} should be a mail address, such as Turnpost <post@example.org>, not {text!r}.")
    return text


def _whole_number(given: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise SettingError(f"{name} should be a whole number of at most {most}, not {text!r}.")
    return int(text)
