"""Bringing one match up to now: whom a passed deadline concerns, and whom not."""

from __future__ import annotations

from chalicelib import games
from chalicelib.matches import proof, repository, service
from chalicelib.matches.match import Caller, Pace
from chalicelib.matches.orders import OrderWish
from chalicelib.matches.pace import DAY, HOUR, Heartbeat
from chalicelib.matches.settling import settle
from tests.matches.desk import Desk


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
