"""The deal: all tiles in a random order, then the hands, and what is left as the boneyard."""

from __future__ import annotations

from math import perm

from chalicelib.games.passing_game.tiles import FIGURES, LETTERS, mask_of
from chalicelib.rules import Chance

_AT_ONCE = 14
"""Places that are settled with one number: 28 x 27 x ... x 15, their choices, is just below 2^64."""


def shuffled(letters: str, chance: Chance) -> str:
    """The letters of some tiles in a random order: a shuffle (Fisher-Yates, from the last place down) in few draws.

    One number below the product of the choices of many places is as good as a number for each: its remainders are.
    """
    pool = list(letters)
    for top in range(len(pool), 1, -_AT_ONCE):
        bottom = max(top - _AT_ONCE, 0)
        number = chance.below(perm(top, top - bottom))
        for choices in range(top, bottom, -1):
            number, other = divmod(number, choices)
            pool[choices - 1], pool[other] = pool[other], pool[choices - 1]
    return "".join(pool)


def deal(dealt_in: int, seats: int, chance: Chance) -> tuple[tuple[int, ...], str]:
    """Hands for the seats whose bits are given, and the boneyard."""
    tiles = shuffled(LETTERS, chance)
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
