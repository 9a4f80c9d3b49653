"""`python -m infra.local` as a process of its own, and people who use it over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-m", "infra.local")
START_SECONDS = 60.0
WAIT_SECONDS = 30.0
_PAUSE = 0.05

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Process:
    """A running service; what it printed up to its greeting's end is in `greeting`.

    What goes to its standard output goes to the file `apart`, if there is one, and is not heard then.
    """

    def __init__(self, data: Path, *, command: Sequence[str] = COMMAND, apart: Any = None, **settings: str) -> None:
        self._rest = ""
        given = {"DATA": str(data), "PORT": "0", **settings}
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "SYSTEMROOT")}
        self._popen = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**kept, **given},
            stdout=apart or subprocess.PIPE,
            stderr=subprocess.PIPE if apart else subprocess.STDOUT,
            text=True,
        )
        watchdog = threading.Timer(START_SECONDS, self._popen.kill)
        watchdog.start()
        self.greeting = self._read_greeting()
        watchdog.cancel()
        found = re.search(r"^ready (http://\S+)$", self.greeting, re.MULTILINE)
        self.base_url = found[1] if found else ""

    def _read_greeting(self) -> str:
        lines = []
        for line in self._output:
            lines.append(line)
            if "Stop with Ctrl-C" in line:
                break
        return "".join(lines)

    @property
    def _output(self) -> Any:
        return self._popen.stdout or self._popen.stderr

    @property
    def token(self) -> str:
        """The API token of the account made at the first start."""
        return str(re.findall(r"tp_\w+", self.greeting)[0])

    @property
    def link(self) -> str:
        """The link to the first match, without the address of the service."""
        return str(re.findall(r"http://[^/\s]+(/m/\S+)", self.greeting)[0])

    def kill(self) -> None:
        """End it as a power cut would."""
        self._popen.send_signal(signal.SIGKILL)
        self._end()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; its exit code and what it printed since the greeting."""
        if self._popen.poll() is None:
            self._popen.send_signal(number)
        return self._end()

    def wait(self) -> tuple[int, str]:
        """Let it end by itself; its exit code and what it printed since the greeting."""
        self._popen.wait(WAIT_SECONDS)
        return self._end()

    def _end(self) -> tuple[int, str]:
        if not self._output.closed:
            self._rest = self._output.read()
            self._output.close()
        return self._popen.wait(WAIT_SECONDS), self._rest

    def ask(
        self, method: str, target: str, body: object = None, token: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """One request on a connection of its own; a `body` that is no bytes is sent as JSON."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None and not isinstance(body, bytes):
            sent["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        connection = http.client.HTTPConnection(urlsplit(self.base_url).netloc, timeout=WAIT_SECONDS)
        try:
            connection.request(method, target, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, target: str, token: str = "") -> Answer:
        """A GET request."""
        return self.ask("GET", target, None, token)

    def mails(self) -> list[dict[str, str]]:
        """The mails in the mailbox, oldest first: id, subject, to."""
        page = self.get("/mailbox").text
        rows = re.findall(r"href='/mailbox/(\d+)'>(.*?)</a><p class='soft'>(.*?) ·", page)
        return [{"id": mail, "subject": subject, "to": to} for mail, subject, to in reversed(rows)]


@contextmanager
def running(data: Path, *, command: Sequence[str] = COMMAND, apart: Any = None, **settings: str) -> Iterator[Process]:
    """A service that is stopped in the end, however it ends; what it said is printed if it does not end well."""
    process = Process(data, command=command, apart=apart, **settings)
    try:
        yield process
    except BaseException:
        print(process.greeting, process.stop()[1])  # noqa: T201 - for who looks for the reason
        raise
    finally:
        process.stop()


def wait_for(look: Callable[[], T | None], what: str, seconds: float = WAIT_SECONDS) -> T:
    """What `look` finds, as soon as it finds something."""
    until = time.monotonic() + seconds
    pause = threading.Event()
    while time.monotonic() < until:
        found = look()
        if found:
            return found
        pause.wait(_PAUSE)
    raise AssertionError(f"waited in vain for {what}")


@dataclass(slots=True)
class Person:
    """Somebody who signed up by mail and plays through the API."""

    name: str
    token: str
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """(version, canonical text) of every move that was answered with a receipt."""

    def play(self, process: Process, match: str) -> bool:
        """Play the first legal move if one is owed; whether it was played.

        One that is forced may be played by the sweep meanwhile, when so many were that it had to go on with them.
        """
        seen = process.get(f"/matches/{match}", self.token).json
        decision = seen["decision"]
        if decision is None or decision["sealed"] is not None:
            return False
        legal = process.get(f"/matches/{match}/legal", self.token).json
        if not legal["moves"]:
            return False
        path = f"/matches/{match}/seats/{seen['seat']}/moves/{decision['n']}"
        answer = process.ask("PUT", path, {"text": legal["moves"][0]["text"]}, self.token)
        if answer.status == 409:
            assert answer.json["code"] == "stale_decision", answer.text
            return False
        assert answer.status in (200, 201), answer.text
        receipt = answer.json["receipt"]
        self.acknowledged.append((receipt["version"], receipt["text"]))
        return True


def sign_up(process: Process, name: str) -> Person:
    """A new account: ask for the link, read it in the mailbox, use it, make a token."""
    address = f"{name.lower()}@example.org"
    asked = process.ask("POST", "/players", {"email": address, "name": name})
    assert asked.status == 202, asked.text
    mail = wait_for(
        lambda: next((mail["id"] for mail in process.mails() if mail["to"] == address), None), "a login mail"
    )
    link = re.findall(r"login\?token=([\w-]+)", process.get(f"/mailbox/{mail}").text)[0]
    session = process.ask("POST", "/sessions", {"token": link})
    assert session.status in (200, 201), session.text
    cookie = session.headers["Set-Cookie"].split(";")[0]
    made = process.ask("POST", "/me/tokens", {"label": "test"}, headers={"Cookie": cookie, "Origin": process.base_url})
    return Person(name, made.json["secret"])
