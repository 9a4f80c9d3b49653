"""Signals that end the service, told to the main thread."""

from __future__ import annotations

import queue
import signal
from collections.abc import Iterable


class Signals:
    """These signals, from now on; each is taken down in the midst of whatever the main thread does.

    In a SimpleQueue, since that may be interrupted by itself. A threading.Event may not: a signal that comes while
    wait() holds its lock would wait in set() for that lock for ever.
    """

    def __init__(self, numbers: Iterable[int]) -> None:
        """Listen; to be called in the main thread."""
        self._came: queue.SimpleQueue[int] = queue.SimpleQueue()
        for number in numbers:
            signal.signal(number, self._take)

    def _take(self, number: int, _: object) -> None:
        self._came.put(number)

    def wait(self, seconds: float) -> bool:
        """Wait for one of them, at most so long; whether one came."""
        try:
            self._came.get(timeout=seconds)
        except queue.Empty:
            return False
        return True
