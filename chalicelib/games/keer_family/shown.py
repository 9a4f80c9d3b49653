"""Dice, seats and words as every view of the family shows them, before they become text or markup."""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Die(NamedTuple):
    """A die on the table; a taken one is not there for those who have still to choose."""

    face: str
    taken: bool


def dice_on_table(roll: Sequence[str], available: Sequence[str]) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
    """The colour dice and the number dice."""
    half, left = len(roll) // 2, len(available) // 2
    return _dice(roll[:half], available[:left]), _dice(roll[half:], available[left:])


def _dice(faces: Sequence[str], available: Sequence[str]) -> tuple[Die, ...]:
    left = Counter(available)
    result = []
    for face in faces:
        result.append(Die(face, taken=left[face] < 1))
        left[face] -= 1
    return tuple(result)


def seats_from(first: int | None, count: int) -> tuple[int, ...]:
    """All seats as the turn goes round, this one first (None: seat 0)."""
    return tuple(((first or 0) + step) % count for step in range(count))


@functools.cache
def load_words(package: str, language: str) -> Mapping[str, Any]:
    """The words of a game's folder in one of LANGUAGES."""
    file = importlib.resources.files(package).joinpath(f"words.{language}.json")
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def listed_seats(numbers: Sequence[int], last: str) -> str:
    """Seats in a row: `@0, @1 and @2`; `last` is the word before the last one."""
    names = [f"@{number}" for number in numbers]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
