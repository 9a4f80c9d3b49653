"""The HTTP server of the embedded service: threaded, on this machine, with limits on what it reads."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from infra.local.gateway import Answer, Request, problem

MAX_BODY = 64 * 1024
IDLE_SECONDS = 60
LINGER_BYTES = 4 * 1024 * 1024
LINGER_SECONDS = 2.0

_log = logging.getLogger(__name__)


class Server(ThreadingHTTPServer):
    """Answers every request with what `answer` says to it."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], answer: Callable[[Request], Answer]) -> None:
        self.answer = answer
        self._busy = 0
        self._quiet = threading.Condition()
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, Handler)

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
        _log.debug("connection broke off", exc_info=True)


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "Turnpost"
    sys_version = ""
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True

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
        size = int(self.headers.get("Content-Length", "0"))
        request = Request(
            self.command,
            self.path,
            dict(self.headers),
            self.rfile.read(size) if size else b"",
            str(self.client_address[0]),
        )
        if len(request.body) < size:
            self.close_connection = True
            return problem(400, "malformed_request", "The body broke off.")
        try:
            return self.server.answer(request)
        except Exception:  # noqa: BLE001 - the client is told that something failed, the log what
            _log.exception("%s %s", self.command, request.path)
            return problem(500, "internal_error", "Something went wrong here. Nothing more is known; please try again.")

    def _refusal(self) -> Answer | None:
        """What is said to a body that will not be read."""
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers:
            return problem(411, "malformed_request", "Send the body with a Content-Length.")
        if not (length.isascii() and length.isdigit()):
            return problem(400, "malformed_request", "The Content-Length is not a number.")
        if len(length) > 12 or int(length) > MAX_BODY:
            return problem(413, "too_large", f"The body may have at most {MAX_BODY} bytes.")
        return None

    def handle_expect_100(self) -> bool:
        """Ask for the body only when it will be read."""
        return True if self._refusal() else super().handle_expect_100()

    def _send(self, answer: Answer) -> None:
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
            data = self.rfile.read1(min(left, 65_536))
            if not data:
                return
            left -= len(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is not HTTP."""
        self.close_connection = True
        self._send(problem(code, "malformed_request", message or "This is not a request that can be read."))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a path may hold what is nobody's business; the app writes the log."""
