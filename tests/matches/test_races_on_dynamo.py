"""Two writers cannot both win on DynamoDB either, and neither loses what was its own."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.matches import expiry_races, races
from tests.matches.emulated import EmulatedDesks

ORDERS = list(permutations(range(3)))


@pytest.mark.parametrize("trial", range(10))
def test_fifty_submitters_of_one_decision_store_exactly_one(desks: EmulatedDesks, trial: int) -> None:
    races.one_decision(desks.open(), 50)


def test_two_seats_at_the_same_time_are_both_stored(desks: EmulatedDesks) -> None:
    for _ in range(10):
        races.two_seats(desks.open())


@pytest.mark.parametrize("order", ORDERS)
def test_three_submitters_of_one_decision_in_every_order(desks: EmulatedDesks, order: tuple[int, ...]) -> None:
    races.three_for_one_decision(desks.open(), order)


@pytest.mark.parametrize("order", ORDERS)
def test_three_seats_at_once_in_every_order_are_all_stored(desks: EmulatedDesks, order: tuple[int, ...]) -> None:
    races.three_seats(desks.open(), order)


@pytest.mark.parametrize("order", ORDERS)
def test_of_a_move_and_an_expiry_the_first_to_commit_wins(desks: EmulatedDesks, order: tuple[int, ...]) -> None:
    third: expiry_races.Third = ("late", "sweep")[order[1] % 2]
    won = expiry_races.move_against_expiry(desks.open(), order, third)
    assert won == ("move" if order[0] == 0 else "expiry")
