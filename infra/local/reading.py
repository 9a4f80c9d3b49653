"""Reading from a connection with a limit on the whole of a request, so that nobody holds a thread by dripping bytes."""

from __future__ import annotations

import io
import socket
import time
from typing import Any


class Reading(io.RawIOBase):
    """What comes in; a wait for a request's first byte and the rest of the request have a time limit each."""

    def __init__(self, connection: socket.socket, idle: float, whole: float) -> None:
        """`idle` seconds at most before a request's first byte, `whole` from there to its last."""
        self._connection = connection
        self._idle = idle
        self._whole = whole
        self._until = 0.0

    def begin(self) -> None:
        """Another request is waited for."""
        self._until = 0.0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for bytes. Raises TimeoutError."""
        left = self._until - time.monotonic() if self._until else self._idle
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        size = self._connection.recv_into(buffer)
        self._until = self._until or time.monotonic() + self._whole
        return size
