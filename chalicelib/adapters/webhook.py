"""Calls of webhooks: one request to a vetted address, and of the answer nothing but its status.

What it is called with comes from players, and where it leads from whoever owns that name. So the name is resolved once
and all it leads to is vetted, the connection goes to just that address, nothing is followed, no proxy is asked, and
the whole has one limit of time, however the other side spends it.
"""

from __future__ import annotations

import http.client
import io
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import cast

from chalicelib.adapters import guard
from chalicelib.adapters.guard import Target
from chalicelib.post.ports import WebhookGoneError, WebhookRefusedError, WebhookUnavailableError

CONNECT_SECONDS = 3.0
"""How long one address may take to answer the phone."""
TOTAL_SECONDS = 15.0
"""How long a call may take altogether, its name's resolution and the last byte of the answer's head included."""
MAX_HEAD = 32 * 1024
"""Bytes of an answer that are read at most; its body is of no interest, and is shown to nobody."""
MAX_ADDRESSES = 4
"""So many of the addresses of a name are tried."""
MAX_RETRY_AFTER = 86_400
"""The longest wait that the other side can ask for, in seconds."""

_SECONDS = re.compile(r"([0-9]+)(\.[0-9]*[1-9][0-9]*)?(?:\.?0*)")
"""Seconds as they are asked for, in whole ones by the book, and by Discord with a fraction."""

Resolver = Callable[[str, int], Sequence[str]]
"""From a name and a port to the addresses it has. Raises OSError."""


class WebhookCaller:
    """A post.ports.Webhooks.

    `private` lets calls go to addresses that are not public, to any port, and unencrypted: for trying them at home.
    The rest is for tests: what resolves names, whom to trust (None: the system's authorities), the limit in seconds.
    """

    def __init__(
        self,
        *,
        private: bool,
        resolve: Resolver | None = None,
        context: ssl.SSLContext | None = None,
        seconds: float = TOTAL_SECONDS,
    ) -> None:
        self._private = private
        self._resolve = resolve or resolved
        self._context = context
        self._seconds = seconds

    def check(self, url: str) -> None:
        """Refuse a URL that will never be called, as far as it shows. Raises WebhookRefusedError."""
        guard.target_of(url, private=self._private)

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        """Post the body there; the status, once it is one of acceptance.

        Raises WebhookRefusedError, WebhookGoneError, WebhookUnavailableError.
        """
        target = guard.target_of(url, private=self._private)
        deadline = Deadline.after(self._seconds)
        try:
            status, retry_after = self._exchange(target, _request(target, headers, body), deadline)
        except (OSError, http.client.HTTPException) as error:
            raise WebhookUnavailableError(_told(error)) from None
        if 200 <= status < 300:
            return str(status)
        if status == http.client.GONE:
            raise WebhookGoneError("410: it wants no more calls")
        raise WebhookUnavailableError(_meaning(status), _seconds_of(retry_after))

    def _exchange(self, target: Target, request: bytes, deadline: Deadline) -> tuple[int, str]:
        connection = _connected(self._addresses(target, deadline), target.port, deadline)
        with connection:
            if not target.secure:
                return _asked(connection, request, deadline)
            connection.settimeout(deadline.left())
            with self._trust().wrap_socket(connection, server_hostname=target.host) as encrypted:
                return _asked(encrypted, request, deadline)

    def _trust(self) -> ssl.SSLContext:
        """Whose certificates are believed; the system's list is long, so it is read once."""
        self._context = self._context or ssl.create_default_context()
        return self._context

    def _addresses(self, target: Target, deadline: Deadline) -> Sequence[str]:
        """What the name leads to, all of it vetted. Raises WebhookRefusedError, OSError."""
        addresses = _in_time(lambda: self._resolve(target.host, target.port), deadline)
        if not addresses:
            raise OSError("the name has no address")
        if not self._private:
            guard.check_addresses(addresses)
        return addresses[:MAX_ADDRESSES]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment by which all must be over, by a clock that nobody sets."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        """The moment so many seconds from now."""
        return cls(time.monotonic() + seconds)

    def left(self) -> float:
        """The seconds that are left. Raises TimeoutError when there are none."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise TimeoutError("it took too long")
        return left


def resolved(host: str, port: int) -> list[str]:
    """The addresses of a name, as the system knows them; an address is its own. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in found))


def _in_time(resolve: Callable[[], Sequence[str]], deadline: Deadline) -> Sequence[str]:
    """What `resolve` finds; the system's resolver knows no limit of time, so it is left behind when ours is over."""
    answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def work() -> None:
        try:
            answers.put(resolve())
        except Exception as error:  # noqa: BLE001 - raised again by whoever waits
            answers.put(error)

    threading.Thread(target=work, name="resolver", daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.left())
    except queue.Empty:
        raise TimeoutError("its name could not be resolved in time") from None
    if isinstance(answer, UnicodeError):  # a label too long for the resolver's own encoding
        raise OSError("its name cannot be resolved") from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


def _connected(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """A connection to the first address that takes one; each is an address, so nothing is resolved again here."""
    failure: OSError = OSError("the name has no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout=min(CONNECT_SECONDS, deadline.left()))
        except OSError as error:
            failure = error
    raise failure


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    """The request as it goes over the wire. Raises WebhookRefusedError for a header that cannot stand in one."""
    own = {
        "Host": target.authority,
        "User-Agent": "Turnpost",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Length": str(len(body)),
    }
    lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    if not all(line.isascii() and line.isprintable() for line in lines):
        raise WebhookRefusedError("One of the headers cannot be sent.")
    return "\r\n".join((f"POST {target.path} HTTP/1.1", *lines, "", "")).encode("ascii") + body


def _asked(connection: socket.socket, request: bytes, deadline: Deadline) -> tuple[int, str]:
    """Send the request; the status of the answer and its Retry-After. Raises OSError, HTTPException."""
    unsent = memoryview(request)
    while unsent:
        connection.settimeout(deadline.left())
        unsent = unsent[connection.send(unsent) :]
    answer = http.client.HTTPResponse(cast(socket.socket, _Incoming(connection, deadline)), method="POST")
    with answer:
        answer.begin()
        return answer.status, answer.headers.get("Retry-After", "")


class _Incoming(io.RawIOBase):
    """What comes in: in time, or not at all, and no more of it than a head may be long."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        super().__init__()
        self._connection = connection
        self._deadline = deadline
        self._room = MAX_HEAD

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Itself, as HTTPResponse wants to have it."""
        return io.BufferedReader(self, 4 * 1024)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        if self._room <= 0:
            raise OSError("the head of its answer has no end")
        self._connection.settimeout(self._deadline.left())
        size = self._connection.recv_into(cast(bytearray, buffer))
        self._room -= size
        return size


def _meaning(status: int) -> str:
    return f"{status}: it redirects, which is not followed" if 300 <= status < 400 else str(status)


def _told(error: Exception) -> str:
    """An error in few words; of one the system has words for, those only, since there may be addresses in others."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, TimeoutError):
        return "it took too long"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__)[:100]


def _seconds_of(retry_after: str) -> int:
    """The wait that the other side asks for, in seconds or until a date (0: none)."""
    text = retry_after.strip()
    if found := _SECONDS.fullmatch(text):
        return min(int(found[1][:9]) + bool(found[2]), MAX_RETRY_AFTER)
    try:
        moment = parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0
    return min(max(int(moment - time.time()) + 1, 0), MAX_RETRY_AFTER)
