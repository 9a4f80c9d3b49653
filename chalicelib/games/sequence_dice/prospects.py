"""What a position is worth to a side: how near its lines are, and how likely somebody completes one with a roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chalicelib.games.sequence_dice.board import ALL, BOARD, LINES, bits, has_line
from chalicelib.games.sequence_dice.turns import total

_ROLLS = [total(one + two) for one in BOARD.faces for two in BOARD.faces]
CHANCES = {number: _ROLLS.count(number) / len(_ROLLS) for number in sorted(set(_ROLLS))}
"""How likely each total of two dice is."""


class Weights(NamedTuple):
    """How the strategist values things; docs/bots.md says how they were found.

    `reach` is how many rolls a missing square is waited for, `blocked` what a chip of another side on it leaves of
    the hope, `rival` how much the lines of others count against one's own, `threat` what the likeliest of them to win
    with the next roll costs, `promise` what one's own chance to win with a roll brings.
    """

    reach: float = 2.0
    blocked: float = 0.3
    rival: float = 1.0
    threat: float = 8.0
    promise: float = 4.0


WEIGHTS = Weights()
WINS = 1e6
"""More than any position without a line is worth."""


class Prospects:
    """Looks at positions of one match; `length` chips in a line win. `looks` counts the positions valued."""

    def __init__(self, length: int, weights: Weights = WEIGHTS) -> None:
        self.length = length
        self.weights = weights
        self.looks = 0
        wild = CHANCES[BOARD.wild]
        self._ease = [min(1.0, weights.reach * (CHANCES[number] + wild)) for number in BOARD.numbers]

    def worth(self, chips: Sequence[int], side: int) -> float:
        """What this position is worth to `side`, whose turn is over: WINS where it holds a line."""
        self.looks += 1
        if has_line(chips[side], self.length):
            return WINS
        weights = self.weights
        lines = [self._lines(chips, each) for each in range(len(chips))]
        rivals = sum(lines) - lines[side]
        threat = max(self.chance_to_win(chips, each) for each in range(len(chips)) if each != side)
        promise = self.chance_to_win(chips, side)
        return lines[side] - weights.rival * rivals - weights.threat * threat + weights.promise * promise

    def _lines(self, chips: Sequence[int], side: int) -> float:
        """The sum over all lines of how likely it looks that this side fills them."""
        own, others, found = chips[side], _others(chips, side), 0.0
        ease, blocked = self._ease, self.weights.blocked
        for line in LINES[self.length]:
            if not line & own:
                continue
            hope = 1.0
            for index in bits(line & ~own):
                hope *= ease[index] * (blocked if others >> index & 1 else 1.0)
            found += hope
        return found

    def chance_to_win(self, chips: Sequence[int], side: int) -> float:
        """How likely this side completes a line with one roll."""
        own = chips[side]
        finishing = self._finishing(own)
        if not finishing:
            return 0.0
        others = _others(chips, side)
        chance = 0.0
        for number, likely in CHANCES.items():
            if number == BOARD.defence:
                continue
            reach = ALL if number == BOARD.wild else BOARD.masks[number]
            open_ones = reach & ~(own | others) or reach & others
            if open_ones & finishing:
                chance += likely
        return chance

    def _finishing(self, own: int) -> int:
        """The squares of which any one completes a line."""
        found = 0
        for line in LINES[self.length]:
            missing = line & ~own
            if missing and not missing & (missing - 1):
                found |= missing
        return found


def _others(chips: Sequence[int], side: int) -> int:
    found = 0
    for each, held in enumerate(chips):
        if each != side:
            found |= held
    return found
