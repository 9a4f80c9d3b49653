"""The words of the game in every language: sentences are data (words.<language>.json), the rest is filling in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from chalicelib.games.keer_family.shown import listed_seats, load_words

_CHOICE = re.compile(r"(\*?)([gybro])(\*?)([1-5]) (.+)")


def words(language: str) -> Mapping[str, Any]:
    """All words of one of LANGUAGES."""
    return load_words(__package__, language)


def label(language: str, key: str, **values: object) -> str:
    """A label of the boards, its placeholders filled in."""
    template: str = words(language)["labels"][key]
    return template.format(**values)


def colour(letter: str, language: str) -> str:
    """The name of a colour, or of the joker."""
    name: str = words(language)["colours"][letter]
    return name


def points(number: int, language: str) -> str:
    """A number of points, in words as short as can be."""
    forms = words(language)["points"]
    template: str = forms["one" if number == 1 else "other"]
    return template.format(n=number)


def die(face: str, language: str) -> str:
    """A die's face: a colour's name, a digit, or the joker's name."""
    return face if face.isdigit() else colour(face, language)


def seats(numbers: Sequence[int], language: str) -> str:
    """Seats in a row: `@0, @1 and @2`."""
    return listed_seats(numbers, words(language)["and"])


def choice(text: str, language: str) -> str:
    """A choice's canonical text in words: `*b3 G4 G5 H5` is "blue 3 on G4 G5 H5 (1 joker)"."""
    templates = words(language)["move"]
    found = _CHOICE.fullmatch(text)
    if found is None:
        passing: str = templates["pass"]
        return passing
    colour_star, letter, number_star, number, cells = found.groups()
    template: str = templates[("plain", "one", "two")[len(colour_star + number_star)]]
    return template.format(colour=colour(letter, language), number=number, cells=cells)


def cells(text: str) -> tuple[str, ...]:
    """The cells that a choice's canonical text crosses."""
    found = _CHOICE.fullmatch(text)
    return tuple(found[5].split()) if found else ()


def level_words(level: int, language: str) -> str:
    """What we say of a solo level, from 1 to 13."""
    said: str = words(language)["levels"][level - 1]
    return said
