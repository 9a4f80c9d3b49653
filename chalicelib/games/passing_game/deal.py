"""The deal: all tiles in a random order, then the hands, and what is left as the boneyard."""

from __future__ import annotations

from math import perm

from chalicelib.games.passing_game.tiles import FIGURES, LETTERS, mask_of
from chalicelib.rules import Chance

_HALF = len(LETTERS) // 2
_STRETCHES = tuple((range(top, top - _HALF, -1), perm(top, _HALF)) for top in (2 * _HALF, _HALF))
"""Choices at the places of either half, from the last place down, and their product: 28 x ... x 15 fits below 2^64."""


def shuffled(chance: Chance) -> str:
    """The letters of all tiles in a random order: a shuffle (Fisher-Yates, from the last place down) in two draws.

    One number below the product of the choices of many places is as good as a number for each: its remainders are.
    """
    pool = list(LETTERS)
    for stretch, product in _STRETCHES:
        number = chance.below(product)
        for choices in stretch:
            number, other = divmod(number, choices)
            pool[choices - 1], pool[other] = pool[other], pool[choices - 1]
    return "".join(pool)


def deal(dealt_in: int, seats: int, chance: Chance) -> tuple[tuple[int, ...], str]:
    """Hands for the seats whose bits are given, and the boneyard."""
    tiles = shuffled(chance)
    size = FIGURES.hand[dealt_in.bit_count()]
    hands, start = [], 0
    for seat in range(seats):
        end = start + size if dealt_in >> seat & 1 else start
        hands.append(mask_of(tiles[start:end]))
        start = end
    return tuple(hands), tiles[start:]


def drawable(boneyard: str) -> int:
    """How many tiles of a boneyard may still be drawn."""
    return max(0, len(boneyard) - FIGURES.undrawable)
