"""Dice and shuffles drawn from a committed seed, so that anybody can check them afterwards.

The byte layout is part of the record and is written down, with test vectors, in docs/record.md.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def commitment(seed: bytes, match_id: str, rules_version: int) -> str:
    """The promise published before anybody joins: hex SHA-256 over the seed, the match id and the rules version."""
    parts = (seed, match_id.encode(), str(rules_version).encode())
    return hashlib.sha256(b"".join(_field(part) for part in parts)).hexdigest()


class Chance:
    """A stream of draws that belongs to one ply of one match.

    `seed` is the match's secret, `nonces` one value a seat, `ply` the number of moves in the record once the move
    that draws is in it (0: the first position), `purpose` keeps the bots' draws apart from the game's.
    """

    __slots__ = ("_counter", "_prefix", "_seed")

    def __init__(self, seed: bytes, nonces: tuple[bytes, ...], ply: int, purpose: str = "game") -> None:
        self._seed = seed
        self._prefix = (
            _field(purpose.encode())
            + len(nonces).to_bytes(4, "big")
            + b"".join(_field(nonce) for nonce in nonces)
            + ply.to_bytes(8, "big")
        )
        self._counter = 0

    @property
    def draws(self) -> int:
        """How many draws were taken so far, rejected ones included."""
        return self._counter

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, all equally likely (draws past the last whole multiple are rejected)."""
        if bound < 1:
            raise ValueError(f"nothing to draw from: bound is {bound}")
        limit = _RANGE - _RANGE % bound
        while True:
            message = self._prefix + self._counter.to_bytes(8, "big")
            self._counter += 1
            value = int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")
            if value < limit:
                return value % bound

    def roll(self, faces: Sequence[T]) -> T:
        """One of `faces`, every one equally likely."""
        return faces[self.below(len(faces))]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """`items` in a random order (Fisher-Yates, from the last place down)."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return tuple(pool)
