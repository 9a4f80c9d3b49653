"""The folder an embedded service lives in: its secret, and the lock that keeps a second one out."""

from __future__ import annotations

import base64
import fcntl
import os
import secrets
from pathlib import Path


class PlaceTakenError(Exception):
    """Another process runs on this folder."""


class PlaceUnusableError(Exception):
    """There can be no such folder, or nothing can be written there."""


class Place:
    """A data folder that this process holds until it ends."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if there is none, for its owner only. Raises PlaceTakenError, PlaceUnusableError."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            why = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
            raise PlaceUnusableError(f"DATA should be a folder that can be written, not {folder}: {why}.") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise PlaceTakenError(
                f"Another Turnpost is running on {folder}/. Stop it, or choose another DATA."
            ) from None

    def leave(self) -> None:
        """Let go of the folder."""
        os.close(self._lock)

    def secret(self) -> str:
        """The secret that signs this service's links, as base64url; made once; settings.read refuses it if damaged."""
        path = self.folder / "secret"
        if not path.exists():
            write_private(path, base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode() + "\n")
        return path.read_text(encoding="ascii", errors="replace").strip()


def write_private(path: Path, text: str) -> None:
    """Put a file there, whole or not at all, that only its owner may read."""
    draft = path.with_name(path.name + ".draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
