"""The words of the game in every language: sentences are data (words.<language>.json), the rest is filling in."""

from __future__ import annotations

import functools
import importlib.resources
import json
from collections.abc import Mapping, Sequence
from typing import Any


@functools.cache
def words(language: str) -> Mapping[str, Any]:
    """All words of one of LANGUAGES."""
    file = importlib.resources.files(__package__).joinpath(f"words.{language}.json")
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def label(language: str, key: str, **values: object) -> str:
    """A label of the board, its placeholders filled in."""
    template: str = words(language)["labels"][key]
    return template.format(**values)


def colour(side: int, language: str) -> str:
    """The name of a side's colour."""
    name: str = words(language)["colours"][side]
    return name


def seats(numbers: Sequence[int], language: str) -> str:
    """Seats in a row: `@0, @1 and @2`."""
    names = [f"@{number}" for number in numbers]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {words(language)['and']} {names[-1]}"
