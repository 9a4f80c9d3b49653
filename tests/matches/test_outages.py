"""Three hours in which no sweep goes by cost nobody a match, nor any of their time: in every zone, by day and night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from chalicelib.matches import pace, repository, service
from chalicelib.matches.errors import OutOfTimeError
from chalicelib.matches.match import Match, Pace
from chalicelib.matches.pace import DAY, HOUR, OUTAGE, Quiet
from chalicelib.players.ports import Put
from chalicelib.players.repository import load_profile, profile_item
from tests.matches.desk import Desk
from tests.matches.time_passing import run_out

SILENCE = 3 * HOUR
ZONES = ("UTC", "Europe/Amsterdam", "Africa/Johannesburg", "Australia/Lord_Howe")
NIGHT = (22 * 60, 7 * 60)
STRICT = Pace(decision_time=DAY, bank=2 * HOUR, increment=0, misses=1)
"""Whoever misses one deadline has lost."""


@dataclass(frozen=True)
class World:
    """Matches whose decisions opened at different times, and when the sweep went silent."""

    desk: Desk
    matches: tuple[Match, ...]
    silent: int

    def owing(self, match: Match) -> int:
        return self.desk.to_move(match)[0]

    def deadline(self, match: Match) -> int:
        return self.desk.load(match).head.deadlines[self.owing(match)]

    def hit(self) -> list[Match]:
        """Those whose deadline falls into the silence."""
        return [each for each in self.matches if self.silent < self.deadline(each) <= self.silent + SILENCE]


def lives(desk: Desk, name: str, zone: str, quiet: Quiet | None) -> None:
    profile = load_profile(desk.store, name)
    desk.store.commit([Put(profile_item(replace(profile, zone=zone, quiet=quiet)))])


def world(hour: int) -> World:
    """A world that falls silent at this hour of the day in UTC, just before the first deadline of a row of them."""
    desk = Desk()
    desk.clock.time += (hour * HOUR - desk.clock.time) % DAY
    begun = desk.clock.time
    matches = []
    for place, (zone, quiet) in enumerate((zone, quiet) for zone in ZONES for quiet in (None, NIGHT)):
        for name in ("anna", "bram"):
            lives(desk, name, zone, quiet)
        desk.clock.time = begun + place * 25 * 60
        matches.append(desk.table("anna", "bram", game="sequence-dice", pace=STRICT, then="resign"))
    run_out(desk, begun + DAY + STRICT.bank - 60 - desk.clock.now())
    service.sweep(desk.env)
    return World(desk, tuple(matches), desk.clock.now())


@pytest.fixture(params=range(1, 24, 4))
def silent(request: pytest.FixtureRequest) -> World:
    """Hours of the day at which others of the zones have their night."""
    found = world(request.param)
    assert all(pace.overdue(found.deadline(each), found.silent) is False for each in found.matches)
    return found


def told_lost(found: World) -> list[str]:
    """The rows by which anybody has lost anything."""
    rows = (row for each in found.matches for row in repository.log(found.desk.env, each.id))
    return [row.kind for row in rows if row.kind in ("expired", "retired")]


def is_night(found: World, match: Match) -> bool:
    seat = found.owing(match)
    return pace.is_quiet(match.roster.hours(seat), found.deadline(match))


def test_who_says_nothing_has_the_silence_on_top_of_their_time_and_runs_out_of_it_after_that(silent: World) -> None:
    desk, before = silent.desk, {each.id: silent.deadline(each) for each in silent.matches}
    hit = silent.hit()
    desk.clock.advance(SILENCE)
    done = service.sweep(desk.env)
    assert (done.excused, done.expired, done.failed) == (len(hit), 0, [])
    for each in silent.matches:
        assert silent.deadline(each) >= before[each.id] + SILENCE * (each in hit)
        assert not is_night(silent, each)
    deadlines = {each.id: silent.deadline(each) for each in silent.matches}
    for moment in sorted(set(deadlines.values())):
        run_out(desk, moment - desk.clock.now() - 1)
        assert {desk.load(name).head.ending for name in deadlines if deadlines[name] >= moment} == {""}
        run_out(desk, 1)
        service.sweep(desk.env)
        assert {desk.load(name).head.ending for name in deadlines if deadlines[name] <= moment} == {"timed_out"}


def test_a_move_in_the_silence_counts_however_late_and_costs_no_more_of_the_bank_than_it_would_have(
    silent: World,
) -> None:
    desk, hit = silent.desk, silent.hit()
    for late in (OUTAGE + 1, HOUR, SILENCE - 1):
        desk.clock.time = silent.silent + late
        for each in list(hit):
            if pace.overdue(silent.deadline(each), desk.clock.now()):
                seat = silent.owing(each)
                after = desk.play(each, seat).match
                assert after.head.banks[seat] >= 0
                assert after.head.misses == (0, 0)
                hit.remove(each)
    desk.clock.time = silent.silent + SILENCE
    assert service.sweep(desk.env).expired == 0
    assert told_lost(silent) == []


@pytest.mark.parametrize("swept", [False, True])
def test_a_move_after_the_silence_counts_for_as_long_as_it_lasted(silent: World, swept: bool) -> None:
    desk, hit = silent.desk, silent.hit()
    desk.clock.advance(SILENCE)
    if swept:
        service.sweep(desk.env)
    for each in sorted(hit, key=silent.deadline):
        seat = silent.owing(each)
        banks = desk.load(each).head.banks[seat]
        after = desk.play(each, seat).match
        begun = each.head.begun[seat]
        used = max(desk.clock.now() - SILENCE - begun - DAY, 0)
        assert after.head.banks[seat] >= banks - used
    assert service.sweep(desk.env).expired == 0
    assert told_lost(silent) == []


def test_a_choice_is_retracted_in_the_time_that_the_silence_gave() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=STRICT)
    n = desk.play(match, 0).match.head.opened[0]
    run_out(desk, DAY + STRICT.bank - 60)
    service.sweep(desk.env)
    deadline = desk.load(match).head.deadlines[0]
    desk.clock.advance(SILENCE)
    service.retract(desk.env, match.id, 0, n, desk.caller(match, 0))
    assert desk.load(match).head.deadlines[0] == deadline + SILENCE
    desk.play(match, 0)
    assert desk.load(match).head.banks[0] == STRICT.bank, "its clock stood still while it was sealed"


def silences() -> Iterator[tuple[int, bool]]:
    """How long a sweep was silent, and whether that excuses anybody."""
    yield OUTAGE, False
    yield OUTAGE + 1, True


@pytest.mark.parametrize(("seconds", "excused"), list(silences()))
def test_a_sweep_that_is_a_little_late_is_no_outage(seconds: int, excused: bool) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice", pace=STRICT)
    seat = desk.to_move(match)[0]
    run_out(desk, DAY + STRICT.bank - 60)
    service.sweep(desk.env)
    desk.clock.advance(seconds)
    if excused:
        desk.play(match, seat)
        return
    with pytest.raises(OutOfTimeError):
        desk.play(match, seat)
