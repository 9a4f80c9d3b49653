"""The budget of a move: round trips, capacity units and bytes, counted over whole random matches."""

from __future__ import annotations

import pytest

from chalicelib.players.ports import FixedClock
from tests.adapters.emulated import emulated_store
from tests.budget import Cost, Table
from tests.post.office import Office

KB = 1024


@pytest.fixture(scope="module")
def costs() -> list[Cost]:
    """A two-seat match without its last move, whose cost lies outside the budget."""
    return [cost for cost in Table(2).costs() if not cost.over]


def test_a_move_is_answered_after_two_round_trips_and_three_when_the_credential_is_new(costs: list[Cost]) -> None:
    trips = [cost.answer.round_trips for cost in costs]
    assert max(trips[4:]) == 2
    assert max(trips) == 3
    assert trips.count(3) == 2


def test_a_move_with_one_mail_costs_twelve_write_units_and_four_read_units_at_most(costs: list[Cost]) -> None:
    mailed = [cost for cost in costs if cost.notices == 1]
    assert len(mailed) > 50
    assert max(cost.whole.write_units for cost in mailed) <= 12
    assert max(cost.whole.read_units for cost in mailed) - 1 <= 3 + 1
    assert max(cost.whole.read_units for cost in mailed if cost.answer.round_trips == 2) <= 4


def test_head_and_log_row_stay_below_a_kilobyte_with_two_seats(costs: list[Cost]) -> None:
    assert max(cost.head for cost in costs) <= KB
    assert max(cost.row for cost in costs) <= KB


def test_the_head_does_not_grow_with_the_moves_played(costs: list[Cost]) -> None:
    assert abs(costs[10].head - costs[-1].head) <= 48


def test_the_head_stays_below_four_kilobytes_with_six_seats() -> None:
    assert max(cost.head for cost in Table(6).costs()) <= 4 * KB


def test_hidden_hands_and_a_round_on_the_table_fit_in_as_well() -> None:
    costs = Table(2, game="passing-game").costs(limit=150)
    assert max(cost.head for cost in costs) <= KB
    assert max(cost.row for cost in costs) <= KB
    assert max(cost.answer.round_trips for cost in costs[4:]) == 2
    assert max(cost.whole.write_units for cost in costs if cost.notices == 1) <= 12


def test_a_move_costs_the_same_on_both_engines(costs: list[Cost]) -> None:
    clock = FixedClock()
    with emulated_store(clock) as store:
        assert Table(2, office=Office(store, clock)).costs(limit=10) == costs[:10]
