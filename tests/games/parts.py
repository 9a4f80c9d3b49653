"""What a game brings with it into tests/games/<game>/, and what is said where it does not."""

from __future__ import annotations

import importlib
from types import ModuleType

WANTED = {
    "invariants": "`check(before, after)`: raise AssertionError where the later of two neighbouring positions breaks "
    "something that holds in every position of the game",
    "ends": "`end(state)`: a few words on how a match that is over came to its end, more closely than its termination "
    "tells; and `WAYS`, all that it says, by numbers of seats and termination: each wants a playthrough",
    "strength": "`PAIRINGS`, a tuple of (level, rival level or 0 for random play, least share of the matches won), "
    "and `SOLO`, a dict of the least mean points of a solo match by level ({} where nobody plays alone)",
}


class MissingPartError(AssertionError):
    """A game has no such module beside its tests; the message says what to write."""


def part(key: str, name: str, version: int = 0) -> ModuleType:
    """The module of this name in the game's folder of tests: that of a version, if it has its own.

    Raises MissingPartError.
    """
    folder = f"tests.games.{key.replace('-', '_')}"
    for place in (f"{folder}.v{version}", folder):
        try:
            return importlib.import_module(f"{place}.{name}")
        except ModuleNotFoundError as error:
            if error.name not in (folder, place, f"{place}.{name}"):
                raise
    path = f"{folder}.{name}".replace(".", "/")
    raise MissingPartError(f"{key} has no {path}.py yet: write one with {WANTED[name]}.")
