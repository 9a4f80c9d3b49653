"""Dice and shuffles drawn from a committed seed, so that anybody can check them afterwards.

The byte layout is part of the record and is written down, with test vectors, in docs/record.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Any, TypeVar

T = TypeVar("T")

_RANGE = 1 << 64
_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""HMAC (RFC 2104) with SHA-256: the block's size, and the two pads as translations of the key's bytes."""

_first_number = Struct(">Q24x").unpack
_NOTHING_YET = sha256()


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def commitment(seed: bytes, match_id: str, rules_version: int) -> str:
    """The promise published before anybody joins: hex SHA-256 over the seed, the match id and the rules version."""
    parts = (seed, match_id.encode(), str(rules_version).encode())
    return sha256(b"".join(_field(part) for part in parts)).hexdigest()


@lru_cache(maxsize=8)
def _prepared(seed: bytes, nonces: tuple[bytes, ...], purpose: str) -> tuple[Any, Any]:
    """The hashes of a match before its plies come in: moves that follow each other, bots' too, have them in common."""
    key = (seed if len(seed) <= _BLOCK else sha256(seed).digest()).ljust(_BLOCK, b"\0")
    prefix = _field(purpose.encode()) + len(nonces).to_bytes(4, "big") + b"".join(map(_field, nonces))
    return sha256(key.translate(_INNER) + prefix), sha256(key.translate(_OUTER))


class Chance:
    """A stream of draws that belongs to one ply of one match.

    `seed` is the match's secret, `nonces` one value a seat, `ply` the number of moves in the record once the move
    that draws is in it (0: the first position), `purpose` keeps the bots' draws apart from the game's.
    """

    __slots__ = ("_counter", "_inner", "_outer", "_parts")

    def __init__(self, seed: bytes, nonces: tuple[bytes, ...], ply: int, purpose: str = "game") -> None:
        self._parts = (seed, tuple(nonces), ply, purpose)
        self._inner = self._outer = _NOTHING_YET
        self._counter = 0

    def _prepare(self) -> None:
        """Both hashes with what every draw begins with; left until the first, because most moves draw nothing."""
        seed, nonces, ply, purpose = self._parts
        inner, self._outer = _prepared(seed, nonces, purpose)
        self._inner = inner.copy()
        self._inner.update(ply.to_bytes(8, "big"))

    @property
    def draws(self) -> int:
        """How many draws were taken so far, rejected ones included."""
        return self._counter

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, all equally likely (draws past the last whole multiple are rejected)."""
        if bound < 1:
            raise ValueError(f"nothing to draw from: bound is {bound}")
        if self._outer is _NOTHING_YET:
            self._prepare()
        limit = _RANGE - _RANGE % bound
        while True:
            # HMAC spelled out, because hmac.digest prepares its key anew for every draw
            inner = self._inner.copy()
            inner.update(self._counter.to_bytes(8, "big"))
            outer = self._outer.copy()
            outer.update(inner.digest())
            value: int = _first_number(outer.digest())[0]
            self._counter += 1
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
