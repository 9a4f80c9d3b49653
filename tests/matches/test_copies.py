"""What a seat has copied of its player, and what becomes of an open decision when that changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import pace, repository
from chalicelib.matches.copies import Step, copied, counting, next_step, take, told
from chalicelib.matches.match import Match, Pace, Seat
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players.profile import Profile
from tests.matches.desk import ME, OPEN, Desk

NIGHT = (22 * 60, 7 * 60)


def _taken(desk: Desk, match: Match, **changes: object) -> Match:
    """The match once anna's seat has these copies, as it is stored."""
    seat = replace(match.roster.seats[0], **changes)  # type: ignore[arg-type]
    while step := next_step(match, 0, seat, desk.clock.now()):
        match, writes = take(desk.env, match, 0, step)
        desk.store.commit(writes)
        assert desk.load(match) == match
    return match


def _kinds(desk: Desk, match: Match) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in repository.log(desk.env, match.id)[-2:]]


def test_a_seat_has_what_the_profile_says_and_keeps_what_is_its_own() -> None:
    profile = Profile("anna", "Anna", "ann", "a@b.c", "nl", "Europe/Amsterdam", 5, 3, ("w",), NIGHT, ((9, 99),), (20,))
    seat = Seat("player", "anna", "Ann", epoch=4, nonce="00", lent=2)
    made = copied(seat, profile, Pace(), 0)
    assert made == Seat(
        "player",
        "anna",
        "Anna",
        "nl",
        epoch=4,
        nonce="00",
        lent=2,
        zone="Europe/Amsterdam",
        quiet=NIGHT,
        ladder=(20,),
        away=((9, 99),),
    )


@pytest.mark.parametrize(
    ("away", "days", "since", "counts"),
    [
        ([(0, 5 * DAY)], 5, 0, ((0, 5 * DAY),)),
        ([(0, 5 * DAY)], 3, 0, ((0, 3 * DAY),)),
        ([(0, 5 * DAY)], 0, 0, ()),
        ([(0, 5 * DAY)], 3, DAY, ((DAY, 4 * DAY),)),
        ([(0, DAY)], 3, DAY, ()),
        ([(9 * DAY, 11 * DAY), (0, 2 * DAY)], 3, 0, ((0, 2 * DAY), (9 * DAY, 10 * DAY))),
        ([(363 * DAY, 369 * DAY)], 1, 0, ((363 * DAY, 364 * DAY), (365 * DAY, 366 * DAY))),
    ],
)
def test_absences_count_from_the_making_of_the_match_for_so_many_days_a_year(
    away: list[pace.Away], days: int, since: int, counts: tuple[pace.Away, ...]
) -> None:
    assert counting(away, Pace(absence_days=days), "UTC", since) == counts


def test_days_of_a_year_are_days_on_the_wall_where_a_clock_is_changed() -> None:
    spring = 1_774_656_000  # 2026-03-28, the day before Amsterdam's clocks go forward
    ((_, until),) = counting([(spring, spring + 9 * DAY)], Pace(absence_days=3), "Europe/Amsterdam", 0)
    assert until == spring + 3 * DAY - HOUR


def test_an_absence_moves_the_deadline_and_what_is_due_and_is_told_to_the_others() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(ladder=()))
    now, deadline = desk.clock.now(), match.head.deadlines[0]
    after = _taken(desk, match, away=((now, now + 2 * DAY),))
    assert after.head.deadlines == (deadline + 2 * DAY, deadline)
    assert after.head.due == deadline
    row = repository.log(desk.env, match.id)[-1]
    assert (row.kind, row.seat, row.text) == ("away", 0, told((now, now + 2 * DAY)))
    assert [(owed.category, owed.seat, owed.player, owed.n) for owed in row.owed] == [
        ("away", 1, "bram", after.head.version)
    ]
    assert row.prev == match.head.last
    assert after.head.last == (row.n, 0)


def test_two_absences_are_told_in_two_rows_and_one_that_is_over_in_one_without_times() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    now = desk.clock.now()
    ways = ((now, now + DAY), (now + 9 * DAY, now + 10 * DAY))
    match = _taken(desk, match, away=ways)
    assert _kinds(desk, match) == [("away", told(each)) for each in ways]
    desk.clock.advance(HOUR)
    back = _taken(desk, match, away=((now, now + HOUR), ways[1]))
    assert _kinds(desk, back)[-1] == ("away", "")
    assert back.head.deadlines[0] == now + HOUR + 3 * DAY


def test_what_is_past_and_what_happens_before_the_start_is_told_to_nobody() -> None:
    desk = Desk()
    now = desk.clock.now()
    running = desk.table("anna", "bram")
    desk.clock.advance(2 * DAY)
    assert next_step(running, 0, replace(running.roster.seats[0], away=((now, now + DAY),)), desk.clock.now()) == Step(
        replace(running.roster.seats[0], away=((now, now + DAY),))
    )
    waiting = desk.create(ME, OPEN)
    away = ((now + 5 * DAY, now + 9 * DAY),)
    after = _taken(desk, waiting, away=away)
    assert after.roster.seats[0].away == away
    assert (after.head.due, _kinds(desk, after)[-1][0]) == (waiting.head.due, "created")


@pytest.mark.parametrize("quiet", [NIGHT, (0, 16 * 60), (60, 120)])
def test_a_deadline_never_gets_earlier_by_quiet_hours_or_zone(quiet: pace.Quiet) -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    before = _taken(desk, match, quiet=NIGHT)
    for zone in ("Europe/Amsterdam", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"):
        after = _taken(desk, before, quiet=quiet, zone=zone)
        assert after.head.deadlines[0] >= before.head.deadlines[0]
        assert not pace.is_quiet(after.roster.hours(0), after.head.deadlines[0])
        assert after.roster.seats[0].zone == zone
        before = after
    none = _taken(desk, before, quiet=None)
    assert none.head.deadlines == before.head.deadlines


def test_quiet_hours_that_put_a_deadline_off_still_do_when_an_absence_ends_early() -> None:
    desk = Desk()
    match = _taken(desk, desk.table("anna", "bram"), quiet=(0, 16 * 60))
    put_off = match.head.deadlines[0]
    now = desk.clock.now()
    away = _taken(desk, _taken(desk, match, quiet=None), away=((now, now + DAY),))
    assert away.head.deadlines[0] == put_off + DAY
    desk.clock.advance(HOUR)
    assert _taken(desk, away, away=((now, now + HOUR),)).head.deadlines[0] == put_off + HOUR


def test_of_a_new_ladder_only_what_is_still_to_come_comes() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(decision_time=10 * HOUR, ladder=()))
    now = desk.clock.now()
    desk.clock.advance(6 * HOUR)
    after = _taken(desk, match, ladder=(90, 50, 20))
    assert (after.head.reminded, after.head.due) == ((2, 0), now + 8 * HOUR)
    assert _taken(desk, after, ladder=()).head.due == now + 10 * HOUR


def test_what_is_due_at_this_moment_stays_due() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.clock.time = match.head.due
    after = _taken(desk, match, away=((desk.clock.now(), desk.clock.now() + DAY),))
    assert after.head.due == match.head.due


def test_a_sealed_choice_keeps_a_deadline_that_moves_too() -> None:
    desk = Desk()
    match = desk.play(desk.table("anna", "bram"), 0).match
    now = desk.clock.now()
    after = _taken(desk, match, away=((now, now + DAY),))
    assert after.head.deadlines[0] == match.head.deadlines[0] + DAY
    assert after.head.stopped == match.head.stopped
