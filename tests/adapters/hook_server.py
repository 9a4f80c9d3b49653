"""Servers on loopback that webhooks are called at: each answers as it is told, well or badly."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

Answering = Callable[[socket.socket, threading.Event], None]
"""What is said on a connection once the request is in; the event is set when the server has to end."""


@dataclass
class HookServer:
    """Keeps the requests it got in `requests`, and how many connections it took in `connections`."""

    host: str
    port: int = 0
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    """The names that were asked for where the connection is encrypted."""

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.host}:{self.port}/hook"


def saying(answer: bytes) -> Answering:
    """Say this."""
    return lambda connection, _: connection.sendall(answer)


def answer(status: str, *headers: str) -> bytes:
    """An answer without a body."""
    return "\r\n".join((f"HTTP/1.1 {status}", *headers, "Content-Length: 0", "", "")).encode()


def trickling(text: bytes, seconds: float) -> Answering:
    """Say this a byte at a time, so many seconds apart."""

    def drip(connection: socket.socket, end: threading.Event) -> None:
        for number in range(len(text)):
            if end.wait(seconds):
                return
            connection.sendall(text[number : number + 1])

    return drip


def silent(_: socket.socket, end: threading.Event) -> None:
    """Say nothing."""
    end.wait(30)


def endless(connection: socket.socket, end: threading.Event) -> None:
    """Say more and more headers."""
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while not end.is_set():
        connection.sendall(b"X-More: " + b"x" * 1_000 + b"\r\n")


@contextmanager
def hook_server(
    answering: Answering, *, context: ssl.SSLContext | None = None, host: str = "127.0.0.1"
) -> Iterator[HookServer]:
    """A server until the block ends; with a context its connections are encrypted."""
    end = threading.Event()
    with socket.create_server((host, 0)) as listening:
        server = HookServer(host, listening.getsockname()[1])
        if context is not None:
            context.sni_callback = lambda _socket, name, _context: server.names.append(name)
        thread = threading.Thread(target=_serve, args=(listening, server, answering, context, end), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            end.set()
            with suppress(OSError), socket.create_connection((host, server.port), timeout=1):
                pass
            thread.join(10)


def _serve(
    listening: socket.socket,
    server: HookServer,
    answering: Answering,
    context: ssl.SSLContext | None,
    end: threading.Event,
) -> None:
    while True:
        connection, _ = listening.accept()
        with connection:
            if end.is_set():
                return
            server.connections += 1
            connection.settimeout(10)
            with suppress(OSError):
                _answer(connection, server, answering, context, end)


def _answer(
    connection: socket.socket,
    server: HookServer,
    answering: Answering,
    context: ssl.SSLContext | None,
    end: threading.Event,
) -> None:
    if context is None:
        server.requests.append(_request(connection))
        return answering(connection, end)
    with context.wrap_socket(connection, server_side=True) as encrypted:
        server.requests.append(_request(encrypted))
        return answering(encrypted, end)


def _request(connection: socket.socket) -> bytes:
    """One request, read to the end that its head tells."""
    found = b""
    while not _is_whole(found):
        read = connection.recv(65_536)
        if not read:
            raise OSError("the request has no end")
        found += read
    return found


def _is_whole(found: bytes) -> bool:
    head, end, body = found.partition(b"\r\n\r\n")
    lengths = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return bool(end) and len(body) >= sum(lengths)
