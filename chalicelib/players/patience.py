"""How long a use case goes on with a store that does not do as asked: so many tries, with growing pauses, in time."""

from __future__ import annotations

from chalicelib.players.ports import Env, StoreThrottledError

SECONDS = 6
"""No try begins later than so many seconds after the first.

A request ends within 4 s and a read is asked twice (adapters/dynamo.py), so that a try which begins at the last moment,
and hangs at its first read, is over after 14.1 of the 15 seconds that Lambda gives.
"""

PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds: before the second try at most, and before any. Each is drawn from the upper half of what it may be."""

_DRAWN_BYTES = 4


class Patience:
    """What is left of the patience of one use case, which begins now."""

    def __init__(self, env: Env, tries: int) -> None:
        """Patience for `tries` tries, the first of them included."""
        self._env = env
        self._tries = tries
        self._spent = 0
        self._end = env.clock.now() + SECONDS

    def is_left(self) -> bool:
        """Whether another try may begin: the first always may."""
        return not self._spent or (self._spent < self._tries and self._env.clock.now() < self._end)

    def spend(self, error: Exception) -> None:
        """A try ended with this error: let time pass, unless it was the first and nobody asked for less.

        Who was disturbed by one other comes through at once in most cases; a store that has too much to do needs time.
        """
        self._spent += 1
        if self.is_left() and (self._spent > 1 or isinstance(error, StoreThrottledError)):
            self._env.wait(self._pause())

    def _pause(self) -> float:
        most: float = min(LONGEST_PAUSE, PAUSE * 2.0 ** (self._spent - 1))
        drawn = int.from_bytes(self._env.ids.token(_DRAWN_BYTES), "big") / (1 << 8 * _DRAWN_BYTES)
        return most * (1 + drawn) / 2
