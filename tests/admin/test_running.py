"""Clocks, time banks, missed deadlines and the due key are what the log leads to; what was tampered with is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import absence, repository, service
from chalicelib.matches.match import Caller, Head, Match, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players.accounts import Changes, update_profile
from chalicelib.players.ports import Delete, Put
from tests.admin.desk import flaws
from tests.matches.desk import Desk
from tests.matches.time_passing import run_out, until_due

SLOW = Pace(decision_time=DAY, bank=2 * HOUR, increment=HOUR, misses=3)


def _played(desk: Desk) -> Match:
    """Three with time banks: all have decided twice, one of them late, and two have sealed once more."""
    match = desk.table("anna", "bram", "cees", pace=SLOW)
    for _ in range(2):
        run_out(desk, DAY + HOUR)
        for seat in (0, 1, 2):
            desk.play(match, seat)
    run_out(desk, HOUR)
    for seat in (0, 1):
        desk.play(match, seat)
    return desk.load(match)


def _missed(desk: Desk) -> Match:
    """Two of whom the second has missed a deadline, and would have a draw."""
    match = desk.table("anna", "bram", game="sequence-dice", pace=SLOW)
    while until_due(desk, match).expired == 0:
        assert desk.to_move(match) == (1,)
    return service.offer_draw(desk.env, match.id, Caller("bram"))


def _reminded(desk: Desk) -> Match:
    """Two of whom the second was reminded once, and nudged by the other."""
    match = desk.table("anna", "bram", game="sequence-dice")
    assert until_due(desk, match).reminded == 1
    return service.nudge(desk.env, match.id, Caller("anna"))


def _excused(desk: Desk) -> Match:
    """Two with time banks, one of whom an outage has excused."""
    match = desk.table("anna", "bram", game="sequence-dice", pace=SLOW)
    run_out(desk, DAY)
    desk.clock.advance(5 * HOUR)
    assert service.sweep(desk.env).excused == 1
    return desk.load(match)


def _excused_late(desk: Desk) -> Match:
    """Three with time banks, one of whom took a choice back after an outage, late and before any sweep."""
    match = desk.table("anna", "bram", "cees", pace=SLOW)
    run_out(desk, HOUR)
    match = desk.play(match, 0).match
    desk.clock.advance(3 * DAY)
    return service.retract(desk.env, match.id, 0, match.head.opened[0], Caller("anna")).match


def _away(desk: Desk) -> Match:
    """Two with time banks: one is away for a day, the other sleeps at other hours since."""
    match = desk.table("anna", "bram", game="sequence-dice", pace=SLOW)
    now = desk.clock.now()
    absence.announce_here(desk.env, match.id, now, now + DAY, Caller("anna"))
    update_profile(desk.env, "bram", Changes(quiet=("22:00", "07:00")))
    service.spread(desk.env)
    desk.clock.advance(HOUR)
    desk.play(match, desk.to_move(match)[0])
    return desk.load(match)


def _handed_over(desk: Desk) -> Match:
    """Three with time banks, one of whom has given a seat with a sealed choice to somebody else."""
    match = desk.table("anna", "bram", "cees", pace=SLOW, visibility="public")
    run_out(desk, HOUR)
    desk.play(match, 0)
    service.substitute(desk.env, match.id, Caller("anna"))
    match = service.substitute(desk.env, match.id, Caller("dora"))
    desk.play(match, 1)
    return desk.load(match)


SCENES: dict[str, Callable[[Desk], Match]] = {
    "played": _played,
    "missed": _missed,
    "reminded": _reminded,
    "excused": _excused,
    "excused late": _excused_late,
    "away": _away,
    "handed over": _handed_over,
}


@pytest.mark.parametrize("scene", SCENES)
def test_clocks_verify(scene: str) -> None:
    desk = Desk()
    match = SCENES[scene](desk)
    assert flaws(desk.env) == {}
    for seat in desk.to_move(match):
        if not desk.load(match).roster.seats[seat].is_played_by_bot:
            desk.play(match, seat)
    assert flaws(desk.env) == {}


def _other(field: str, seat: int, by: int) -> Callable[[Head], dict[str, Any]]:
    """Another value of a column at a seat."""

    def change(head: Head) -> dict[str, Any]:
        values = list(getattr(head, field))
        values[seat] += by
        return {field: tuple(values)}

    return change


def _due(by: int) -> Callable[[Head], dict[str, Any]]:
    return lambda head: {"due": head.due + by}


def _sooner(head: Head) -> dict[str, Any]:
    """The time of the first seat is up at an earlier moment, at which it is due."""
    changed = _other("deadlines", 0, -5 * DAY)(head)
    return {**changed, "due": changed["deadlines"][0]}


DAMAGE: dict[str, tuple[str, Callable[[Head], dict[str, Any]], str]] = {
    "a deadline missed more": ("missed", _other("misses", 1, 1), "misses.1"),
    "a deadline that was not missed": ("missed", _other("misses", 1, -1), "misses.1"),
    "a deadline missed by somebody else": ("missed", _other("misses", 0, 1), "misses.0"),
    "an offer that nobody made": ("missed", lambda _: {"offers": (0, 1)}, "offers.0"),
    "an offer that is gone": ("missed", lambda _: {"offers": ()}, "offers.0"),
    "when the newest row was made": ("missed", lambda head: {"at": head.at - 1}, "at"),
    "when a clock began": ("played", _other("begun", 2, 60), "begun.2"),
    "when a clock that stands still began": ("played", _other("begun", 0, -60), "begun.0"),
    "when a choice was sealed": ("played", _other("stopped", 0, 1), "stopped.0"),
    "a clock that runs stands still": ("played", _other("stopped", 2, 1_790_000_000), "stopped.2"),
    "more in a bank": ("played", _other("banks", 0, 1), "banks.0"),
    "less in a bank": ("played", _other("banks", 1, -1), "banks.1"),
    "reminded once more": ("reminded", _other("reminded", 1, 1), "reminded.1"),
    "not reminded": ("reminded", _other("reminded", 1, -1), "reminded.1"),
    "somebody reminded whose turn it is not": ("reminded", _other("reminded", 0, 1), "reminded.0"),
    "due later": ("reminded", _due(1), "due"),
    "due earlier": ("reminded", _due(-1), "due"),
    "due at once for no reason": ("played", lambda head: {"due": head.at}, "due"),
    "an excuse before the time": ("excused", _other("begun", 1, -6 * HOUR), "begun.1"),
    "an excuse of the future": ("excused", _other("begun", 1, 2 * DAY), "begun.1"),
    "a bank that nobody can have": ("excused", _other("banks", 1, 31 * DAY), "banks.1"),
    "a debt": ("away", _other("banks", 1, -7 * HOUR), "banks.1"),
    "reminders that nobody can have had": ("excused", _other("reminded", 1, 5), "reminded.1"),
    "due later than after an excuse": ("excused", _due(1), "due"),
    "a deadline that nobody moved so far": ("excused late", _other("deadlines", 0, 60 * DAY), "deadlines.0"),
    "a deadline before that of the log": ("excused late", _sooner, "deadlines.0"),
    "what a newcomer has missed": ("handed over", _other("misses", 0, 1), "misses.0"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_what_was_tampered_with_is_found(what: str) -> None:
    scene, change, field = DAMAGE[what]
    desk = Desk()
    match = SCENES[scene](desk)
    (write, *_) = repository.writes(match, replace(match.head, **change(match.head)), None)
    assert isinstance(write, Put)
    desk.store.commit([Put(replace(write.item, version=match.head.version))])
    assert flaws(desk.env)[match.id].field == field


def test_a_deadline_that_a_long_outage_moved_over_weekends_that_do_not_count_verifies() -> None:
    desk = Desk()
    setting = replace(SLOW, decision_time=4 * DAY, weekends=False)
    match = desk.table("anna", "bram", game="sequence-dice", pace=setting)
    run_out(desk, HOUR)
    desk.clock.advance(30 * DAY)
    assert service.sweep(desk.env).excused == 1
    after = desk.load(match)
    assert after.head.deadlines[1] > match.head.deadlines[1] + 31 * DAY
    assert flaws(desk.env) == {}


def test_the_only_move_that_is_taken_back_is_due_in_its_time() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", game="keer-op-keer-3")
    while "forced" not in match.head.hows:
        match = desk.play(match, desk.to_move(match)[0]).match
    seat = match.head.hows.index("forced")
    match = service.retract(desk.env, match.id, seat, match.head.opened[seat], desk.caller(match, seat)).match
    assert match.head.due > match.head.at
    assert flaws(desk.env) == {}


def test_what_is_left_over_is_due_at_once() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for name in ("anna", "bram"):
        service.give_orders(desk.env, match.id, [service.OrderWish("pass", until=12)], Caller(name))
    for seat in (0, 1):
        match = desk.play(match, seat, {"text": "pass"}).match
    assert match.head.due == match.head.at
    assert flaws(desk.env) == {}
    (write, *_) = repository.writes(match, replace(match.head, due=min(match.head.deadlines)), None)
    desk.store.commit([write])
    assert flaws(desk.env)[match.id].field == "due"


def test_of_a_match_that_counted_less_no_more_is_asked_than_it_can_know() -> None:
    desk = Desk()
    match = _missed(desk)
    (write, *_) = repository.writes(match, replace(match.head, misses=(0, 0), at=0), None)
    assert isinstance(write, Put)
    desk.store.commit([Put(replace(write.item, version=match.head.version))])
    assert flaws(desk.env)[match.id].field == "at"
    row = desk.store.get(repository.log_key(match.id, *match.head.last))
    assert row is not None
    desk.store.commit([Delete(row.key)])
    desk.store.commit([Put(replace(row, format=1))])
    assert flaws(desk.env) == {}
