"""The HTTP server of the embedded service: threaded, on this machine, with limits on what it reads."""

from __future__ import annotations

import io
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from chalicelib.telemetry.traces import trace
from infra.local import heads
from infra.local.gateway import Answer, Request, problem
from infra.local.reading import Reading

IDLE_SECONDS = 60.0
REQUEST_SECONDS = 60.0
"""From the first byte of a request to the last of its body."""
MAX_CONNECTIONS = 200
RETRY_SECONDS = 5
LINGER_BYTES = 4 * 1024 * 1024
LINGER_SECONDS = 2.0

_log = logging.getLogger(__name__)


class Server(ThreadingHTTPServer):
    """Answers every request with what `answer` says to it."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = True

    def __init__(
        self,
        address: tuple[str, int],
        answer: Callable[[Request], Answer],
        *,
        connections: int = MAX_CONNECTIONS,
        seconds: float = REQUEST_SECONDS,
    ) -> None:
        """Listen; `connections` are served at a time, and a request may take `seconds` to come in. Raises OSError."""
        self.answer = answer
        self.seconds = seconds
        self._room = threading.Semaphore(connections)
        self._busy = 0
        self._quiet = threading.Condition()
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread of its own, if there is room for it."""
        if not self._room.acquire(blocking=False):
            _turn_away(request)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread was to be had
            self._room.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, and make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def started(self) -> None:
        """Count a request in."""
        with self._quiet:
            self._busy += 1

    def finished(self) -> None:
        """Count a request out."""
        with self._quiet:
            self._busy -= 1
            self._quiet.notify_all()

    def drain(self, seconds: float) -> bool:
        """Wait until no request is being answered, at most so long; say whether that came about."""
        with self._quiet:
            return self._quiet.wait_for(lambda: self._busy == 0, seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections that break off are daily bread."""
        error = sys.exc_info()[1]
        _log.debug("connection broke off: %s", trace(error) if error else "")


def _turn_away(connection: socket.socket) -> None:
    """Say that there is no room, without waiting for anything."""
    answer = problem(503, "unavailable", "Too many people are here at once; please try again.")
    lines = ["HTTP/1.1 503 Service Unavailable", f"Retry-After: {RETRY_SECONDS}", f"Content-Length: {len(answer.body)}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    connection.setblocking(False)
    with suppress(OSError):
        connection.send("\r\n".join([*lines, "Connection: close", "", ""]).encode() + answer.body)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(65_536)  # what was sent and not read would take the answer with it


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "Turnpost"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        """Read with time limits."""
        super().setup()
        self.rfile.close()
        self._reading = Reading(self.connection, IDLE_SECONDS, self.server.seconds)
        self.rfile = io.BufferedReader(self._reading)

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self._reading.begin()
        super().handle_one_request()

    def version_string(self) -> str:
        """What the Server header says."""
        return self.server_version

    def _serve(self) -> None:
        self.server.started()
        try:
            refusal = self._refusal()
            self._send(refusal or self._answer())
            if refusal:
                self._linger()
        finally:
            self.server.finished()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _serve

    def _answer(self) -> Answer:
        size = heads.body_size(self.headers)
        request = Request(
            self.command,
            heads.origin(self.path),
            dict(self.headers),
            self.rfile.read(size) if size else b"",
            str(self.client_address[0]),
        )
        if len(request.body) < size:
            self.close_connection = True
            return problem(400, "malformed_request", "The body broke off.")
        try:
            return self.server.answer(request)
        except Exception as error:  # noqa: BLE001 - the client is told that something failed, the log what
            _log.error("a request failed: %s", trace(error))
            return problem(500, "internal_error", "Something went wrong here. Nothing more is known; please try again.")

    def _refusal(self) -> Answer | None:
        return heads.refusal(self.command, self.path, self.request_version, self.headers)

    def handle_expect_100(self) -> bool:
        """Ask for the body only when it will be read."""
        return True if self._refusal() else super().handle_expect_100()

    def _send(self, answer: Answer) -> None:
        self.connection.settimeout(IDLE_SECONDS)
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _linger(self) -> None:
        """Let a client that is still sending read our answer before the connection goes."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(LINGER_SECONDS)
        until, left = time.monotonic() + LINGER_SECONDS, LINGER_BYTES
        while left > 0 and time.monotonic() < until:
            data = self.connection.recv(min(left, 65_536))
            if not data:
                return
            left -= len(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is not HTTP; a method that nobody knows is refused by who knows the others."""
        if code == HTTPStatus.NOT_IMPLEMENTED:
            self._serve()
            return
        self.close_connection = True
        self._send(problem(code, "malformed_request", message or "This is not a request that can be read."))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a path may hold what is nobody's business; the app writes the log."""
