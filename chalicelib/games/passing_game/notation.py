"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Mapping
from functools import cache

from chalicelib.games.passing_game.state import Move, Side, State
from chalicelib.games.passing_game.tiles import BY_NAME, DRAW, PASS, WITH
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, MalformedMoveError
from chalicelib.rules.typed import DASHES, read_plain, to_plain

LONGEST = 60
"""Characters of the longest text that is looked at."""

_SOFT_HYPHEN = "\u00ad"
_ONE_DASH = str.maketrans(dict.fromkeys(DASHES, "-"))
_TILE = re.compile(r"([^0-9]*?)\[?\s*([0-9])\s*[-:|/]?\s*([0-9])\s*\]?(?![0-9])([^0-9]*)")
_SHOWN = re.compile(r"\s*([0-6]-[0-6] (?:left|right)) \N{EN DASH} .*", re.DOTALL)
"""A tile and its end as pages and mails list them, with the word for the end behind them."""
_EDGES = " .,;!"
_SEPARATORS = re.compile(r"[-\s.,;:!()/|'\u2019]+")


def text_of(move: Move) -> str:
    """The canonical text of a move."""
    if move.kind != "play":
        return move.kind
    return f"{move.tile} {move.side}" if move.side else move.tile


def in_words(text: str, language: str) -> str:
    """The word of a language for the one in a canonical text. Raises LookupError where it is the same, or none is."""
    word = text.split(" ")[-1]
    said: str = _data()[language][word][0]
    if said == word:
        raise LookupError(text)
    return said


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not; without a side where none is named. Raises MalformedMoveError."""
    if shown := _SHOWN.fullmatch(text):
        text = shown[1]
    plain = read_plain(text, _plain, LONGEST)
    words = _words(language)
    found = _TILE.fullmatch(plain)
    if found is not None:
        before, first, second, after = found.groups()
        return Move("play", _tile(first, second), _side(f"{before} {after}", words))
    meanings = {words.get(word) for word in _SEPARATORS.sub(" ", plain).split()} - {"other"}
    if meanings == {"draw"}:
        return DRAW
    if meanings == {"pass"}:
        return PASS
    raise MalformedMoveError("A move is draw, pass, or a tile and an end: 6-4 left.", "unknown_word")


def complete(typed: Move, state: State, seat: int) -> Move:
    """The typed move with the end it means where none is named. Raises AmbiguousMoveError."""
    if typed.kind != "play" or typed.side or not state.story or not 0 <= seat < len(state.hands):
        return typed
    bit = BY_NAME[typed.tile].bit & state.hands[seat]
    at_left, at_right = bit & WITH[state.left], bit & WITH[state.right]
    if at_left and at_right and state.left != state.right:
        candidates = (f"{typed.tile} left", f"{typed.tile} right")
        raise AmbiguousMoveError(f"This may mean {' or '.join(candidates)}.", candidates)
    if at_left or at_right:
        return Move("play", typed.tile, "left" if at_left else "right")
    return typed


def _plain(text: str) -> str:
    """The text made plain, with one kind of dash and single spaces."""
    # a soft hyphen shows nothing and would be left out; other dashes come from what is taken apart
    said = to_plain(text.replace(_SOFT_HYPHEN, "-")).translate(_ONE_DASH)
    return " ".join(said.split()).strip(_EDGES)


@cache
def _data() -> Mapping[str, Mapping[str, list[str]]]:
    file = importlib.resources.files(__package__).joinpath("notation.json")
    found: Mapping[str, Mapping[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _words(language: str) -> Mapping[str, str]:
    """What every word means, in English and in this language; "other" words mean nothing beside a tile or a verb."""
    data = _data()
    meanings: dict[str, str] = {}
    for entry in (data[LANGUAGES[0]], data[language if language in data else LANGUAGES[0]]):
        meanings |= {_plain(word): meaning for meaning, words in entry.items() for word in words}
    return meanings


def _tile(first: str, second: str) -> str:
    name = f"{max(first, second)}-{min(first, second)}"
    if name not in BY_NAME:
        raise MalformedMoveError(f"There is no tile {name}: halves are 0 to 6.", "unknown_tile")
    return name


def _side(said: str, words: Mapping[str, str]) -> Side:
    """The end that these words name, "" where they name none. Raises MalformedMoveError."""
    ends: set[Side] = set()
    for word in _SEPARATORS.sub(" ", said).split():
        meaning = words.get(word)
        if meaning == "left":
            ends.add("left")
        elif meaning == "right":
            ends.add("right")
        elif meaning not in ("play", "other"):
            raise MalformedMoveError(f"{word!r} names no end of the train.", "unknown_word")
    if len(ends) > 1:
        raise MalformedMoveError("Name one end of the train.", "two_sides")
    return ends.pop() if ends else ""
