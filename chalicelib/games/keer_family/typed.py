"""What people type, made plain, and the parts that every move of the family has: colours, numbers, cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Literal

from chalicelib.games.keer_family.board import JOKER
from chalicelib.games.keer_family.placements import NUMBERS
from chalicelib.rules import MalformedMoveError

Colour = Literal["", "g", "y", "b", "r", "o"]
COLOUR_LETTERS: tuple[Colour, ...] = ("g", "y", "b", "r", "o")

LONGEST = 200
"""Characters of the longest text that is looked at."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212-"
_STARS = str.maketrans({"∗": JOKER, "✱": JOKER, "★": JOKER, "⋆": JOKER})
_SEPARATORS = re.compile(rf"[\s,;:.!+&/{DASHES}]+")


def read_plain(text: str) -> str:
    """The text made plain. Raises MalformedMoveError (nothing is left, or it is too long)."""
    text = text.strip()
    if len(text) > LONGEST:
        raise MalformedMoveError("This is too long for a move.", "too_long")
    plain = to_plain(text)
    if not plain:
        raise MalformedMoveError("There is no move here.", "nothing")
    return plain


def to_plain(text: str) -> str:
    """The text in small letters without accents, odd spaces and odd stars."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(char for char in decomposed if not unicodedata.combining(char) and char not in "\u200b\u2060\ufeff")
    return kept.translate(_STARS).strip()


def tokens(text: str) -> list[str]:
    """The words of a plain text, whatever stands between them."""
    return _SEPARATORS.sub(" ", text).split()


def read_colour(word: str, words: Mapping[str, Colour]) -> Colour:
    """The letter of a colour word. Raises MalformedMoveError."""
    if word not in words:
        raise MalformedMoveError(f"{word!r} is no colour.", "unknown_colour")
    return words[word]


def read_number(digits: str) -> int:
    """The number of a placement. Raises MalformedMoveError."""
    number = int(digits) if len(digits) == 1 else 0
    if number not in NUMBERS:
        raise MalformedMoveError(f"The number has to be {NUMBERS[0]} to {NUMBERS[-1]}.", "unknown_number")
    return number


def read_cells(rest: str, known: Collection[str], cell: re.Pattern[str]) -> tuple[str, ...]:
    """The cells in the rest of a plain text; `cell` is what one looks like there. Raises MalformedMoveError."""
    cells: list[str] = []
    for token in tokens(rest):
        found = cell.findall(token)
        if "".join(found) != token:
            raise MalformedMoveError(f"{token!r} is no cell.", "unknown_cell")
        cells += [each.upper() for each in found]
    if not cells:
        raise MalformedMoveError("The cells are missing.", "no_cells")
    unknown = next((each for each in cells if each not in known), None)
    if unknown is not None:
        raise MalformedMoveError(f"There is no cell {unknown}.", "unknown_cell")
    if len(set(cells)) != len(cells):
        raise MalformedMoveError("The same cell stands there twice.", "repeated_cell")
    return tuple(cells)
