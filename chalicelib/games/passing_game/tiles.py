"""The double-six set, and the figures of the game, read from figures.json and checked when this module is loaded.

A tile has a bit in hands and a letter in boneyards and stories. Tiles stand in the order of their higher half, then
of their lower one, so that ascending bits are the stable order of plays.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from chalicelib.games.passing_game.state import Move

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class InvalidFigureError(ValueError):
    """A figure in figures.json does not go with the others."""


class Figures(NamedTuple):
    """What the game counts with; hands, boneyards and targets are by the number of seats."""

    highest: int
    hand: Mapping[int, int]
    boneyard: Mapping[int, int]
    undrawable: int
    targets: Mapping[int, int]
    round_limit: int


class Tile(NamedTuple):
    """One tile: its bit, its letter, its name (higher half first) and its halves."""

    bit: int
    letter: str
    name: str
    high: int
    low: int

    @property
    def pips(self) -> int:
        """The pips of both halves."""
        return self.high + self.low


def read_figures(text: str) -> Figures:
    """The figures in a JSON text. Raises InvalidFigureError."""
    data: dict[str, Any] = json.loads(text)
    by_seats = {
        name: {int(seats): count for seats, count in data[name].items()} for name in ("hand", "boneyard", "targets")
    }
    figures = Figures(**{**data, **by_seats})
    count = (figures.highest + 1) * (figures.highest + 2) // 2
    for seats, hand in figures.hand.items():
        if seats * hand + figures.boneyard[seats] != count:
            raise InvalidFigureError(f"with {seats} seats the hands and the boneyard are not {count} tiles")
        if figures.boneyard[seats] < figures.undrawable:
            raise InvalidFigureError(f"with {seats} seats the boneyard is too small")
    return figures


FIGURES = read_figures(importlib.resources.files(__package__).joinpath("figures.json").read_text(encoding="utf-8"))
NUMBERS = range(FIGURES.highest + 1)
_PAIRS = tuple((high, low) for high in NUMBERS for low in range(high + 1))
TILES = tuple(
    Tile(1 << place, _ALPHABET[place], f"{high}-{low}", high, low) for place, (high, low) in enumerate(_PAIRS)
)
LETTERS = "".join(tile.letter for tile in TILES)
ALL = (1 << len(TILES)) - 1
BY_NAME = {tile.name: tile for tile in TILES}
BY_BIT = {tile.bit: tile for tile in TILES}
BY_LETTER = {tile.letter: tile for tile in TILES}
BIT_OF_LETTER = {tile.letter: tile.bit for tile in TILES}
WITH = tuple(sum(tile.bit for tile in TILES if number in (tile.high, tile.low)) for number in NUMBERS)
"""By number: the mask of all tiles that have it on a half."""

DRAW, PASS = Move("draw"), Move("pass")


FIRST = {tile.bit: Move("play", tile.name) for tile in TILES}
LEFT = {tile.bit: Move("play", tile.name, "left") for tile in TILES}
RIGHT = {tile.bit: Move("play", tile.name, "right") for tile in TILES}
"""Every play there is, by its tile's bit."""

_BINARY = tuple(sum(tile.bit for tile in TILES if tile.pips >> digit & 1) for digit in range(4))
"""By binary digit: the mask of all tiles whose pips have it."""


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, ascending."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def mask_of(letters: Iterable[str]) -> int:
    """The mask of tiles given by letter."""
    return sum(map(BIT_OF_LETTER.__getitem__, letters))


def names(mask: int) -> tuple[str, ...]:
    """The names of the tiles of a mask, in order."""
    return tuple(BY_BIT[bit].name for bit in bits(mask))


def pips(mask: int) -> int:
    """All pips of the tiles of a mask."""
    ones, twos, fours, eights = _BINARY
    few = (mask & ones).bit_count() + 2 * (mask & twos).bit_count()
    return few + 4 * (mask & fours).bit_count() + 8 * (mask & eights).bit_count()
