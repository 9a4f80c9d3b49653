"""What the game says of moves, chips and goals; sentences are data (words.<language>.json), the rest is filling in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chalicelib.games.keer_family.placements import PASSING
from chalicelib.games.keer_family.vocabulary import Vocabulary, counted, load_words
from chalicelib.games.keer_op_keer_3.moves import AND, CHIP_OF, move_of
from chalicelib.games.keer_op_keer_3.state import Move

GIFT_SIGNS = {"!": "!", "1": "±1", "6": "6", ".": "\N{NO-BREAK SPACE}"}
"""What stands on a chip."""

CHIP_SIGNS = {"joker": "!", "plus": "1", "six": "6", "blank": "."}
"""What kinds of chips are called where the words tell of them."""


def vocabulary(language: str) -> Vocabulary:
    """The words of one of LANGUAGES."""
    return load_words(__package__, language)


def words(language: str) -> Mapping[str, Any]:
    """The same as data."""
    return vocabulary(language).data


def label(language: str, key: str, **values: object) -> str:
    """A label of the boards, its placeholders filled in."""
    return vocabulary(language).label(key, **values)


def chip(sign: str, language: str) -> str:
    """The name of a chip."""
    name: str = words(language)["chips"][sign]
    return name


def goal_name(kind: str, name: str, language: str) -> str:
    """What a goal is called."""
    template: str = words(language)["goals"][kind]
    return template.format(name=vocabulary(language).colour(name) if kind == "colour" else name)


def deed(text: str, language: str) -> str:
    """A canonical text in words: `*g3 GU GV HU` is "green 3 on GU GV HU (1 joker)"."""
    said = vocabulary(language)
    if text == PASSING:
        return str(said.data["move"]["pass"])
    move = move_of(text)
    if move.kind == "place":
        return _placement(move, said)
    template: str = said.data["move"][move.kind]
    name = chip(CHIP_OF[move.chip], language) if move.chip else ""
    return template.format(cells=" ".join(move.cells), chip=name, to=f"@{move.to}")


def _placement(move: Move, said: Vocabulary) -> str:
    forms = said.data["move"]
    template: str = forms["place"]
    main = template.format(colour=said.colour(move.colour), number=move.number, cells=" ".join(move.cells))
    stars = move.colour_joker + move.number_joker
    used = ["!"] * move.jokers + ["+1"] * move.plus + ["-1"] * move.minus + ["6"] * move.six
    extras = [counted(forms["jokers"], stars)] if stars else []
    extras += [counted(forms["gifts"], len(used), chips=" ".join(f"[{sign}]" for sign in used))] if used else []
    return f"{main} ({', '.join(extras)})" if extras else main


def deeds(texts: str, language: str) -> str:
    """All that a seat did in one roll, in words."""
    return "; ".join(deed(text, language) for text in texts.split(AND))
