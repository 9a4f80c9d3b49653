"""What the work at hand costs the store: the engines report each call here, and telemetry reads the sum.

The meter is a context's own, so threads and requests beside each other do not count into one another's; threads that
work on one thing run in copies of its context, and count together.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar, Token
from dataclasses import dataclass


@dataclass(slots=True)
class Meter:
    """Calls that went to the store, one round trip each, and the capacity units they used (0 on SQLite)."""

    calls: int = 0
    read: float = 0.0
    write: float = 0.0


_guard = threading.Lock()
_current: ContextVar[Meter | None] = ContextVar("meter", default=None)


def begin() -> tuple[Meter, Token[Meter | None]]:
    """A new meter, which counts from now on in this context, and what `end` wants to have back."""
    meter = Meter()
    return meter, _current.set(meter)


def end(token: Token[Meter | None]) -> None:
    """Count into the meter that was there before, if there was one."""
    _current.reset(token)


def add(*, calls: int = 1, read: float = 0.0, write: float = 0.0) -> None:
    """Report calls of the store with the units that DynamoDB says they consumed; nothing happens without a meter."""
    meter = _current.get()
    if meter is not None:
        with _guard:
            meter.calls += calls
            meter.read += read
            meter.write += write
