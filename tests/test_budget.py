"""The budget of a move in every game: round trips and capacity units, counted over random matches of two.

How large heads and log rows are is told by tests/test_sizes.py, at every table.
"""

from __future__ import annotations

import pytest

from chalicelib import games
from chalicelib.players.ports import FixedClock
from tests.adapters.emulated import emulated_store
from tests.budget import Cost, Table
from tests.post.office import Office

MOVES = 120
"""Of a match so many moves are counted; a first hundred are like all others."""


@pytest.fixture(scope="module", params=games.keys())
def costs(request: pytest.FixtureRequest) -> list[Cost]:
    """A two-seat match without its last move, whose cost lies outside the budget."""
    return [cost for cost in Table(2, game=request.param).costs(MOVES) if not cost.over]


def test_a_move_is_answered_after_two_round_trips_and_three_when_the_credential_is_new(costs: list[Cost]) -> None:
    trips = [cost.answer.round_trips for cost in costs]
    assert max(trips) == 3
    assert trips.count(3) == 2
    assert max(trips[trips.index(3, trips.index(3) + 1) + 1 :]) == 2


def test_a_move_with_one_mail_costs_twelve_write_units_and_four_read_units_at_most(costs: list[Cost]) -> None:
    mailed = [cost for cost in costs if cost.notices == 1]
    assert len(mailed) > 20
    assert max(cost.whole.write_units for cost in mailed) <= 12
    assert max(cost.whole.read_units for cost in mailed) - 1 <= 3 + 1
    assert max(cost.whole.read_units for cost in mailed if cost.answer.round_trips == 2) <= 4


def test_a_move_costs_the_same_on_both_engines() -> None:
    clock = FixedClock()
    with emulated_store(clock) as store:
        assert Table(2, office=Office(store, clock)).costs(limit=10) == Table(2).costs(limit=10)
