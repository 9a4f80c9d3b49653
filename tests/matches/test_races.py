"""Two writers cannot both win, and neither loses what was its own."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.matches import expiry_races, races, seat_races
from tests.matches.desk import Desk

ORDERS = list(permutations(range(3)))
LONG_ORDERS = list(product(range(3), repeat=4))


def test_fifty_submitters_of_one_decision_store_exactly_one() -> None:
    for _ in range(100):
        races.one_decision(Desk(), 50)


def test_two_seats_at_the_same_time_are_both_stored() -> None:
    desk = Desk()
    for trial in range(100):
        if trial % 50 == 0:
            desk.clock.advance(3600)
        races.two_seats(desk)


@pytest.mark.parametrize("order", ORDERS)
def test_three_submitters_of_one_decision_in_every_order(order: tuple[int, ...]) -> None:
    races.three_for_one_decision(Desk(), order)


def test_three_seats_at_once_in_every_order_of_commits_and_repeats_come_to_the_same_position() -> None:
    found = {str(races.three_seats(Desk(), order).head.state) for order in LONG_ORDERS}
    assert len(found) == 1


@pytest.mark.parametrize("order", LONG_ORDERS[::3] + ORDERS)
def test_taking_back_moving_and_resigning_at_once_agree_with_the_log(order: tuple[int, ...]) -> None:
    races.retract_move_and_resign(order)


@pytest.mark.parametrize("misses", [3, 1])
@pytest.mark.parametrize("third", ["sweep", "late"])
@pytest.mark.parametrize("order", ORDERS)
def test_of_a_move_and_an_expiry_at_the_same_instant_the_first_to_commit_wins(
    order: tuple[int, ...], third: expiry_races.Third, misses: int
) -> None:
    won = expiry_races.move_against_expiry(Desk(), order, third, misses)
    assert won == ("move" if order[0] == 0 else "expiry")


def test_a_move_against_its_expiry_in_whichever_order_they_come() -> None:
    for trial in range(100):
        expiry_races.move_against_expiry(Desk(), (), ("sweep", "late")[trial % 2], (3, 1)[trial // 2 % 2])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_changes_who_decides_and_what_is_decided_at_once_come_one_after_the_other(order: tuple[int, int]) -> None:
    seat_races.lend_against_move(order)
    seat_races.taking_back_against_sweep(order)
    seat_races.offers_at_once(order)


@pytest.mark.parametrize("order", ORDERS)
def test_a_seat_that_is_given_away_goes_to_the_first_who_comes(order: tuple[int, ...]) -> None:
    seat_races.substitutes(order)
