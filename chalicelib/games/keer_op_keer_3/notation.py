"""Moves as people type them, in four languages; word lists stand in notation.json."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from chalicelib.games.keer_family.board import Colour
from chalicelib.games.keer_family.placements import STARS
from chalicelib.games.keer_family.typed import (
    colour_words,
    load_notation,
    needed_stars,
    only_one,
    other_words,
    passing_words,
    read_cells,
    read_placement,
    read_plain,
    to_plain,
    tokens,
    without,
)
from chalicelib.games.keer_op_keer_3.board import INDEX, mask_of
from chalicelib.games.keer_op_keer_3.bonuses import block_at, first_cell
from chalicelib.games.keer_op_keer_3.choices import pool_of
from chalicelib.games.keer_op_keer_3.moves import CHIP_WORDS, PASS, dice_of, text_of
from chalicelib.games.keer_op_keer_3.refusals import is_legal
from chalicelib.games.keer_op_keer_3.state import Chip, Move, State
from chalicelib.rules import MalformedMoveError
from chalicelib.rules.typed import DASHES

_GIFT = re.compile(rf"\s*(?:[\[(]\s*(!|[+{DASHES}]\s*1|6)\s*[\])]|(!|[+{DASHES}]1))[\s,]*")
_CELL = re.compile(r"[a-z][a-z]")
_COUNTED = re.compile(r"(.*?([0-9])) (\S+) (.*)")
"""A placement with a word between its number and its cells."""
_ROW = re.compile(r"[p-v]")
_SEAT = re.compile(r"(?:(.*?) )?@?([0-9]{1,4})")
_NEGATIVE = re.compile(rf".*[{DASHES}][0-9]+", re.DOTALL)
_SHOWN = re.compile(
    r"(give (?:joker|plus-minus|six) to [0-9]|pass|(?:block|bomb|row [p-v]:)(?: [a-z]{2})+) \N{EN DASH} .*", re.DOTALL
)
"""A move as pages and mails list it: what may be typed, and behind it what it means."""


class Words(NamedTuple):
    """What one language says: colours with their letters, ways to pass, kinds of bonuses, gift chips, "to".

    `others` mean nothing beside these; `doubtful` are those among them that might be a cell, such as "op".
    """

    colours: Mapping[str, Colour]
    passes: frozenset[str]
    kinds: Mapping[str, str]
    chips: Mapping[str, Chip]
    to: tuple[str, ...]
    others: frozenset[str]
    doubtful: frozenset[str]


def read(text: str, language: str) -> Move:
    """The move as it is typed, legal or not. Raises MalformedMoveError."""
    words = _words(language)
    plain = read_plain(_without_doubtful(text, words))
    if shown := _SHOWN.fullmatch(plain):
        plain = shown[1]
    plain = without(plain, words.others)
    said = without(" ".join(tokens(plain)), words.others)
    if said in words.passes:
        return PASS
    for word, kind in words.kinds.items():
        before, found, rest = f" {said} ".partition(f" {word} ")
        if found and (kind == "give" or not before.strip()):
            if kind == "give" and _NEGATIVE.fullmatch(plain):
                raise MalformedMoveError("Seats are numbered from 0.", "no_seat")
            return _READ[kind](f"{before} {rest}".strip(), words)
    return _placement(plain, words)


def understood(state: State, seat: int, text: str, language: str) -> Move:
    """The move that is meant; where a bonus or a gift is asked of the seat, the word for it may be left out.

    Raises MalformedMoveError, AmbiguousMoveError.
    """
    asked = state.asked[seat] if 0 <= seat < len(state.asked) else ""
    try:
        typed = read(text, language)
    except MalformedMoveError as error:
        if asked not in _READ or error.reason not in ("unknown_word", "unknown_colour", "unknown_number"):
            raise
        typed = read(f"{asked} {text}", language)
    return complete(state, seat, typed)


def complete(state: State, seat: int, typed: Move) -> Move:
    """The typed move with what may be left out: stars, and the chip that is to be given. Raises AmbiguousMoveError."""
    if typed.kind == "give" and not typed.chip and state.asked[seat : seat + 1] == ("give",):
        return Move("give", chip=CHIP_WORDS[state.owed[seat][0]], to=typed.to)
    if typed.kind != "place" or not 0 <= seat < len(state.asked) or is_legal(state, seat, typed):
        return typed
    fitting = [move for move in _with_stars(typed) if is_legal(state, seat, move)]
    return only_one(_starred(state, typed), fitting, text_of)


def _starred(state: State, typed: Move) -> Move:
    """The placement with the stars that the dice ask for in any case; a number that a chip changes is no joker's."""
    pool = pool_of(state)
    dice = (pool.all_colours or pool.colours, pool.all_numbers or pool.numbers) if typed.six else pool[:2]
    stars = needed_stars(typed, dice_of(typed)[1], *dice)
    if typed.plus or typed.minus:
        stars = stars[0], typed.number_joker
    chips = (typed.jokers, typed.plus, typed.minus, typed.six)
    return Move("place", typed.colour, typed.number, *stars, typed.cells, *chips)


