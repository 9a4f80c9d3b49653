"""Which long runs there are: every function named `soak_...` in a module of this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import NamedTuple

import tests.soak
from chalicelib import games

_OURS = {"__main__", "found"}


class Scale(NamedTuple):
    """How much of the full size is run, and with which game ("": with all)."""

    factor: float = 1.0
    game: str = ""

    def of(self, full: int) -> int:
        """So many instead of the full number; at least one."""
        return max(1, round(full * self.factor))

    def games(self) -> tuple[str, ...]:
        """The games to be run."""
        return (games.meta(self.game).key,) if self.game else games.keys()


Soak = Callable[[Scale], Iterator[str]]


class BrokenLawError(AssertionError):
    """A long run found something that must not be."""


def soaks() -> Iterator[tuple[str, Soak]]:
    """Names and functions, module by module in alphabetical order, in each as they are written."""
    for info in pkgutil.iter_modules(tests.soak.__path__):
        if info.name not in _OURS:
            module = importlib.import_module(f"tests.soak.{info.name}")
            for name, member in vars(module).items():
                if name.startswith("soak_"):
                    yield f"{info.name}.{name.removeprefix('soak_')}", member
