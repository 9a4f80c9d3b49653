"""What a sheet is worth to a seat that plans: the points it has, and those it may still reach before the match ends.

docs/bots.md explains every term and how the weights were found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from chalicelib.games.keer_family.board import COLOURS, COLUMN_MASKS, bits
from chalicelib.games.keer_family.outlook import EFFORTS, pieces_of
from chalicelib.games.keer_op_keer.board import FIGURES, INDEX, SHEETS
from chalicelib.games.keer_op_keer.outlook import Outlook, mask_of, outlook
from chalicelib.games.keer_op_keer.placements import reach
from chalicelib.games.keer_op_keer.state import SheetView, View

CANDIDATES = 32
"""So many placements are looked at closely; the others are dropped at first sight."""

_OPEN = "."
_LONG = 20
"""Rolls; with so many left, or more, jokers and a wide choice count in full."""

_COLUMNS = len(COLUMN_MASKS)
_SOON = 0.01


class Weights(NamedTuple):
    """How the planner weighs its terms.

    `column`, `colour`, `star`: how fast hope fades with the work left. `joker`, `choice`: points for a joker kept, and
    for every pair of dice being playable. `slack`, `pace`: rolls left, as a constant and per placement that the
    leader's second colour takes. `lead`: points for ending a match that is won. `roll`: what a rival may still score.
    """

    column: float = 4.0
    colour: float = 4.0
    star: float = 4.0
    joker: float = 0.25
    choice: float = 2.0
    slack: float = 1.0
    pace: float = 3.0
    lead: float = 30.0
    roll: float = 3.0


WEIGHTS = Weights()


class Goal(NamedTuple):
    """A column or colour still open: its lower value, what being first adds, the rivals' work, how hope fades."""

    later: int
    extra: int
    rivals: tuple[float, ...]
    fade: float


def _hope(goal: Goal, cost: float, left: float) -> float:
    """Points to expect of a goal: its value, with the chance to be first, times the chance to get there at all."""
    share = float(goal.extra)
    if cost:
        for rival in goal.rivals:
            share *= rival / (rival + cost)
    return (goal.later + share) * exp(-goal.fade * cost / left)


class Planner:
    """What one seat thinks of its sheet in one position; `looks` counts the sheets it has looked at."""

    def __init__(self, view: View, seat: int, weights: Weights = WEIGHTS) -> None:
        self.looks = 0
        self.crossed = mask_of(view.sheets[seat].crossed)
        self._view = view
        self._mine = view.sheets[seat]
        self._weights = weights
        rivals = [sheet for i, sheet in enumerate(view.sheets) if i != seat and not sheet.departed]
        looks = [self._look(mask_of(rival.crossed)) for rival in rivals]
        self._now = self._look(self.crossed)
        self._target = max((_total(rival) for rival in rivals), default=None)
        self._left = self._rolls_left(looks)
        self._goals = self._all_goals(looks)

    def _look(self, crossed: int) -> Outlook:
        self.looks += 1
        return outlook(self._view.sheet, crossed, reach(crossed, self._view.start))

    def _rolls_left(self, rivals: Sequence[Outlook]) -> float:
        """Rolls to come after this one: up to the limit, or until the seat nearest to its second colour has it."""
        left: float = self._view.roll_limit - self._view.roll_number
        if rivals:
            nearest = min(_work_to_end(look) for look in [self._now, *rivals])
            left = min(left, self._weights.slack + self._weights.pace * nearest)
        return max(left, _SOON)

    def _all_goals(self, rivals: Sequence[Outlook]) -> tuple[tuple[int, Goal], ...]:
        """The goals this seat has not reached, each with its place among an outlook's costs."""
        values = list(zip(FIGURES.column_first, FIGURES.column_later, strict=True))
        values += [(FIGURES.colour_first, FIGURES.colour_later)] * len(COLOURS)
        fades = [self._weights.column] * _COLUMNS + [self._weights.colour] * len(COLOURS)
        mine = self._mine.columns + self._mine.colours
        taken = [sheet.columns + sheet.colours for sheet in self._view.sheets]
        goals = []
        for i, (first, later) in enumerate(values):
            if mine[i] == _OPEN:
                extra = first - later if all(marks[i] == _OPEN for marks in taken) else 0
                goals.append((i, Goal(later, extra, tuple(look.costs[i] for look in rivals), fades[i])))
        return tuple(goals)

    def worth(self, crossed: int, jokers: int) -> float:
        """Points to expect with these crosses and so many jokers once this roll is over."""
        look = self._look(crossed)
        if sum(not cost for cost in look.costs[_COLUMNS:]) >= FIGURES.colours_to_end:
            return self._worth_at_end(look, jokers)
        left, weights, costs = self._left, self._weights, look.costs
        calm = min(left / _LONG, 1)
        value = jokers * (FIGURES.joker_points + weights.joker * calm) + weights.choice * calm * look.pairs / 25
        value += sum([_hope(goal, costs[i], left) for i, goal in self._goals])
        return value + FIGURES.star_points * sum([1 - exp(-weights.star * cost / left) for cost in look.stars])

    def _worth_at_end(self, look: Outlook, jokers: int) -> float:
        """The same when these crosses end the match: nothing more will come, and it is good to be ahead."""
        value: float = FIGURES.joker_points * jokers + FIGURES.star_points * len(look.stars)
        value += sum(goal.later + goal.extra for i, goal in self._goals if not look.costs[i])
        if self._target is None:
            return value
        counted = FIGURES.joker_points * self._mine.jokers + FIGURES.star_points * len(self._now.stars)
        ahead = (_total(self._mine) - counted + value - self._target) / self._weights.roll
        return value + self._weights.lead * min(max(ahead, -1), 1)

    def shortlist(self, prices: Mapping[int, int]) -> list[int]:
        """The placements worth a closer look, from masks with the jokers they cost; always with the pass (0)."""
        if len(prices) <= CANDIDATES:
            return list(prices)
        cells = self._first_sight()

        def glance(mask: int) -> float:
            return sum([cells[i] for i in bits(mask)]) - prices[mask]

        return [0, *sorted((mask for mask in prices if mask), key=glance, reverse=True)[:CANDIDATES]]

    def _first_sight(self) -> list[float]:
        """Roughly what each cell brings: the slope of worth along the costs it lowers, and its star."""
        slopes = [0.0] * len(self._now.costs)
        for i, goal in self._goals:
            slopes[i] = goal.fade / self._left * _hope(goal, self._now.costs[i], self._left)
        board = SHEETS[self._view.sheet]
        result = [0.0] * len(INDEX)
        for block in board.blocks:
            for piece in pieces_of(board, block & ~self.crossed):
                whole = EFFORTS[piece.size][piece.size] / piece.size * slopes[_COLUMNS + piece.colour]
                for column, cells in piece.parts:
                    value = whole + EFFORTS[cells][piece.size] / cells * slopes[column]
                    for i in bits(piece.mask & COLUMN_MASKS[column]):
                        result[i] = value - FIGURES.star_points * (board.stars >> i & 1)
        return result


def _total(sheet: SheetView) -> int:
    return dict(sheet.lines)["total"]


def _work_to_end(look: Outlook) -> float:
    """Placements that the second colour takes, those of the first included."""
    return sum(sorted(look.costs[_COLUMNS:])[: FIGURES.colours_to_end])
