"""Whether things that should be equally frequent are: Pearson's chi-squared test at 99.9 %."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

CRITICAL = {5: 20.515, 23: 49.728, 35: 66.619}
"""What chi-squared exceeds once in a thousand runs of fair dice, by degrees of freedom."""


def chi_squared(seen: Iterable[object], kinds: int) -> float:
    """How far the frequencies of so many kinds are from equal. Raises AssertionError where a kind was not seen."""
    counts = Counter(seen)
    assert len(counts) == kinds
    expected = counts.total() / kinds
    return sum((count - expected) ** 2 / expected for count in counts.values())


def fair(seen: Iterable[object], kinds: int) -> bool:
    """Whether the frequencies pass."""
    return chi_squared(seen, kinds) < CRITICAL[kinds - 1]
