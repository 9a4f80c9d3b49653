"""How a benchmark measures: ratios of medians, both sides taken turn by turn in one run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

ROUNDS = 7


class Result(NamedTuple):
    """What a benchmark found: `holds` says whether `value` reaches `bar`; `how` names both code paths."""

    value: float
    bar: float
    holds: bool
    how: str


class Ratio(NamedTuple):
    """Medians of one pass of either side, in seconds of the process's own time, and how many times faster ours is."""

    ours: float
    baseline: float
    times: float


def ratio(ours: Callable[[], object], baseline: Callable[[], object], passes: int = 1, rounds: int = ROUNDS) -> Ratio:
    """Time both sides A B A B, `rounds` times each; one timing of ours is that of `passes` passes, divided by them."""
    taken: tuple[list[float], list[float]] = ([], [])
    ours()
    baseline()
    for _ in range(rounds):
        taken[0].append(_timed(ours, passes))
        taken[1].append(_timed(baseline, 1))
    a, b = (statistics.median(times) for times in taken)
    return Ratio(a, b, b / a)


def _timed(run: Callable[[], object], passes: int) -> float:
    gc.collect()
    began = time.process_time()
    for _ in range(passes):
        run()
    return (time.process_time() - began) / passes


def at_least(value: float, bar: float, how: str) -> Result:
    """A result that holds from its bar upwards."""
    return Result(round(value, 2), bar, value >= bar, how)


def at_most(value: float, bar: float, how: str) -> Result:
    """A result that holds up to its bar."""
    return Result(round(value, 2), bar, value <= bar, how)
