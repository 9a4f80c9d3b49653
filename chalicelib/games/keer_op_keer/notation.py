"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from chalicelib.games.keer_family.board import Colour
from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.typed import (
    colour_words,
    load_notation,
    needed_stars,
    only_one,
    other_words,
    passing_words,
    read_placement,
    read_plain,
    tokens,
    without,
)
from chalicelib.games.keer_op_keer.board import INDEX
from chalicelib.games.keer_op_keer.placements import PASS, text_of
from chalicelib.games.keer_op_keer.state import Move

_CELL = re.compile(r"[a-z]+[0-9]+")
_SHOWN = f"{PASSING} \N{EN DASH} "
"""How a pass begins as pages and mails list it, with what it means behind it."""


class Words(NamedTuple):
    """What one language says: colour words with their letters, ways to pass, and what means nothing beside these."""

    colours: Mapping[str, Colour]
    passes: frozenset[str]
    others: frozenset[str]


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    words, said = _words(language), read_plain(text)
    plain = without(said, words.others)
    if " ".join(tokens(plain)) in words.passes or said.startswith(_SHOWN):
        return PASS
    return Move("place", *read_placement(plain, words.colours, INDEX, _CELL, "b3 G4 G5 H5"))


def complete(typed: Move, legal: Sequence[Move], dice: tuple[str, str]) -> Move:
    """The typed move if it is legal, else the only legal one with more stars, if any. Raises AmbiguousMoveError.

    Where there is none, only the stars are added that these colour and number faces ask for in any case.
    """
    if not legal or typed in legal or typed.kind != "place":
        return typed
    if fitting := [move for move in legal if _fits(typed, move)]:
        return only_one(typed, fitting, text_of)
    stars = needed_stars(typed, str(typed.number), *dice)
    return Move("place", typed.colour, typed.number, *stars, typed.cells)


def _fits(typed: Move, move: Move) -> bool:
    return (
        (typed.kind, typed.colour, typed.number, typed.cells) == (move.kind, move.colour, move.number, move.cells)
        and typed.colour_joker <= move.colour_joker
        and typed.number_joker <= move.number_joker
    )


@cache
def _words(language: str) -> Words:
    entry, english = load_notation(__package__, language)
    both = (english, entry)
    return Words(colour_words(*both), passing_words(*both), other_words(*both))
