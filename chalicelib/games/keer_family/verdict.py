"""What a match of the family came to: the level of a lone player, or the sum that decided among several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chalicelib.games.keer_family.vocabulary import Vocabulary
from chalicelib.rules import Fact
from chalicelib.rules.asking import compared


def level(words: Vocabulary, level_from: Sequence[int], number: int, reached: str) -> str:
    """The level of a lone player with its band, what was reached, and where the next level begins."""
    said: Mapping[str, Any] = words.data["verdict"]
    sentence: str = said["level"].format(
        level=number, levels=len(level_from) + 1, band=_band(said["bands"], level_from, number), reached=reached
    )
    if number > len(level_from):
        return sentence
    following: str = said["next"].format(level=number + 1, low=level_from[number - 1])
    return f"{sentence} {following}"


def _band(said: Mapping[str, str], level_from: Sequence[int], number: int) -> str:
    if number == 1:
        return said["first"].format(low=level_from[0])
    low = level_from[number - 2]
    if number > len(level_from):
        return said["last"].format(low=low)
    high = level_from[number - 1] - 1
    return said["one" if low == high else "middle"].format(low=low, high=high)


def decided(words: Vocabulary, fact: Fact, merit: Sequence[str]) -> str:
    """The first of these sums in which the winner has more than the best of the others. Raises LookupError."""
    sums = compared(fact)
    for name in merit:
        one, other = sums[name]
        if one != other:
            sentence: str = words.data["verdict"]["decided"][name]
            return sentence.format(one=minus(one), other=minus(other))
    raise LookupError(fact)


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")
