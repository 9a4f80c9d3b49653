"""People who come to a running service by its API alone; who has no account yet signs up by mail."""

from __future__ import annotations

import threading

from tests.local.process import Answer, Process, sign_up

_PAUSE = 0.02


class Visitors:
    """A running service as tests/web/scripted.py asks it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._tokens: dict[str, str] = {}
        self._clock = threading.Event()

    def ask(self, method: str, path: str, body: object = None, by: str = "") -> Answer:
        """A request with a JSON body (None: without one), by the player of this name ("": nobody)."""
        return self._process.ask(method, path, body, self._token(by) if by else "")

    def go_on(self) -> None:
        """Leave it alone for a moment: it goes on by itself."""
        self._clock.wait(_PAUSE)

    def _token(self, name: str) -> str:
        if name not in self._tokens:
            self._tokens[name] = sign_up(self._process, name.title()).token
        return self._tokens[name]
