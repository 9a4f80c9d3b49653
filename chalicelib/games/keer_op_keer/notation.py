"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import importlib.resources
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_op_keer.board import INDEX, JOKER
from chalicelib.games.keer_op_keer.placements import COLOUR_LETTERS, NUMBERS, PASS, PASSING, text_of
from chalicelib.games.keer_op_keer.state import Colour, Move
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, MalformedMoveError

LONGEST = 200
"""Characters of the longest text that is looked at."""

_STARS = str.maketrans({"∗": JOKER, "✱": JOKER, "★": JOKER, "⋆": JOKER})
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212-"
_SEPARATORS = re.compile(rf"[\s,;:.!+&/{_DASHES}]+")
_HEAD = re.compile(r"(\*?)\s*([^\W\d_]+)\s*(\*?)\s*([0-9]+)(?![0-9])(.*)", re.DOTALL)
_CELL = re.compile(r"[a-z]+[0-9]+")


class Words(NamedTuple):
    """What one language says: colour words with their letters, and ways to pass."""

    colours: Mapping[str, Colour]
    passes: frozenset[str]


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    text = text.strip()
    if len(text) > LONGEST:
        raise MalformedMoveError("This is too long for a move.", "too_long")
    plain = _plain(text)
    if not plain:
        raise MalformedMoveError("There is no move here.", "nothing")
    words = _words(language)
    if " ".join(_SEPARATORS.sub(" ", plain).split()) in words.passes:
        return PASS
    match = _HEAD.fullmatch(plain)
    if match is None:
        raise MalformedMoveError("A move is pass, or a colour, a number and cells: b3 G4 G5 H5.", "unknown_word")
    colour_star, colour, number_star, number, rest = match.groups()
    return Move("place", _colour(colour, words), _number(number), bool(colour_star), bool(number_star), _cells(rest))


def complete(typed: Move, legal: Sequence[Move]) -> Move:
    """The typed move if it is legal, else the only legal one with more stars, if any. Raises AmbiguousMoveError."""
    if typed in legal:
        return typed
    fitting = [move for move in legal if _fits(typed, move)]
    if len(fitting) > 1:
        candidates = tuple(text_of(move) for move in fitting)
        raise AmbiguousMoveError(f"This may mean {' or '.join(candidates)}.", candidates)
    return fitting[0] if fitting else typed


def _fits(typed: Move, move: Move) -> bool:
    return (
        (typed.kind, typed.colour, typed.number, typed.cells) == (move.kind, move.colour, move.number, move.cells)
        and typed.colour_joker <= move.colour_joker
        and typed.number_joker <= move.number_joker
    )


def _plain(text: str) -> str:
    """The text in small letters without accents, odd spaces and odd stars."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(char for char in decomposed if not unicodedata.combining(char) and char not in "\u200b\u2060\ufeff")
    return kept.translate(_STARS).strip()


@cache
def _words(language: str) -> Words:
    data = json.loads(importlib.resources.files(__package__).joinpath("notation.json").read_text(encoding="utf-8"))
    entry = data[language if language in data else LANGUAGES[0]]
    colours: dict[str, Colour] = {letter: letter for letter in COLOUR_LETTERS}
    for letter in COLOUR_LETTERS:
        colours.update({_plain(word): letter for word in entry["colours"][letter]})
    return Words(colours, frozenset({PASSING, *map(_plain, entry["pass"])}))


def _colour(word: str, words: Words) -> Colour:
    if word not in words.colours:
        raise MalformedMoveError(f"{word!r} is no colour.", "unknown_colour")
    return words.colours[word]


def _number(digits: str) -> int:
    number = int(digits) if len(digits) == 1 else 0
    if number not in NUMBERS:
        raise MalformedMoveError(f"The number has to be {NUMBERS[0]} to {NUMBERS[-1]}.", "unknown_number")
    return number


def _cells(rest: str) -> tuple[str, ...]:
    tokens = _SEPARATORS.sub(" ", rest).split()
    cells: list[str] = []
    for token in tokens:
        found = _CELL.findall(token)
        if "".join(found) != token:
            raise MalformedMoveError(f"{token!r} is no cell.", "unknown_cell")
        cells += [cell.upper() for cell in found]
    if not cells:
        raise MalformedMoveError("The cells are missing.", "no_cells")
    unknown = next((cell for cell in cells if cell not in INDEX), None)
    if unknown is not None:
        raise MalformedMoveError(f"There is no cell {unknown}.", "unknown_cell")
    if len(set(cells)) != len(cells):
        raise MalformedMoveError("The same cell stands there twice.", "repeated_cell")
    return tuple(cells)
