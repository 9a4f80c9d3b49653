"""A real SMTP server on loopback that does as it is told."""
# ruff: noqa: ARG002 - aiosmtpd calls its handlers with more than these need

from __future__ import annotations

import ssl
from asyncio import Server
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""For localhost, signed by itself, with its key: good for these tests and nothing else."""


@dataclass
class PostOffice:
    """Keeps what it accepted in `letters`; `answers` are what it says instead, by command (RCPT, MAIL, DATA)."""

    answers: dict[str, str] = field(default_factory=dict)
    letters: list[Envelope] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    logins: list[tuple[bytes, bytes]] = field(default_factory=list)
    port: int = 0

    async def handle_MAIL(  # noqa: N802 - the names are the server's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "MAIL" in self.answers:
            return self.answers["MAIL"]
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 - as above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "RCPT" in self.answers:
            return self.answers["RCPT"].format(address=address)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - as above
        if "DATA" in self.answers:
            return self.answers["DATA"]
        self.letters.append(envelope)
        assert server.transport is not None
        self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
        return "250 2.0.0 Ok: queued as 4F3A"

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"right", handled=False)


def server_context() -> ssl.SSLContext:
    """What the server shows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def client_context() -> ssl.SSLContext:
    """What trusts it."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))


class AnyPort(Controller):
    """A controller that takes whatever port is free; its own start looks for the server at the port it was given."""

    def _trigger_server(self) -> None:
        self.port = _port(self)
        super()._trigger_server()  # type: ignore[no-untyped-call]


def _port(controller: Controller) -> int:
    server = controller.server
    assert isinstance(server, Server)
    port: int = server.sockets[0].getsockname()[1]
    return port


@contextmanager
def open_office(**settings: Any) -> Iterator[PostOffice]:
    """A server at a free port of 127.0.0.1, until the block ends."""
    office = PostOffice()
    controller = AnyPort(office, hostname="127.0.0.1", port=0, authenticator=office.authenticate, **settings)
    controller.start()
    try:
        office.port = _port(controller)
        yield office
    finally:
        controller.stop()
