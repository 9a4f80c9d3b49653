"""Bots take the best of what they have rated."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chalicelib.games.keer_family.choosing import best_of
from chalicelib.rules import Chance


def chance(name: str) -> Chance:
    return Chance(name.encode().ljust(32), (bytes(16),), 1, "bot")


def test_the_best_is_taken_without_a_draw() -> None:
    class Silent(Chance):
        def below(self, limit: int) -> int:
            raise AssertionError(limit)

    assert best_of([(1.0, "a"), (2.0, "b"), (1.5, "c")], Silent(bytes(32), (bytes(16),), 1)) == "b"


@pytest.mark.parametrize("near", [2.0, 2.0 + 1e-9])
def test_equals_are_drawn_by_lot(near: float) -> None:
    rated: Sequence[tuple[float, str]] = [(2.0, "a"), (1.0, "b"), (near, "c")]
    assert {best_of(rated, chance(str(number))) for number in range(20)} == {"a", "c"}
