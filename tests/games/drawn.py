"""The draws of one ply worked out byte by byte as docs/record.md tells them, with nothing of the code they check."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

PAGE = Path(__file__).parents[2] / "docs" / "record.md"


def vectors() -> dict[str, Any]:
    """The vectors at the end of the page."""
    found: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8").split("```json")[1].split("```")[0])
    return found


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


class Draws:
    """Numbers, rolls and shuffles; `taken` counts the draws."""

    def __init__(self, seed: bytes, nonces: Sequence[bytes], ply: int) -> None:
        told = _field(b"game") + len(nonces).to_bytes(4, "big") + b"".join(map(_field, nonces))
        self._seed, self._head, self.taken = seed, told + ply.to_bytes(8, "big"), 0

    def below(self, bound: int) -> int:
        while True:
            message = self._head + self.taken.to_bytes(8, "big")
            number = int.from_bytes(hmac.digest(self._seed, message, hashlib.sha256)[:8], "big")
            self.taken += 1
            if number < 2**64 // bound * bound:
                return number % bound

    def roll(self, faces: Sequence[T]) -> T:
        return faces[self.below(len(faces))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        row = list(items)
        for i in range(len(row) - 1, 0, -1):
            j = self.below(i + 1)
            row[i], row[j] = row[j], row[i]
        return row
