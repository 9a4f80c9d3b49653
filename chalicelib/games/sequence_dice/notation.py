"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from chalicelib.games.sequence_dice.board import INDEX
from chalicelib.games.sequence_dice.state import Kind, Move
from chalicelib.games.sequence_dice.turns import NOTHING
from chalicelib.rules import LANGUAGES, MalformedMoveError
from chalicelib.rules.typed import DASHES, read_plain, to_plain

_CROSSES = str.maketrans("×✕✖✗✘", "xxxxx")
_DASH = re.compile(rf"[{DASHES}]")
_SEPARATORS = re.compile(rf"[\s,;:.!()\"'’{DASHES}]+")
_SQUARE = re.compile(r"(?<![^\W_])(x?)([a-z]) ?([0-9]+)(?![^\W_])")


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    plain = read_plain(text, _plain)
    words = _SEPARATORS.sub(" ", plain).strip()
    if not words:
        if _DASH.search(plain):
            return NOTHING
        raise MalformedMoveError("There is no move here.", "nothing")
    return _said(words, _words(language))


def _said(words: str, known: Mapping[str, Kind | Literal["other"]]) -> Move:
    if known.get(words) == "none":
        return NOTHING
    squares = list(_SQUARE.finditer(words))
    others = _SQUARE.sub(r" \1 ", words).split()
    kinds = {known.get(word, "none") for word in others} - {"other"}
    if len(squares) != 1 or len(kinds) > 1 or "none" in kinds:
        raise MalformedMoveError(
            "A move is a square for a chip (c3), an x and a square to take a chip from (xc3), or - for no move.",
            "unknown_word",
        )
    square = squares[0][2] + squares[0][3]
    if square not in INDEX:
        raise MalformedMoveError(f"There is no square {square}; they are a1 to f6.", "unknown_square")
    return Move("take" if "take" in kinds else "place", square)


def _plain(text: str) -> str:
    """The text made plain, without odd crosses."""
    return to_plain(text).translate(_CROSSES)


@cache
def _words(language: str) -> Mapping[str, Kind | Literal["other"]]:
    """What stands beside a square, or instead of one, in English and in this language; "other" words mean nothing."""
    data = json.loads(importlib.resources.files(__package__).joinpath("notation.json").read_text(encoding="utf-8"))
    found: dict[str, Kind | Literal["other"]] = {"x": "take"}
    entries = (data[LANGUAGES[0]], data[language if language in data else LANGUAGES[0]])
    for kind, words in (item for entry in entries for item in entry.items()):
        found.update({" ".join(_SEPARATORS.sub(" ", _plain(word)).split()): kind for word in words})
    return found
