"""What always holds in the game: nothing is put back, and nobody comes back."""

from __future__ import annotations

from typing import Any


def check(before: Any, after: Any) -> None:
    """Raise AssertionError where the later of two positions breaks that."""
    assert after.heap <= before.heap
    assert all(was or not here for was, here in zip(before.present, after.present, strict=True))
