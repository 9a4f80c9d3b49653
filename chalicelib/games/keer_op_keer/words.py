"""What the game says of its moves and points; sentences are data (words.<language>.json), the rest is filling in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from chalicelib.games.keer_family.vocabulary import Vocabulary, counted, load_words

_CHOICE = re.compile(r"(\*?)([gybro])(\*?)([1-5]) (.+)")


def vocabulary(language: str) -> Vocabulary:
    """The words of one of LANGUAGES."""
    return load_words(__package__, language)


def words(language: str) -> Mapping[str, Any]:
    """The same as data."""
    return vocabulary(language).data


def label(language: str, key: str, **values: object) -> str:
    """A label of the boards, its placeholders filled in."""
    return vocabulary(language).label(key, **values)


def points(number: int, language: str) -> str:
    """A number of points, in words as short as can be."""
    return counted(words(language)["points"], number)


def choice(text: str, language: str) -> str:
    """A choice's canonical text in words: `*b3 G4 G5 H5` is "blue 3 on G4 G5 H5 (1 joker)"."""
    said = vocabulary(language)
    templates = said.data["move"]
    found = _CHOICE.fullmatch(text)
    if found is None:
        passing: str = templates["pass"]
        return passing
    colour_star, letter, number_star, number, cells = found.groups()
    template: str = templates[("plain", "one", "two")[len(colour_star + number_star)]]
    return template.format(colour=said.colour(letter), number=number, cells=cells)


def cells(text: str) -> tuple[str, ...]:
    """The cells that a choice's canonical text crosses."""
    found = _CHOICE.fullmatch(text)
    return tuple(found[5].split()) if found else ()
