"""Which benchmarks there are: every function named `bench_...` in a module of this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator

import tests.bench
from tests.bench.measure import Result

Bench = Callable[[], Result]
_OURS = {"__main__", "found", "measure"}


def benchmarks() -> Iterator[tuple[str, Bench]]:
    """Names and functions, module by module in alphabetical order, in each as they are written."""
    for info in pkgutil.iter_modules(tests.bench.__path__):
        if info.name not in _OURS:
            module = importlib.import_module(f"tests.bench.{info.name}")
            for name, member in vars(module).items():
                if name.startswith("bench_"):
                    yield f"{info.name}.{name.removeprefix('bench_')}", member
