"""The machine's own clock and source of secrets."""

from __future__ import annotations

import secrets
import string
import time

_ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase


class SystemClock:
    """The time of the machine."""

    def now(self) -> int:
        """Whole seconds since 1970, UTC."""
        return int(time.time())


class SystemIds:
    """Secrets and names from the operating system's source of chance."""

    def token(self, size: int) -> bytes:
        """That many unguessable bytes."""
        return secrets.token_bytes(size)

    def name(self, length: int) -> str:
        """That many unguessable characters out of 0-9 A-Z a-z."""
        return "".join(secrets.choice(_ALPHABET) for _ in range(length))
