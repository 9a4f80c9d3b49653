"""Matches whose deadlines passed, were excused and reminded of verify, and what was tampered with is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match, Pace, Successor
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players.ports import Put
from tests.admin.desk import flaws
from tests.matches.desk import Desk
from tests.matches.time_passing import left_alone, run_out, until_due

SLOW = Pace(decision_time=DAY, bank=2 * HOUR, increment=HOUR, misses=2)


@pytest.mark.parametrize("game", ["keer-op-keer", "sequence-dice"])
@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_a_match_that_everybody_leaves_verifies_at_every_step(game: str, then: Successor) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", game=game, pace=SLOW, then=then)
    for _ in left_alone(desk, match):
        assert flaws(desk.env) == {}


def test_a_seat_that_comes_back_and_an_outage_verify() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice", pace=replace(SLOW, misses=1), then="bot")
    late = desk.to_move(match)[0]
    while desk.load(match).roster.seats[late].lent == 0:
        until_due(desk, match)
    service.take_back(desk.env, match.id, desk.caller(match, late))
    assert flaws(desk.env) == {}
    run_out(desk, DAY)
    desk.clock.advance(5 * HOUR)
    assert service.sweep(desk.env).excused == 1
    assert flaws(desk.env) == {}
    desk.play(match, desk.to_move(match)[0])
    assert flaws(desk.env) == {}


def _drawn(desk: Desk) -> Match:
    match = desk.table("anna", "bram", game="sequence-dice")
    for name in ("anna", "bram"):
        service.offer_draw(desk.env, match.id, Caller(name))
    return desk.load(match)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"ending": ""}, "status"),
        ({"ending": "abandoned"}, "export"),
        ({"opened": (5, 0)}, "opened.0"),
        ({"deadlines": (0, 1_800_000_000)}, "deadlines.1"),
        ({"due": 1_800_000_000}, "due"),
    ],
)
def test_an_end_that_is_not_the_one_of_the_log_is_found(change: dict[str, Any], field: str) -> None:
    desk = Desk()
    match = _drawn(desk)
    assert flaws(desk.env) == {}
    write = repository.writes(match, replace(match.head, **change), None)[0]
    assert isinstance(write, Put)
    desk.store.commit([Put(write.item)])
    (flaw,) = flaws(desk.env).values()
    assert flaw.field == field
