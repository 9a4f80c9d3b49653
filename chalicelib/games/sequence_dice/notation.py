"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import importlib.resources
import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from chalicelib.games.sequence_dice.board import INDEX
from chalicelib.games.sequence_dice.state import Kind, Move
from chalicelib.games.sequence_dice.turns import NOTHING
from chalicelib.rules import LANGUAGES, MalformedMoveError

LONGEST = 200
"""Characters of the longest text that is looked at."""

_CROSSES = str.maketrans("×✕✖✗✘", "xxxxx")
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212-"
_DASH = re.compile(rf"[{_DASHES}]")
_UNSEEN = ("Mn", "Cf")
"""Categories of characters that are left out: accents, once they stand apart, and marks that show nothing."""

_SEPARATORS = re.compile(rf"[\s,;:.!()\"'’{_DASHES}]+")
_SQUARE = re.compile(r"(.*?)([a-z]) ?([0-9]+)", re.DOTALL)


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise MalformedMoveError("This is too long for a move.", "too_long")
    plain = _plain(text)
    words = _SEPARATORS.sub(" ", plain).strip()
    if not words:
        if _DASH.search(plain):
            return NOTHING
        raise MalformedMoveError("There is no move here.", "nothing")
    return _said(words, _words(language))


def _said(words: str, known: Mapping[str, Kind]) -> Move:
    if known.get(words) == "none":
        return NOTHING
    match = _SQUARE.fullmatch(words)
    head = match[1].strip() if match else ""
    if match is None or known.get(head, "none") == "none":
        raise MalformedMoveError(
            "A move is a square for a chip (c3), an x and a square to take a chip from (xc3), or - for no move.",
            "unknown_word",
        )
    square = match[2] + match[3]
    if square not in INDEX:
        raise MalformedMoveError(f"There is no square {square}; they are a1 to f6.", "unknown_square")
    return Move(known[head], square)


def _plain(text: str) -> str:
    """The text in small letters without accents, odd spaces and odd crosses."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(char for char in decomposed if unicodedata.category(char) not in _UNSEEN)
    return kept.translate(_CROSSES).strip()


@cache
def _words(language: str) -> Mapping[str, Kind]:
    """What stands before a square, or instead of one, and which kind of move it means."""
    data = json.loads(importlib.resources.files(__package__).joinpath("notation.json").read_text(encoding="utf-8"))
    entry: Mapping[Kind, list[str]] = data[language if language in data else LANGUAGES[0]]
    found: dict[str, Kind] = {"": "place", "x": "take"}
    for kind, words in entry.items():
        found.update({" ".join(_SEPARATORS.sub(" ", _plain(word)).split()): kind for word in words})
    return found
