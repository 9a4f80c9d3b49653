"""Bringing one match up to now: whom a passed deadline concerns, and whom not."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from chalicelib import games
from chalicelib.matches import proof, repository, service
from chalicelib.matches.errors import OutOfTimeError
from chalicelib.matches.match import Caller, Match, Pace
from chalicelib.matches.orders import OrderWish
from chalicelib.matches.pace import DAY, HOUR, Heartbeat
from chalicelib.matches.playing import HEARTBEAT, STORED_HEARTBEAT
from chalicelib.matches.settling import settle
from chalicelib.players.ports import Put
from tests.matches.desk import Desk


def _left_over(desk: Desk) -> Match:
    """A match in which a commit has left over what anna and bram have ordered, for which an hour was time."""
    match = desk.table("anna", "bram", pace=Pace(HOUR, misses=1))
    for seat, player in enumerate(("anna", "bram")):
        service.give_orders(desk.env, match.id, [OrderWish("pass", until=15)], Caller(player))
        match = desk.play(match, seat, {"text": "pass"}).match
    assert match.head.due == desk.clock.now()
    return match


def test_what_was_ordered_in_time_is_carried_out_however_late_the_sweep_comes() -> None:
    desk = Desk()
    match = _left_over(desk)
    desk.clock.advance(DAY)
    done = settle(desk.env, match.id, Heartbeat(desk.clock.now() - HOUR // 8), lambda: True)
    after = desk.load(match)
    assert (done.failed, done.expired, done.excused, done.reminded) == ([], 0, 0, 0)
    assert desk.game(match).view(after.head.state, None).roll_number == 15
    assert after.head.misses == (0, 0)
    assert min(filter(None, after.head.deadlines)) == desk.clock.now() + HOUR


def test_a_move_by_hand_that_comes_too_late_for_what_was_ordered_has_the_order_carried_out() -> None:
    desk = Desk()
    match = _left_over(desk)
    seat = desk.to_move(match)[0]
    desk.store.commit([Put(STORED_HEARTBEAT.item(HEARTBEAT, asdict(Heartbeat(desk.clock.now() + HOUR))))])
    desk.clock.advance(HOUR)
    with pytest.raises(OutOfTimeError):
        desk.play(match, seat, {"text": "pass"})
    after = desk.load(match)
    assert (repository.log(desk.env, match.id)[-1].kind, after.head.misses) == ("continued", (0, 0))
    assert desk.game(match).view(after.head.state, None).roll_number == 15


def test_what_a_bot_has_left_over_is_played_however_late_and_is_no_deadline_missed() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", pace=Pace(HOUR))
    service.lend(desk.env, match.id, Caller("anna"))
    for player in ("bram", "cees"):
        service.give_orders(desk.env, match.id, [OrderWish("pass", until=30)], Caller(player))
    for seat in (1, 2):
        match = desk.play(match, seat, {"text": "pass"}).match
    head = desk.load(match).head
    assert 0 in desk.to_move(match)
    assert 0 < head.due <= desk.clock.now()
    desk.clock.advance(DAY)
    done = settle(desk.env, match.id, Heartbeat(desk.clock.now()), lambda: True)
    assert done.failed == []
    bots = [entry.how for row in repository.log(desk.env, match.id) for entry in row.entries if entry.seat == 0]
    assert set(bots) == {"lent"}
    assert done.continued + done.expired > 0
    proof.check(games, service.export(desk.env, match.id, Caller("bram")))
