"""Mail by SMTP: one connection a mail, encrypted wherever it leaves the machine."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from chalicelib.adapters.mime import parts, without_addresses
from chalicelib.post.ports import AddressRefusedError, MailRefusedError, MailUnavailableError

STEP_SECONDS = 15.0
"""How long the server may take over one step; a mail has about twelve."""

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PORTS = {"smtps": 465, "submission": 587, "smtp": 25}
_MAILBOX_FULL = 552


class UnusableUrlError(ValueError):
    """The address of the mail server cannot be used."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where mail is handed in; `implicit` says that the connection begins encrypted."""

    host: str
    port: int
    user: str
    password: str
    implicit: bool

    @property
    def is_near(self) -> bool:
        """Whether nothing leaves the machine on the way there."""
        return self.host in _LOOPBACK


def server_of(url: str) -> Server:
    """The server that `smtp://user:password@host:port` or `smtps://...` names. Raises UnusableUrlError."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise UnusableUrlError("the port of SMTP_URL is no port") from error
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise UnusableUrlError("SMTP_URL should look like smtp://user:password@mail.example.org:587, or smtps://...")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    usual = _PORTS["submission" if user and parts.scheme == "smtp" else parts.scheme]
    return Server(parts.hostname, port or usual, user, password, parts.scheme == "smtps")


class SmtpMailer:
    """A post.ports.Mailer.

    Without `context` the system's authorities are trusted, and mail to a server on this machine goes unencrypted. A
    password is never sent unencrypted to another machine.
    """

    def __init__(self, url: str, *, context: ssl.SSLContext | None = None, seconds: float = STEP_SECONDS) -> None:
        """Read the URL, but connect to nothing yet. Raises UnusableUrlError."""
        self._server = server_of(url)
        self._must_encrypt = context is not None
        self._context = context or ssl.create_default_context()
        self._seconds = seconds

    def send(self, message: EmailMessage) -> str:
        """Hand the mail in; what the server answered, which names the mail in its log.

        Raises AddressRefusedError, MailRefusedError, MailUnavailableError.
        """
        sender, recipients, content = parts(message)
        try:
            connection = self._connect(sender.rpartition("@")[2])
            try:
                return _hand_in(connection, sender, recipients, content)
            finally:
                with suppress(OSError, smtplib.SMTPException):
                    connection.quit()
        except smtplib.SMTPResponseException as error:
            raise MailUnavailableError(_answer(error.smtp_code, error.smtp_error)) from None
        except (OSError, smtplib.SMTPException) as error:
            raise MailUnavailableError(without_addresses(f"{type(error).__name__}: {error}")) from None

    def _connect(self, own_name: str) -> smtplib.SMTP:
        server = self._server
        if server.implicit:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, own_name, timeout=self._seconds, context=self._context
            )
        else:
            connection = smtplib.SMTP(server.host, server.port, own_name, timeout=self._seconds)
        try:
            self._greet(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _greet(self, connection: smtplib.SMTP) -> None:
        connection.ehlo_or_helo_if_needed()
        encrypted = self._server.implicit
        if not encrypted and connection.has_extn("starttls") and (self._must_encrypt or not self._server.is_near):
            connection.starttls(context=self._context)
            connection.ehlo()
            encrypted = True
        if not encrypted and (self._must_encrypt or (self._server.user and not self._server.is_near)):
            raise MailUnavailableError("the mail server offers no encryption")
        if self._server.user:
            connection.login(self._server.user, self._server.password)


def _hand_in(connection: smtplib.SMTP, sender: str, recipients: list[str], content: bytes) -> str:
    _expect(connection.mail(sender), refused_by="")
    for recipient in recipients:
        _expect(connection.rcpt(recipient), refused_by="recipient")
    return _expect(connection.data(content), refused_by="content")


def _expect(answer: tuple[int, bytes], *, refused_by: str) -> str:
    """The server's words if it said yes; a no to the sender is the operator's to mend, so it is worth another try."""
    code, words = answer
    if 200 <= code < 300:
        return without_addresses(words.decode("utf-8", "replace"))
    if code >= 500 and refused_by and code != _MAILBOX_FULL:
        refused = AddressRefusedError if refused_by == "recipient" else MailRefusedError
        raise refused(_answer(code, words))
    raise MailUnavailableError(_answer(code, words))


def _answer(code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return without_addresses(f"{code} {text}")
