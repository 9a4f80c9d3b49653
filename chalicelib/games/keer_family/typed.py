"""What people type, made plain, and the parts that every move of the family has: colours, numbers, cells."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from chalicelib.games.keer_family.board import COLOUR_LETTERS, JOKER, Colour
from chalicelib.games.keer_family.placements import NUMBERS, PASSING, Placement
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, MalformedMoveError
from chalicelib.rules import typed as any_game
from chalicelib.rules.typed import DASHES

M = TypeVar("M")

_SIGNS = str.maketrans({**dict.fromkeys("∗✱★⋆", JOKER), **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'")})
"""Stars and apostrophes as phones have them."""

_HEAD = re.compile(r"(\*?)\s*([^\W\d_]+)\s*(\*?)\s*([0-9]+)(?![0-9])(.*)", re.DOTALL)
_EDGES = ",;:.!"
_SEPARATORS = re.compile(rf"[\s,;:.!+&/{DASHES}]+")


def read_plain(text: str) -> str:
    """The text made plain. Raises MalformedMoveError (nothing is left, or it is too long)."""
    return any_game.read_plain(text, to_plain)


def to_plain(text: str) -> str:
    """The text in small letters without accents, odd spaces, odd stars and apostrophes."""
    return any_game.to_plain(text).translate(_SIGNS)


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


class Typed(NamedTuple):
    """A placement as it is typed, in the order in which moves are made of it."""

    colour: Colour
    number: int
    colour_joker: bool
    number_joker: bool
    cells: tuple[str, ...]


def read_placement(
    plain: str, words: Mapping[str, Colour], known: Collection[str], cell: re.Pattern[str], example: str
) -> Typed:
    """A colour, a number and cells in a plain text; `example` is one for an error. Raises MalformedMoveError."""
    match = _HEAD.fullmatch(plain)
    if match is None:
        raise MalformedMoveError(f"A move is pass, or a colour, a number and cells: {example}.", "unknown_word")
    colour_star, colour, number_star, number, rest = match.groups()
    letter, count = read_colour(colour, words), read_number(number)
    return Typed(letter, count, bool(colour_star), bool(number_star), read_cells(rest, known, cell))


def only_one(typed: M, fitting: Sequence[M], text_of: Callable[[M], str]) -> M:
    """The one legal move that fits what was typed, or what was typed where none does. Raises AmbiguousMoveError."""
    if len(fitting) > 1:
        candidates = tuple(map(text_of, fitting))
        raise AmbiguousMoveError(f"This may mean {' or '.join(candidates)}.", candidates)
    return fitting[0] if fitting else typed


def needed_stars(typed: Placement, face: str, colours: Collection[str], numbers: Collection[str]) -> tuple[bool, bool]:
    """The stars of a typed placement, those among them that only a joker on the table can stand for.

    `face` is what its number die shows; what is refused is then refused for what is really wrong.
    """
    by_colour = typed.colour not in colours and JOKER in colours
    by_number = face not in numbers and JOKER in numbers
    return typed.colour_joker or by_colour, typed.number_joker or by_number


def load_notation(package: str, language: str) -> tuple[Any, Any]:
    """What people type in a language (English where it is not known), and in English, from the game's notation.json."""
    data = json.loads(importlib.resources.files(package).joinpath("notation.json").read_text(encoding="utf-8"))
    return data[language if language in data else LANGUAGES[0]], data[LANGUAGES[0]]


def colour_words(*entries: Mapping[str, Any]) -> dict[str, Colour]:
    """The colour that each letter, and each word of these languages, means."""
    found: dict[str, Colour] = {letter: letter for letter in COLOUR_LETTERS}
    for entry in entries:
        for letter in COLOUR_LETTERS:
            found.update({to_plain(word): letter for word in entry["colours"][letter]})
    return found


def passing_words(*entries: Mapping[str, Any]) -> frozenset[str]:
    """What means a pass in these languages."""
    return frozenset({PASSING, *(to_plain(word) for entry in entries for word in entry["pass"])})


def other_words(*entries: Mapping[str, Any]) -> frozenset[str]:
    """What may stand beside the parts of a move in these languages: verbs, articles, prepositions."""
    return frozenset(to_plain(word) for entry in entries for word in entry["other"])


def without(plain: str, others: Collection[str]) -> str:
    """A plain text without these words, where something is left without them."""
    pieces = [piece for piece in plain.split() if piece.strip(_EDGES) not in others]
    return " ".join(pieces) or plain
