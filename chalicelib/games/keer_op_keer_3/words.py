"""The words of the game in every language: sentences are data (words.<language>.json), the rest is filling in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chalicelib.games.keer_family.shown import listed_seats, load_words
from chalicelib.games.keer_op_keer_3.moves import AND, CHIP_OF, PASSING, move_of
from chalicelib.games.keer_op_keer_3.state import Move

GIFT_SIGNS = {"!": "!", "1": "±1", "6": "6", ".": "–"}
"""What stands on a chip."""


def words(language: str) -> Mapping[str, Any]:
    """All words of one of LANGUAGES."""
    return load_words(__package__, language)


def label(language: str, key: str, **values: object) -> str:
    """A label of the boards, its placeholders filled in."""
    template: str = words(language)["labels"][key]
    return template.format(**values)


def counted(forms: Mapping[str, str], number: int, **values: object) -> str:
    """The one of two forms that goes with a number, filled in."""
    return forms["one" if number == 1 else "other"].format(n=number, **values)


def colour(letter: str, language: str) -> str:
    """The name of a colour, or of the joker."""
    name: str = words(language)["colours"][letter]
    return name


def die(face: str, language: str) -> str:
    """A die's face: a colour's name, a digit, or the joker's name."""
    return face if face.isdigit() else colour(face, language)


def chip(sign: str, language: str) -> str:
    """The name of a chip."""
    name: str = words(language)["chips"][sign]
    return name


def seats(numbers: Sequence[int], language: str) -> str:
    """Seats in a row."""
    return listed_seats(numbers, words(language)["and"])


def goal_name(kind: str, name: str, language: str) -> str:
    """What a goal is called."""
    template: str = words(language)["goals"][kind]
    return template.format(name=colour(name, language) if kind == "colour" else name)


def deed(text: str, language: str) -> str:
    """A canonical text in words: `*g3 GU GV HU` is "green 3 on GU GV HU (1 joker)"."""
    said = words(language)["move"]
    if text == PASSING:
        return str(said["pass"])
    move = move_of(text)
    if move.kind == "place":
        return _placement(move, said, language)
    template: str = said[move.kind]
    name = chip(CHIP_OF[move.chip], language) if move.chip else ""
    return template.format(cells=" ".join(move.cells), chip=name, to=f"@{move.to}")


def _placement(move: Move, said: Mapping[str, Any], language: str) -> str:
    template: str = said["place"]
    main = template.format(colour=colour(move.colour, language), number=move.number, cells=" ".join(move.cells))
    stars = move.colour_joker + move.number_joker
    used = ["!"] * move.jokers + ["+1"] * move.plus + ["-1"] * move.minus + ["6"] * move.six
    extras = [counted(said["jokers"], stars)] if stars else []
    extras += [counted(said["gifts"], len(used), chips=" ".join(f"[{sign}]" for sign in used))] if used else []
    return f"{main} ({', '.join(extras)})" if extras else main


def deeds(texts: str, language: str) -> str:
    """All that a seat did in one roll, in words."""
    return "; ".join(deed(text, language) for text in texts.split(AND))


def level_words(level: int, language: str) -> str:
    """What we say of a solo level, from 1 to 10."""
    said: str = words(language)["levels"][level - 1]
    return said
