"""What a sheet is worth is what docs/bots.md says, worked out here once more from a view."""

from __future__ import annotations

from math import exp, prod
from typing import Any

import pytest

from chalicelib.games import get
from chalicelib.games.keer_op_keer.board import CELLS, FIGURES
from chalicelib.games.keer_op_keer.outlook import mask_of, outlook
from chalicelib.games.keer_op_keer.placements import reach
from chalicelib.games.keer_op_keer.planner import CANDIDATES, Planner
from chalicelib.games.keer_op_keer.state import View
from tests.games.keer_op_keer.positions import GREEN, YELLOW, mask, position
from tests.games.walks import Setting, sample

GAME = get("keer-op-keer")
VALUES = [*zip(FIGURES.column_later, FIGURES.column_first, strict=True), *[(3, 5)] * 5]


def look(view: View, crossed: int) -> Any:
    return outlook(view.sheet, crossed, reach(crossed, view.start))


def rolls_left(view: View, looks: list[Any]) -> float:
    left: float = view.roll_limit - view.roll_number
    if len(looks) > 1:
        left = min(left, 1 + 3 * min(sum(sorted(each.costs[15:])[:2]) for each in looks))
    return max(left, 0.01)


def worth(view: View, seat: int, crossed: int, jokers: int) -> float:
    """The table of docs/bots.md, for crosses that do not end the match."""
    rivals = [s for i, s in enumerate(view.sheets) if i != seat and not s.departed]
    looks = [look(view, mask_of(sheet.crossed)) for sheet in [view.sheets[seat], *rivals]]
    left = rolls_left(view, looks)
    after = look(view, crossed)
    result: float = jokers * (1 + 0.25 * min(left / 20, 1)) + 2 * after.pairs / 25 * min(left / 20, 1)
    marks = [sheet.columns + sheet.colours for sheet in view.sheets]
    for i, (later, first) in enumerate(VALUES):
        if marks[seat][i] == ".":
            cost = after.costs[i]
            taken = any(mark[i] != "." for mark in marks)
            chance = prod(each.costs[i] / (each.costs[i] + cost) for each in looks[1:]) if cost else 1
            result += (later + (0 if taken else first - later) * chance) * exp(-4 * cost / left)
    return result - sum(2 * (1 - exp(-4 * cost / left)) for cost in after.stars)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_worth_in_positions_of_matches(seats: int) -> None:
    setting = Setting("keer-op-keer", seats, (("sheet", "green"),), 3, stormy=seats == 3)
    looked = 0
    for step in sample(setting, 40):
        view = GAME.view(step.before, step.seat)
        plan = Planner(view, step.seat)
        assert plan.crossed == step.before.crossed[step.seat]
        for move in GAME.legal_moves(step.before, step.seat)[::7]:
            crossed = plan.crossed | mask_of(move.cells)
            if sum(not cost for cost in look(view, crossed).costs[15:]) < 2:
                assert plan.worth(crossed, 4) == pytest.approx(worth(view, step.seat, crossed, 4))
                looked += 1
    assert looked > 20


ALL_BUT_H1 = mask(" ".join(CELLS)) & ~mask("H1")
TWO_COLOURS = mask(GREEN) | mask(YELLOW)


def planned(mine: str, theirs: str, **more: Any) -> Planner:
    return Planner(GAME.view(position([mine, theirs], **more), 0), 0)


def test_the_end_counts_points_as_they_are_and_who_is_ahead() -> None:
    open_stars = 15 - 6  # green and yellow cells hold six of them
    gained = 5 + 5 - 2 * open_stars + 3
    ahead = planned("", "", columns_first=("ABCDO", ""))
    assert ahead.worth(TWO_COLOURS, 3) == gained + 30
    behind = planned("", "", columns_first=("", "ABCDEFGHIJKLMNO"))
    assert behind.worth(TWO_COLOURS, 3) == gained - 30


def test_a_narrow_lead_counts_in_part() -> None:
    """With nothing else: 10 + 3 - 18 points against -22 (8 jokers, 30 for the stars) and a few columns."""
    start = 10 + 3 - 18 - (8 - 30)
    for columns, points in (("ABCDEF", 18), ("ABCDEFH", 19)):
        found = planned("", "", columns_first=("", columns)).worth(TWO_COLOURS, 3)
        expected = (start - points) / 3
        assert found == pytest.approx(-5 + 30 * max(-1, min(1, expected)))


def test_a_solo_match_that_ends_has_nobody_to_be_ahead_of() -> None:
    plan = Planner(GAME.view(position([""], dice="gy12"), 0), 0)
    assert plan.worth(TWO_COLOURS, 3) == 10 + 3 - 18


def test_what_is_complete_and_marked_is_not_counted_again() -> None:
    plan = planned(GREEN, "", colours_first=("g", ""))
    assert plan.worth(TWO_COLOURS, 3) == 5 + 3 - 18 + 30 * min(1, (5 + 5 + 3 - 18 + 22) / 3)


def test_a_rival_that_has_left_is_no_rival() -> None:
    view = GAME.view(position(["", "", ""], columns_first=("", "", "ABCDEFGHIJKLMNO"), departed=0b100), 0)
    assert Planner(view, 0).worth(TWO_COLOURS, 3) > 0
    assert Planner(view, 0).looks == 2


def test_the_short_list_holds_what_is_best_at_first_sight() -> None:
    state = position(["A1 H1", ""], dice="***123")
    plan = Planner(GAME.view(state, 0), 0)
    prices = {mask_of(move.cells): move.colour_joker + move.number_joker for move in GAME.legal_moves(state, 0)}
    listed = plan.shortlist(prices)
    assert len(prices) > len(listed) == CANDIDATES + 1
    values = sorted((plan.worth(plan.crossed | each, 8 - price) for each, price in prices.items()), reverse=True)
    best = sorted((plan.worth(plan.crossed | each, 8 - prices[each]) for each in listed), reverse=True)
    assert best[:3] == values[:3]
