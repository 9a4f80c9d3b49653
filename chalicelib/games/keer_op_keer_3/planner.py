"""What a seat that plans thinks of its sheet: the X it has, and those it may still get before somebody has ten.

docs/bots.md explains every term and how the weights were found.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from chalicelib.games.keer_family.board import bits
from chalicelib.games.keer_op_keer_3.board import FIGURES, GOALS, SHEET, TRACK_END, mask_of
from chalicelib.games.keer_op_keer_3.outlook import CROSSINGS_OF_CELLS, GOALS_OF_CELLS, Outlook, cells_lacking, outlook
from chalicelib.games.keer_op_keer_3.state import View

CANDIDATES = 28
"""So many sets of crosses are looked at closely; the others are dropped at first sight."""

_ENOUGH = 10
_SOON = 1.0
_LONG = 20
_ANY = 0.02


class Weights(NamedTuple):
    """How the planner weighs its terms, in X.

    `joker`, `field`: what a joker freed and a pass field are worth when a goal brings them. `kept`: a joker in hand, in
    full while there is time to use it. `chip`: a gift chip in hand. `choice`: all pairs of dice being playable. `fade`:
    how fast hope fades with the work left. `slack`, `pace`: rolls left, as a constant and for each X the leader lacks.
    `bonus`: what block, bomb and row are worth each; `way`: pass fields in a roll, for those ahead. `win`: having ten.
    """

    joker: float = 0.3
    field: float = 0.35
    kept: float = 0.25
    chip: float = 0.2
    choice: float = 0.8
    fade: float = 3.0
    slack: float = 3.0
    pace: float = 2.5
    bonus: float = 1.0
    way: float = 0.7
    win: float = 20.0


WEIGHTS = Weights()


class Aim(NamedTuple):
    """A goal still open: what it brings, what being first adds, and the rivals' work."""

    goal: int
    white: float
    pink: float
    rivals: tuple[float, ...]


class Planner:
    """What one seat thinks of its sheet in one position; `looks` counts the sheets it has looked at."""

    def __init__(self, view: View, seat: int, weights: Weights = WEIGHTS) -> None:
        self.looks = 0
        self._view, self._weights, self._mine = view, weights, view.sheets[seat]
        self.crossed = mask_of(self._mine.crossed)
        rivals = [sheet for i, sheet in enumerate(view.sheets) if i != seat and not sheet.departed]
        looks = [self._look(mask_of(rival.crossed)) for rival in rivals]
        self._now = self._look(self.crossed)
        self._left = self._rolls_left([self._mine.x, *(rival.x for rival in rivals)])
        self._calm = min(self._left / _LONG, 1)
        values = {"x": 1.0, "xx": 2.0, "joker": weights.joker, "pass": weights.field, "": 0.0}
        self._x = {"x": 1, "xx": 2}
        self._aims = tuple(self._all_aims(values, looks))

    def _look(self, crossed: int) -> Outlook:
        self.looks += 1
        return outlook(crossed)

    def _rolls_left(self, xs: list[int]) -> float:
        """Rolls to come after this one: up to the limit, or until the seat with most X has its ten."""
        left: float = self._view.roll_limit - self._view.roll_number
        if len(xs) > 1:
            left = min(left, self._weights.slack + self._weights.pace * max(_ENOUGH - max(xs), 0))
        return max(left, _SOON)

    def _all_aims(self, values: dict[str, float], rivals: list[Outlook]) -> Iterable[Aim]:
        for place, goal in enumerate(GOALS):
            if place == TRACK_END or self._mine.marks[place] != ".":
                continue
            pink = 0.0 if self._view.taken[place] == "1" else values[goal.pink]
            yield Aim(place, values[goal.white], pink, tuple(look.costs[place] for look in rivals))

    def worth(self, new: int, jokers: int = 0, chips: int = 0, fields: int = 0) -> float:
        """X to expect with these new crosses, so many jokers and gift chips spent, and pass fields crossed."""
        weights, look = self._weights, self._look(self.crossed | new)
        value = weights.choice * self._calm * look.pairs / 25
        value += weights.kept * self._calm * (self._mine.jokers - jokers) + weights.chip * self._calm * -chips
        value += self._way(self._mine.track + fields) + self._on_the_way(fields)
        value += sum([self._hope(aim, look.costs[aim.goal]) for aim in self._aims])
        return value + weights.win * (self._ends(look) and bool(self._mine.lines and len(self._view.sheets) > 1))

    def _hope(self, aim: Aim, cost: float) -> float:
        """What to expect of a goal: its value, with the chance to be first, times the chance to get there at all."""
        if not cost:
            return aim.white + aim.pink
        share = aim.pink
        for rival in aim.rivals:
            share *= rival / (rival + cost)
        return (aim.white + share) * exp(-self._weights.fade * cost / self._left)

    def _ends(self, look: Outlook) -> bool:
        """Whether these crosses bring the tenth X."""
        gained = sum(
            self._x.get(GOALS[aim.goal].white, 0) + (self._x.get(GOALS[aim.goal].pink, 0) if aim.pink else 0)
            for aim in self._aims
            if not look.costs[aim.goal]
        )
        return self._mine.x + gained >= _ENOUGH

    def _way(self, track: int) -> float:
        """What the pass fields ahead are worth."""
        weights, reach = self._weights, self._weights.way * self._left
        values = {"joker": weights.joker}
        ahead = [
            values.get(bonus, weights.bonus) * exp(-(field - track) / reach)
            for field, bonus in FIGURES.field_bonuses.items()
            if field > track
        ]
        end = 0.0 if self._view.taken[TRACK_END] == "1" else 2 * exp(-max(FIGURES.fields - track, 0) / reach)
        return sum(ahead) + end

    def _on_the_way(self, fields: int) -> float:
        """What the pass fields crossed now bring."""
        crossed = range(self._mine.track + 1, self._mine.track + fields + 1)
        bonuses = [FIGURES.field_bonuses.get(field, "") for field in crossed]
        return sum(self._weights.joker if bonus == "joker" else self._weights.bonus for bonus in bonuses if bonus)

    def shortlist(self, masks: Iterable[int]) -> list[int]:
        """The sets of crosses that are worth a closer look; always with none (0) where that is among them."""
        found = list(masks)
        if len(found) <= CANDIDATES:
            return found
        cells = self._first_sight()
        ranked = sorted((mask for mask in found if mask), key=lambda mask: -sum([cells[i] for i in bits(mask)]))
        return [*([0] if 0 in found else []), *ranked[:CANDIDATES]]

    def _first_sight(self) -> list[float]:
        """Roughly what each cell brings: what its goals gain by being complete, shared by the cells they lack."""
        slopes = [0.0] * len(GOALS)
        for aim in self._aims:
            gain = aim.white + aim.pink - self._hope(aim, self._now.costs[aim.goal])
            slopes[aim.goal] = gain / max(cells_lacking(aim.goal, self.crossed), 1)
        lines = max((slopes[aim.goal] for aim in self._aims if GOALS[aim.goal].kind == "line"), default=0.0)
        stacks = max((slopes[aim.goal] for aim in self._aims if GOALS[aim.goal].kind == "stack"), default=0.0)
        return [
            _ANY
            + sum([slopes[goal] for goal in GOALS_OF_CELLS[index]])
            + lines * (SHEET.stars >> index & 1)
            + stacks * CROSSINGS_OF_CELLS[index]
            for index in range(len(GOALS_OF_CELLS))
        ]
