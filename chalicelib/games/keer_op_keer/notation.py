"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.typed import (
    COLOUR_LETTERS,
    Colour,
    read_cells,
    read_colour,
    read_number,
    read_plain,
    to_plain,
    tokens,
)
from chalicelib.games.keer_op_keer.board import INDEX
from chalicelib.games.keer_op_keer.placements import PASS, PASSING, text_of
from chalicelib.games.keer_op_keer.state import Move
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, MalformedMoveError

_HEAD = re.compile(r"(\*?)\s*([^\W\d_]+)\s*(\*?)\s*([0-9]+)(?![0-9])(.*)", re.DOTALL)
_CELL = re.compile(r"[a-z]+[0-9]+")


class Words(NamedTuple):
    """What one language says: colour words with their letters, and ways to pass."""

    colours: Mapping[str, Colour]
    passes: frozenset[str]


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    plain = read_plain(text)
    words = _words(language)
    if " ".join(tokens(plain)) in words.passes:
        return PASS
    match = _HEAD.fullmatch(plain)
    if match is None:
        raise MalformedMoveError("A move is pass, or a colour, a number and cells: b3 G4 G5 H5.", "unknown_word")
    colour_star, colour, number_star, number, rest = match.groups()
    letter, count = read_colour(colour, words.colours), read_number(number)
    return Move("place", letter, count, bool(colour_star), bool(number_star), read_cells(rest, INDEX, _CELL))


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


@cache
def _words(language: str) -> Words:
    data = json.loads(importlib.resources.files(__package__).joinpath("notation.json").read_text(encoding="utf-8"))
    entry = data[language if language in data else LANGUAGES[0]]
    colours: dict[str, Colour] = {letter: letter for letter in COLOUR_LETTERS}
    for letter in COLOUR_LETTERS:
        colours.update({to_plain(word): letter for word in entry["colours"][letter]})
    return Words(colours, frozenset({PASSING, *map(to_plain, entry["pass"])}))
