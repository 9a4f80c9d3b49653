"""Taking back a sealed choice: its clock has run on all the time, and nobody is told anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.absence import announce_here
from chalicelib.matches.errors import AlreadyRevealedError, OutOfTimeError
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.playing import Played
from chalicelib.players.ports import Put
from chalicelib.players.repository import load_profile, profile_item
from tests.matches import races
from tests.matches.desk import Desk

PASS = {"text": "pass"}
ANNA = Caller("anna")
MINUTE = 60


def wait(desk: Desk, seconds: int) -> None:
    """Let time pass, the sweep going its rounds."""
    for _ in range(seconds // (9 * MINUTE)):
        desk.clock.advance(9 * MINUTE)
        service.sweep(desk.env)
    desk.clock.advance(seconds % (9 * MINUTE))
    service.sweep(desk.env)


def seal(desk: Desk, match: Match) -> Match:
    """Seal a choice of the first seat, and note that the sweep is there."""
    service.sweep(desk.env)
    return desk.play(match, 0, PASS).match


def take_back(desk: Desk, match: Match) -> Played:
    """Take the first seat's choice back."""
    return service.retract(desk.env, match.id, 0, desk.load(match).head.opened[0], ANNA)


def notices(desk: Desk, match: Match, player: str) -> list[str]:
    """The categories of all that a player was owed of this match, in order."""
    rows = desk.store.query(repository.partition(match.id), prefix="N#").items
    log = [*repository.log(desk.env, match.id), *map(repository.log_row, rows)]
    return [
        owed.category for row in sorted(log, key=lambda row: row.version) for owed in row.owed if owed.player == player
    ]


def test_the_time_between_sealing_and_taking_back_comes_out_of_the_bank() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=service.Pace(decision_time=HOUR, bank=2 * HOUR))
    deadline = match.head.deadlines[0]
    assert deadline == desk.clock.now() + 3 * HOUR
    wait(desk, HOUR // 2)
    sealed = seal(desk, match)
    assert sealed.head.stopped[0] == desk.clock.now()
    wait(desk, HOUR)
    after = take_back(desk, sealed).match
    assert (after.head.deadlines[0], after.head.begun[0]) == (deadline, match.head.begun[0])
    assert (after.head.stopped[0], after.head.banks[0]) == (0, 2 * HOUR)
    wait(desk, HOUR)
    desk.play(match, 0, PASS)
    after = desk.play(match, 1, PASS).match
    assert after.head.banks == (HOUR // 2, HOUR // 2)


def test_a_choice_that_stays_sealed_costs_only_the_time_until_it_was_made() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=service.Pace(decision_time=HOUR, bank=2 * HOUR))
    sealed = seal(desk, match)
    wait(desk, 2 * HOUR)
    assert desk.play(sealed, 1, PASS).match.head.banks == (2 * HOUR, HOUR)


def test_a_deadline_that_waits_for_the_end_of_the_night_is_restored_as_it_was() -> None:
    desk = Desk()
    for name in ("anna", "bram"):
        desk.store.commit([Put(profile_item(replace(load_profile(desk.store, name), quiet=(0, 12 * 60))))])
    match = desk.table("anna", "bram", pace=service.Pace(decision_time=HOUR))
    while match.head.deadlines[0] - desk.clock.now() == HOUR:
        desk.clock.advance(6 * HOUR)
        match = desk.table("anna", "bram", pace=service.Pace(decision_time=HOUR))
    sealed = seal(desk, match)
    wait(desk, match.head.deadlines[0] - desk.clock.now() - MINUTE)
    after = take_back(desk, sealed).match
    assert after.head.deadlines[0] == match.head.deadlines[0]
    assert after.head.deadlines[0] > match.head.begun[0] + HOUR


def test_an_absence_that_is_announced_while_a_choice_lies_sealed_stops_its_clock_all_the_same() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    sealed = seal(desk, match)
    wait(desk, HOUR)
    announce_here(desk.env, match.id, 0, desk.clock.now() + 5 * DAY, ANNA)
    assert desk.load(sealed).head.deadlines[0] == match.head.deadlines[0] + 5 * DAY
    desk.play(match, 1, PASS)
    desk.clock.advance(4 * DAY)
    after = take_back(desk, sealed).match
    assert after.head.deadlines[0] == match.head.deadlines[0] + 5 * DAY
    assert desk.game(match).sealed(after.head.state, 1) is not None


def test_it_is_refused_once_the_time_is_up_and_the_choice_stands() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    sealed = seal(desk, match)
    wait(desk, 3 * DAY - 1)
    desk.clock.advance(1)
    before = desk.load(match)
    with pytest.raises(OutOfTimeError):
        take_back(desk, sealed)
    assert desk.load(match) == before
    assert desk.game(match).sealed(before.head.state, 0) is not None


def test_an_outage_over_the_deadline_refuses_nobody_and_moves_it() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    sealed = seal(desk, match)
    desk.clock.advance(3 * DAY + MINUTE)
    after = take_back(desk, sealed).match
    assert after.head.deadlines[0] > desk.clock.now()
    service.sweep(desk.env)
    assert desk.load(match).head.deadlines[0] == after.head.deadlines[0]
    assert desk.load(match).head.misses == (0, 0, 0)
    desk.play(match, 0, PASS)


def test_a_decision_that_is_open_again_is_reminded_of_once_at_most_and_never_told_as_a_turn() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=service.Pace(ladder=(75, 50, 25)))
    told = notices(desk, match, "anna")
    sealed = seal(desk, match)
    wait(desk, 2 * DAY)
    assert notices(desk, match, "anna") == told
    take_back(desk, sealed)
    wait(desk, HOUR)
    assert notices(desk, match, "anna") == [*told, "reminder"]
    wait(desk, 4 * HOUR)
    assert notices(desk, match, "anna") == [*told, "reminder"]
    wait(desk, 6 * HOUR)
    assert notices(desk, match, "anna") == [*told, "reminder", "reminder"]


def test_it_can_be_repeated_for_ever_and_does_it_once() -> None:
    desk = Desk()
    match = seal(desk, desk.table("anna", "bram"))
    n = match.head.opened[0]
    first = service.retract(desk.env, match.id, 0, n, ANNA).receipt
    before = desk.load(match)
    assert service.retract(desk.env, match.id, 0, n, ANNA).receipt == first
    assert desk.load(match) == before
    desk.play(match, 0)
    assert service.retract(desk.env, match.id, 0, n, ANNA).receipt == first
    desk.play(match, 1)
    desk.clock.advance(30 * DAY)
    assert service.retract(desk.env, match.id, 0, n, ANNA).receipt == first


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_against_the_last_other_choice_it_comes_in_time_or_not_at_all(order: tuple[int, int]) -> None:
    desk = Desk()
    match = seal(desk, desk.table("anna", "bram"))
    n = match.head.opened[0]
    jobs = [
        lambda store: service.retract(desk.over(store), match.id, 0, n, ANNA),
        races.submit(desk, match, 1, PASS),
    ]
    back, chosen = races.run(desk, jobs, order)
    assert isinstance(chosen, Played)
    after = desk.load(match)
    kinds = [row.kind for row in repository.log(desk.env, match.id)][2:]
    if order[0] == 0:
        assert isinstance(back, Played)
        assert (kinds, after.head.ply, desk.to_move(match)) == (["sealed", "retracted", "sealed"], 0, (0,))
    else:
        assert isinstance(back, AlreadyRevealedError)
        assert (kinds, after.head.ply) == (["sealed", "moved"], 2)
