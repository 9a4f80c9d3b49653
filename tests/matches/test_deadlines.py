"""What a player has to decide and until when: open decisions and kept seats, the most urgent first."""

from __future__ import annotations

import pytest

from chalicelib.matches import pace, service, spreading
from chalicelib.matches.deadlines import Due, my_deadlines
from chalicelib.matches.match import Caller, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from tests.matches.desk import ME, OPEN, Desk


@pytest.fixture
def desk() -> Desk:
    """A fresh service."""
    return Desk()


def test_an_open_decision_is_there_under_the_same_name_until_it_is_taken(desk: Desk) -> None:
    match = desk.table("anna", "bram", name="vrijdag")
    seat = desk.to_move(match)[0]
    player = match.roster.seats[seat].player
    (due,) = my_deadlines(desk.env, player)
    head = match.head
    assert due == Due(match.id, "vrijdag", "keer-op-keer", seat, head.opened[seat], head.deadlines[seat], 0, head.at)
    desk.play(match, seat)
    assert all((each.match, each.n) != (due.match, due.n) for each in my_deadlines(desk.env, player))
    assert my_deadlines(desk.env, "cees") == []


def test_the_most_urgent_comes_first(desk: Desk) -> None:
    late, soon = (desk.table("anna", "bram", pace=Pace(decision_time=time)) for time in (5 * DAY, HOUR))
    assert [due.match for due in my_deadlines(desk.env, "anna")] == [soon.id, late.id]


def test_a_seat_that_is_kept_is_there_until_it_is_taken_or_declined(desk: Desk) -> None:
    match = desk.create(ME, SeatWish("player", handle="bram"), OPEN)
    (due,) = my_deadlines(desk.env, "bram")
    assert (due.match, due.seat, due.n, due.invited) == (match.id, 1, 0, True)
    assert due.at == pace.unstarted(match.roster.created)
    assert my_deadlines(desk.env, "anna") == []
    service.leave(desk.env, "bram", match.id)
    assert my_deadlines(desk.env, "bram") == []


def test_what_moves_a_deadline_raises_the_revision_and_leaves_the_name(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    (before,) = my_deadlines(desk.env, "anna")
    now = desk.clock.now()
    service.announce(desk.env, "anna", now + DAY, now + 2 * DAY)
    spreading.spread(desk.env)
    (after,) = my_deadlines(desk.env, "anna")
    assert (after.match, after.seat, after.n) == (before.match, before.seat, before.n)
    assert after.at == before.at + DAY == desk.load(match).head.deadlines[0]
    assert after.revision > before.revision


def test_matches_that_are_over_or_played_by_a_bot_ask_for_nothing(desk: Desk) -> None:
    lent = desk.table("anna", "bram")
    service.lend(desk.env, lent.id, Caller("anna"))
    assert my_deadlines(desk.env, "anna") == []
    over = desk.table("cees", "dora")
    assert my_deadlines(desk.env, "cees")
    service.resign(desk.env, over.id, Caller("cees"))
    for player in ("cees", "dora"):
        assert my_deadlines(desk.env, player) == []