def _with_stars(typed: Move) -> list[Move]:
    """The same placement with more stars, in the order of legal moves."""
    chips = (typed.jokers, typed.plus, typed.minus, typed.six)
    stars = [pair for pair in STARS if typed.colour_joker <= pair[0] and typed.number_joker <= pair[1]]
    return [Move("place", typed.colour, typed.number, *pair, typed.cells, *chips) for pair in stars]


def _without_doubtful(text: str, words: Words) -> str:
    """The text without small prepositions that look like cells, where the cells stand there in capitals."""
    pieces = text.split()
    if not any(piece.isupper() and _CELL.fullmatch(piece.strip(",.;:").casefold()) for piece in pieces):
        return text
    return " ".join(piece for piece in pieces if piece not in words.doubtful)


def _placement(plain: str, words: Words) -> Move:
    if (found := _COUNTED.fullmatch(plain)) and found[3] in words.doubtful:
        cells = _CELL.findall("".join(tokens(found[4])))
        plain = f"{found[1]} {found[4]}" if len(cells) == int(found[2]) else plain
    counts = dict.fromkeys("!+-6", 0)
    while found := _GIFT.match(plain):
        sign = (found[1] or found[2])[0]
        counts["-" if sign in DASHES else sign] += 1
        plain = plain[found.end() :]
    chips = (counts["!"], counts["+"], counts["-"], counts["6"])
    return Move("place", *read_placement(plain, words.colours, INDEX, _CELL, "g3 GU GV HU"), *chips)


def _block(rest: str, _words: Words) -> Move:
    cells = read_cells(rest, INDEX, _CELL)
    block = block_at(cells[0])
    return Move("block", cells=cells if mask_of(cells) & ~block else (first_cell(block),))


def _bomb(rest: str, _words: Words) -> Move:
    return Move("bomb", cells=read_cells(rest, INDEX, _CELL))


def _row(rest: str, _words: Words) -> Move:
    label, _, others = rest.partition(" ")
    if _ROW.fullmatch(label):
        return Move("row", cells=read_cells(others, INDEX, _CELL), row=label.upper())
    cells = read_cells(rest, INDEX, _CELL)
    return Move("row", cells=cells, row=cells[0][1])


def _give(rest: str, words: Words) -> Move:
    match = _SEAT.fullmatch(rest)
    if match is None:
        raise MalformedMoveError("To give is to name a seat: give joker to 2.", "no_seat")
    said = match[1] or ""
    for word in words.to:
        if said == word or said.endswith(f" {word}"):
            said = said.removesuffix(word).strip()
            break
    if said and said not in words.chips:
        raise MalformedMoveError(f"{said!r} is no gift chip.", "unknown_chip")
    return Move("give", chip=words.chips[said] if said else "", to=int(match[2]))


_READ: dict[str, Callable[[str, Words], Move]] = {"block": _block, "bomb": _bomb, "row": _row, "give": _give}


def _by_word(entry: Mapping[str, Any], english: Mapping[str, Any], *others: frozenset[str]) -> dict[str, str]:
    """What the words of both languages mean, the longest ones first."""
    found = {
        without(" ".join(tokens(to_plain(word))), other): meaning
        for words in (english, entry)
        for meaning, said in words.items()
        for word in said
        for other in others
    }
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))


@cache
def _words(language: str) -> Words:
    entry, english = load_notation(__package__, language)
    both = (english, entry)
    every = other_words(*both)
    others = frozenset(word for word in every if word.upper() not in INDEX)
    chips: Any = _by_word(entry["chips"], english["chips"], others, every)
    to = sorted({*entry["to"], *english["to"]}, key=len, reverse=True)
    return Words(
        colour_words(*both),
        passing_words(*both),
        _by_word(entry["kinds"], english["kinds"], others, every),
        chips,
        tuple(to),
        others,
        every - others,
    )
