"""Being away: what may be announced, what counts where, and how it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import absence, repository, service
from chalicelib.matches.copies import told
from chalicelib.matches.errors import (
    AbsenceNotFoundError,
    InvalidMatchError,
    MatchNotFoundError,
    NotYourSeatError,
    WrongStatusError,
)
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match, Pace, SeatLink
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players.accounts import Changes, update_profile
from chalicelib.players.errors import TooManyRequestsError, UnknownPlayerError
from chalicelib.players.profile import MOST_ABSENCES, MOST_AWAY
from chalicelib.players.repository import load_profile
from chalicelib.rules import MatchOverError
from tests.matches.desk import ME, OPEN, Desk

ANNA, BRAM = Caller("anna"), Caller("bram")
NEW_YEAR = 1_798_761_600
"""2027-01-01 in UTC."""


def _away(desk: Desk, match: Match, seat: int = 0) -> tuple[tuple[int, int], ...]:
    return desk.load(match).roster.seats[seat].away


def _refused(desk: Desk, since: int, until: int) -> str:
    with pytest.raises(InvalidMatchError) as refused:
        absence.announce(desk.env, "anna", since, until)
    return f"{refused.value.field}: {refused.value.message}"


def test_an_absence_is_announced_listed_and_called_off() -> None:
    desk = Desk()
    now = desk.clock.now()
    first = absence.announce(desk.env, "anna", now + DAY, now + 3 * DAY)
    second = absence.announce(desk.env, "anna", 0, now + HOUR)
    assert [(each.since, each.until) for each in second.absences] == [(now, now + HOUR), (now + DAY, now + 3 * DAY)]
    assert (first.days_left, second.days_left) == (58, 57)
    assert absence.absences(desk.env, "anna") == second
    absence.withdraw(desk.env, "anna", first.absences[0].id)
    assert [each.since for each in absence.absences(desk.env, "anna").absences] == [now]
    with pytest.raises(AbsenceNotFoundError):
        absence.withdraw(desk.env, "anna", first.absences[0].id)
    assert absence.absences(desk.env, "bram").absences == ()


def test_one_that_has_begun_ends_now_and_its_time_stays_spent() -> None:
    desk = Desk()
    now = desk.clock.now()
    absence.announce(desk.env, "anna", now, now + 9 * DAY)
    desk.clock.advance(2 * DAY)
    absence.withdraw(desk.env, "anna", str(now))
    assert load_profile(desk.store, "anna").away == ((now, now + 2 * DAY),)
    found = absence.absences(desk.env, "anna")
    assert (found.absences, found.days_left) == ((), MOST_AWAY - 2)
    with pytest.raises(AbsenceNotFoundError):
        absence.withdraw(desk.env, "anna", str(now))


def test_those_that_overlap_or_touch_become_one() -> None:
    desk = Desk()
    now = desk.clock.now()
    for since, until in ((5, 7), (1, 3), (3, 5), (2, 6)):
        found = absence.announce(desk.env, "anna", now + since * DAY, now + until * DAY)
    assert [(each.since, each.until) for each in found.absences] == [(now + DAY, now + 7 * DAY)]


def test_the_same_again_changes_nothing() -> None:
    desk = Desk()
    now = desk.clock.now()
    first = absence.announce(desk.env, "anna", now, now + DAY)
    version = load_profile(desk.store, "anna").version
    desk.clock.advance(5)
    assert absence.announce(desk.env, "anna", 0, now + DAY) == first
    assert load_profile(desk.store, "anna").version == version


def test_what_is_no_absence_is_refused_with_what_is_meant() -> None:
    desk = Desk()
    now = desk.clock.now()
    assert _refused(desk, now - 301, now + DAY) == "from: An absence begins now or later."
    assert _refused(desk, now + 366 * DAY, now + 370 * DAY) == "from: An absence begins within a year."
    assert _refused(desk, now, now + HOUR - 1) == "until: An absence lasts at least an hour."
    assert _refused(desk, now, now + 121 * DAY) == "until: An absence lasts 120 days at most."
    assert _refused(desk, now + DAY, now + DAY) == "until: An absence ends after it begins."
    assert _refused(desk, now, now - DAY) == "until: An absence ends after it begins."
    assert absence.announce(desk.env, "anna", now - 300, now + HOUR).absences[0].since == now


def test_sixty_days_a_calendar_year_are_the_most() -> None:
    desk = Desk()
    now = desk.clock.now()
    absence.announce(desk.env, "anna", now, now + 40 * DAY)
    assert "60 days a year; 20 of them are left in 2026." in _refused(desk, now + 50 * DAY, now + 71 * DAY)
    assert "60 days a year; 30 of them are left in 2026." in _refused(desk, now + 30 * DAY, now + 61 * DAY)
    absence.announce(desk.env, "anna", NEW_YEAR - 20 * DAY, NEW_YEAR + 60 * DAY)
    assert "0 of them are left in 2027." in _refused(desk, NEW_YEAR + 100 * DAY, NEW_YEAR + 101 * DAY)
    assert absence.absences(desk.env, "anna").days_left == 0


def test_so_many_absences_are_the_most_and_old_ones_are_forgotten() -> None:
    desk = Desk()
    now = desk.clock.now()
    for number in range(MOST_ABSENCES):
        absence.announce(desk.env, "anna", now + (number + 9) * DAY, now + (number + 9) * DAY + HOUR)
        desk.clock.advance(HOUR * 2)
    assert "30 absences" in _refused(desk, now + 90 * DAY, now + 91 * DAY)
    desk.clock.advance(absence.KEPT + 40 * DAY)
    absence.announce(desk.env, "anna", 0, desk.clock.now() + DAY)
    assert len(load_profile(desk.store, "anna").away) == 1


def test_twenty_announcements_a_day_are_the_most_and_those_that_change_nothing_do_not_count() -> None:
    desk = Desk()
    now = desk.clock.now()
    match = desk.table("anna", "bram")
    for number in range(10):
        for _ in range(2):
            absence.announce(desk.env, "anna", now + number * DAY, now + number * DAY + HOUR)
            absence.announce_here(
                desk.env, match.id, now + number * DAY + 2 * HOUR, now + number * DAY + 4 * HOUR, ANNA
            )
    for again in (
        lambda: absence.announce(desk.env, "anna", now + 20 * DAY, now + 21 * DAY),
        lambda: absence.announce_here(desk.env, match.id, now + 20 * DAY, now + 21 * DAY, ANNA),
    ):
        with pytest.raises(TooManyRequestsError):
            again()
    absence.withdraw(desk.env, "anna", str(now))
    absence.announce(desk.env, "bram", now + 20 * DAY, now + 21 * DAY)
    desk.clock.advance(DAY)
    absence.announce(desk.env, "anna", now + 20 * DAY, now + 21 * DAY)


def test_an_answer_says_where_an_absence_counts_for_less() -> None:
    desk = Desk()
    now = desk.clock.now()
    strict = desk.table("anna", "bram", pace=Pace(absence_days=2), name="Strict")
    none = desk.table("anna", "bram", pace=Pace(absence_days=0), name="None")
    desk.table("anna", "bram", name="Usual")
    found = absence.announce(desk.env, "anna", now, now + 5 * DAY)
    assert {(each.match, each.name, each.days, each.until) for each in found.short} == {
        (strict.id, "Strict", 2, now + 2 * DAY),
        (none.id, "None", 0, 0),
    }
    service.spread(desk.env)
    assert (_away(desk, strict), _away(desk, none)) == (((now, now + 2 * DAY),), ())
    assert [row.kind for row in repository.log(desk.env, none.id)] == ["created", "started"]


def test_a_table_that_is_set_up_or_joined_later_knows_of_it() -> None:
    desk = Desk()
    now = desk.clock.now()
    for name in ("anna", "bram"):
        absence.announce(desk.env, name, now + DAY, now + 31 * DAY)
    match = desk.table("anna", "bram")
    assert _away(desk, match, 0) == _away(desk, match, 1) == ((now + DAY, now + 22 * DAY),)
    assert match.head.deadlines == (now + 24 * DAY, now + 24 * DAY)


@pytest.mark.parametrize("text", ["2026-09-21T14:13:20Z", "2026-09-21T16:13:20+02:00", "2026-09-21T14:13:20.5Z"])
def test_moments_are_read_at_any_offset(text: str) -> None:
    assert absence.moment_of(text, "from") == 1_790_000_000


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-09-21", "2026-09-21T14:13:20", "2026-02-30T00:00:00Z", "1e9"])
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(InvalidMatchError, match="A moment is written as in") as refused:
        absence.moment_of(text, "until")
    assert refused.value.field == "until"


def test_an_absence_for_one_match_is_for_that_alone() -> None:
    desk = Desk()
    now = desk.clock.now()
    here, there = desk.table("anna", "bram"), desk.table("anna", "bram")
    after = absence.announce_here(desk.env, here.id, 0, now + 4 * DAY, ANNA)
    assert after == desk.load(here)
    assert after.head.deadlines == (now + 7 * DAY, now + 3 * DAY)
    assert (_away(desk, here), _away(desk, there)) == (((now, now + 4 * DAY),), ())
    assert absence.absences(desk.env, "anna").absences == ()
    update_profile(desk.env, "anna", Changes(zone="Asia/Tokyo"))
    service.spread(desk.env)
    assert _away(desk, here) == ((now, now + 4 * DAY),)
    desk.clock.advance(DAY)
    back = absence.return_here(desk.env, here.id, ANNA)
    assert back.head.deadlines[0] == now + 4 * DAY
    assert [row.text for row in repository.log(desk.env, here.id) if row.kind == "away"] == [
        told((now, now + 4 * DAY)),
        "",
    ]
    with pytest.raises(AbsenceNotFoundError):
        absence.return_here(desk.env, here.id, ANNA)


def test_both_kinds_together_count_once_and_one_goes_without_the_other() -> None:
    desk = Desk()
    now = desk.clock.now()
    match = desk.table("anna", "bram")
    absence.announce(desk.env, "anna", now + DAY, now + 5 * DAY)
    absence.announce_here(desk.env, match.id, now + 2 * DAY, now + 7 * DAY, ANNA)
    assert _away(desk, match) == ((now + DAY, now + 7 * DAY),)
    absence.withdraw(desk.env, "anna", str(now + DAY))
    service.spread(desk.env)
    assert _away(desk, match) == ((now + 2 * DAY, now + 7 * DAY),)
    absence.return_here(desk.env, match.id, ANNA)
    assert _away(desk, match) == ()


def test_a_match_refuses_more_days_than_it_allows_and_says_how_many_are_left() -> None:
    desk = Desk()
    now = desk.clock.now()
    match = desk.table("anna", "bram", pace=Pace(absence_days=5))
    absence.announce(desk.env, "anna", now + DAY, now + 3 * DAY)
    with pytest.raises(InvalidMatchError, match="5 days a year; 3 of them are left in 2026") as refused:
        absence.announce_here(desk.env, match.id, now + 10 * DAY, now + 14 * DAY, ANNA)
    assert (refused.value.code, refused.value.field) == ("invalid_option", "until")
    absence.announce_here(desk.env, match.id, now + 10 * DAY, now + 13 * DAY, ANNA)


def test_only_those_who_play_there_are_away_there() -> None:
    desk = Desk()
    now = desk.clock.now()
    match = desk.table("anna", "bram", "cees")
    private = desk.create(ME, OPEN)
    with pytest.raises(NotYourSeatError):
        absence.announce_here(desk.env, match.id, 0, now + DAY, Caller("dora"))
    with pytest.raises(MatchNotFoundError):
        absence.return_here(desk.env, "nothing", ANNA)
    service.resign(desk.env, match.id, ANNA)
    with pytest.raises(WrongStatusError, match="You gave up"):
        absence.announce_here(desk.env, match.id, 0, now + DAY, ANNA)
    service.resign(desk.env, match.id, BRAM)
    with pytest.raises(MatchOverError):
        absence.announce_here(desk.env, match.id, 0, now + DAY, Caller("cees"))
    service.leave(desk.env, "anna", private.id)
    with pytest.raises((MatchOverError, NotYourSeatError)):
        absence.announce_here(desk.env, private.id, 0, now + DAY, ANNA)


def test_the_link_of_a_seat_does_it_too_and_before_the_start_nobody_is_told() -> None:
    desk = Desk()
    now = desk.clock.now()
    match = desk.create(ME, OPEN)
    link = Caller(link=SeatLink(match.id, 0, 0))
    after = absence.announce_here(desk.env, match.id, 0, now + 2 * DAY, link)
    assert (after.head.status, _away(desk, match)) == ("waiting", ((now, now + 2 * DAY),))
    begun = service.join(desk.env, "bram", match.id)
    assert begun.head.deadlines == (now + 5 * DAY, now + 3 * DAY)


def test_who_is_away_is_neither_reminded_nor_late() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(decision_time=HOUR, ladder=(50,)))
    absence.announce_here(desk.env, match.id, 0, desk.clock.now() + 6 * HOUR, ANNA)
    _sweep_for(desk, 5 * HOUR)
    assert (_reminded(desk, match, "anna"), _reminded(desk, match, "bram")) == (0, 1)
    assert [row.seat for row in repository.log(desk.env, match.id) if row.kind == "expired"] == [1]
    _sweep_for(desk, 2 * HOUR + 600)
    assert _reminded(desk, match, "anna") == 1
    assert ("expired", 0) in [(row.kind, row.seat) for row in repository.log(desk.env, match.id)]


def _sweep_for(desk: Desk, seconds: int) -> None:
    for _ in range(seconds // 600):
        desk.clock.advance(600)
        service.sweep(desk.env)


def _reminded(desk: Desk, match: Match, player: str) -> int:
    owed = [each for row in _notices(desk, match) for each in row.owed]
    return sum((each.category, each.player) == ("reminder", player) for each in owed)


def _notices(desk: Desk, match: Match) -> list[LogRow]:
    rows = desk.store.query(f"M#{match.id}", consistent=True).items
    return [repository.log_row(row) for row in rows if row.kind == "log"]


def test_a_turn_that_comes_while_somebody_is_away_is_told_all_the_same() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice")
    (seat,) = desk.to_move(match)
    other = 1 - seat
    absence.announce_here(desk.env, match.id, 0, desk.clock.now() + 4 * DAY, desk.caller(match, other))
    while desk.to_move(match) == (seat,):
        row = desk.play(match, seat).row
    assert row
    assert [(each.category, each.seat) for each in row.owed] == [("your_turn", other)]


def test_of_somebody_who_is_not_here_nothing_is_known() -> None:
    desk = Desk()
    with pytest.raises(UnknownPlayerError):
        absence.absences(desk.env, "nobody")
    with pytest.raises(UnknownPlayerError):
        absence.announce(desk.env, "nobody", 0, desk.clock.now() + DAY)


def test_an_away_row_that_a_resignation_follows_keeps_its_place() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game="sequence-dice")
    (seat,) = desk.to_move(match)
    other = 1 - seat
    caller = desk.caller(match, other)
    absence.announce_here(desk.env, match.id, 0, desk.clock.now() + DAY, caller)
    service.resign(desk.env, match.id, caller)
    assert [row.kind for row in repository.log(desk.env, match.id)][-2:] == ["away", "resigned"]


def test_a_change_by_somebody_else_in_between_is_not_lost() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    now = desk.clock.now()
    seats = tuple(replace(seat, epoch=7) for seat in match.roster.seats)
    head = replace(match.head, version=match.head.version + 1)
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=seats)))
    after = absence.announce_here(desk.env, match.id, 0, now + DAY, ANNA)
    assert [seat.epoch for seat in after.roster.seats] == [7, 7]
