"""One JSON line an invocation: what was called, what came of it, how long it took, what it cost.

An invocation opens a line, whoever works in it notes what is worth telling, and the line goes out at the end.
"""

from __future__ import annotations

import itertools
import json
import logging
import sys
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Protocol

from chalicelib.telemetry import metrics, traces

LOGGER = "chalicelib.telemetry.line"

_log = logging.getLogger(LOGGER)
_current: ContextVar[Line | None] = ContextVar("line", default=None)
_count = itertools.count()
_json = json.JSONEncoder(separators=(",", ":")).encode

_LEVELS = {"done": "info", "refused": "info", "partial": "warning", "failed": "error"}


class Cost(Protocol):
    """What the invocation asked of the store: calls, one round trip each, and the capacity units they consumed."""

    calls: int
    read: float
    write: float


class Line:
    """The line of an invocation, from its begin to its end; a context that writes it.

    `function` is that of app.py ("api": the routes), `request` the id that Lambda gave the invocation. `outcome` is
    done, refused (a status of 400 to 499), partial (some of a batch has to come again) or failed. Threads may count
    beside each other.
    """

    def __init__(self, function: str, request: str, stage: str, cost: Cost) -> None:
        """Begin; nothing is written yet."""
        self.function = function
        self.request = request
        self.outcome = "done"
        self._stage = stage
        self._cost = cost
        self._cold = next(_count) == 0
        self._told: dict[str, Any] = {}
        self._matches: dict[str, int] = {}
        self._guard = threading.Lock()
        self._begun = 0.0
        self._token: Token[Line | None] | None = None

    def __enter__(self) -> Line:
        self._begun = time.perf_counter()
        self._token = _current.set(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._token is not None:
            _current.reset(self._token)
        if error is not None:
            self.fail(error)
        elif self._told.get("left"):
            self.outcome = "partial"
        self._write((time.perf_counter() - self._begun) * 1_000)

    @property
    def milliseconds(self) -> float:
        """How long it has taken so far."""
        return round((time.perf_counter() - self._begun) * 1_000, 2)

    def note(self, told: Mapping[str, Any]) -> None:
        """Tell this too; what is None or "" is left out."""
        self._told.update({name: value for name, value in told.items() if value is not None and value != ""})

    def count(self, name: str, by: int) -> None:
        """Add to a number of this name."""
        with self._guard:
            self._told[name] = self._told.get(name, 0) + by

    def fail(self, error: BaseException) -> None:
        """It has failed, and of what kind the error was."""
        self.outcome = "failed"
        self._told["error"] = traces.kind(error)

    def about(self, match: str, version: int) -> None:
        """It is about this match, which now has this version (0: not known)."""
        self._matches[match] = max(version, self._matches.get(match, 0))

    def text(self, milliseconds: float, epoch: float) -> str:
        """The line at its end, `milliseconds` after its begin, at this time."""
        whole = _json(self._all(milliseconds, epoch))
        aws = metrics.member(self.function, self._told, int(epoch * 1_000))
        return f"{whole[:-1]},{aws}}}" if aws else whole

    def _all(self, milliseconds: float, epoch: float) -> dict[str, Any]:
        return {
            "time": datetime.fromtimestamp(epoch, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": _LEVELS[self.outcome],
            "request": self.request,
            "stage": self._stage,
            "function": self.function,
            "outcome": self.outcome,
            **self._told,
            **self._about(),
            "ms": round(milliseconds, 2),
            "calls": self._cost.calls,
            "read": self._cost.read,
            "write": self._cost.write,
            **({"cold": True} if self._cold else {}),
        }

    def _about(self) -> dict[str, Any]:
        if len(self._matches) != 1:
            return {"matches": len(self._matches)} if self._matches else {}
        ((match, version),) = self._matches.items()
        return {"match": match, "version": version} if version else {"match": match}

    def _write(self, milliseconds: float) -> None:
        if _log.isEnabledFor(logging.INFO):
            # a record made by hand: looking for who called takes as long as all the rest of the line
            text = self.text(milliseconds, time.time())
            _log.handle(logging.LogRecord(LOGGER, logging.INFO, __file__, 0, text, None, None))


def note(**told: Any) -> None:
    """Tell this in the line of the invocation at hand, if there is one."""
    line = _current.get()
    if line is not None:
        line.note(told)


def count(name: str, by: int = 1) -> None:
    """Add to a number in the line of the invocation at hand, if there is one."""
    line = _current.get()
    if line is not None:
        line.count(name, by)


def about(match: str, version: int = 0) -> None:
    """The invocation at hand, if there is one, is about this match, now at this version (0: not known)."""
    line = _current.get()
    if line is not None:
        line.about(match, version)


def request() -> str:
    """The id of the invocation at hand; "" outside of one."""
    line = _current.get()
    return line.request if line is not None else ""


def show() -> None:
    """Write the lines to standard output from now on, where Lambda takes them from; a second time changes nothing."""
    if not _log.handlers:
        handler = logging.StreamHandler(sys.stdout)
        handler.setFormatter(logging.Formatter("%(message)s"))
        _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.propagate = False
