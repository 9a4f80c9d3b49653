"""A nudge: to those who keep the others waiting, once a day, and to nobody who should be left in peace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.matches import nudging, repository, service
from chalicelib.matches.errors import NotYourSeatError, WrongStatusError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.players import blocks
from chalicelib.players.errors import TooManyRequestsError
from chalicelib.post.delivery import Notice
from chalicelib.rules import MatchOverError, NotToMoveError
from tests.admin.desk import flaws
from tests.matches.desk import ME, OPEN, Desk

PASS = {"text": "pass"}
ANNA, BRAM, CEES = Caller("anna"), Caller("bram"), Caller("cees")


@pytest.fixture
def desk() -> Desk:
    return Desk()


def nudge(desk: Desk, match: Match, caller: Caller = ANNA) -> Match:
    return service.nudge(desk.env, match.id, caller)


def rows(desk: Desk, match: Match) -> list[LogRow]:
    """The rows that owe notices and tell nothing."""
    page = desk.store.query(repository.partition(match.id), prefix="N#")
    return [repository.log_row(item) for item in page.items]


def nudged(desk: Desk, match: Match) -> list[list[str]]:
    """Who was nudged, nudge by nudge."""
    return [[owed.player for owed in row.owed if owed.category == "nudge"] for row in rows(desk, match)]


def with_seat(desk: Desk, match: Match, seat: int, **changes: Any) -> None:
    """Have a seat of a match otherwise."""
    match = desk.load(match)
    seats = list(match.roster.seats)
    seats[seat] = replace(seats[seat], **changes)
    head = replace(match.head, version=match.head.version + 1)
    desk.store.commit(repository.writes(match, head, None, roster=replace(match.roster, seats=tuple(seats))))


def test_everybody_else_who_owes_a_decision_for_an_hour_is_nudged(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees", "dora")
    desk.play(match, 3, PASS)
    desk.clock.advance(HOUR)
    before = desk.load(match)
    after = nudge(desk, match)
    assert after == desk.load(match) == replace(before, head=replace(before.head, version=before.head.version + 1))
    (row,) = rows(desk, match)
    assert (row.kind, row.seat) == ("nudged", 0)
    opened = before.head.opened
    assert [(each.category, each.seat, each.player, each.n) for each in row.owed] == [
        ("nudge", 1, "bram", opened[1]),
        ("nudge", 2, "cees", opened[2]),
    ]
    assert flaws(desk.env) == {}


def test_a_decision_is_given_an_hour(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.clock.advance(HOUR - 1)
    with pytest.raises(WrongStatusError, match="open for an hour"):
        nudge(desk, match)
    desk.clock.advance(1)
    nudge(desk, match)
    assert nudged(desk, match) == [["bram"]]


def test_nobody_nudges_themselves_or_those_who_have_chosen(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.play(match, 1, PASS)
    desk.clock.advance(HOUR)
    with pytest.raises(WrongStatusError, match="Nobody else has to decide"):
        nudge(desk, match)
    assert nudged(desk, match) == []


def test_once_a_day_a_match_and_player(desk: Desk) -> None:
    match, other = desk.table("anna", "bram"), desk.table("anna", "bram")
    desk.clock.advance(HOUR)
    nudge(desk, match)
    with pytest.raises(TooManyRequestsError, match="nudged in this match today"):
        nudge(desk, match)
    nudge(desk, other)
    nudge(desk, match, BRAM)
    desk.clock.advance(DAY)
    nudge(desk, match)
    assert nudged(desk, match) == [["bram"], ["anna"], ["bram"]]


def test_nobody_is_nudged_for_one_decision_by_all_of_a_table(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    desk.play(match, 0, PASS)
    desk.play(match, 2, PASS)
    desk.clock.advance(HOUR)
    nudge(desk, match)
    with pytest.raises(WrongStatusError, match="nudged today already"):
        nudge(desk, match, CEES)


def test_who_is_away_and_whom_a_block_keeps_apart_are_left_in_peace(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    desk.clock.advance(HOUR)
    now = desk.clock.now()
    with_seat(desk, match, 2, away=((now - 60, now + DAY),))
    blocks.block(desk.env, "bram", "anna")
    with pytest.raises(WrongStatusError, match="nudged today already"):
        nudge(desk, match)
    desk.play(match, 1, PASS)
    with pytest.raises(WrongStatusError, match="is away"):
        nudge(desk, match)
    assert nudged(desk, match) == []


def test_a_nudge_waits_for_the_end_of_quiet_hours(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    desk.clock.advance(HOUR)
    minute = desk.clock.now() // 60 % 1_440
    with_seat(desk, match, 1, quiet=((minute - 5) % 1_440, (minute + 30) % 1_440))
    nudge(desk, match)
    (owed,) = rows(desk, match)[0].owed
    assert owed.after - desk.clock.now() == 30 * 60 - desk.clock.now() % 60


def test_a_bot_that_stands_in_is_not_nudged(desk: Desk) -> None:
    match = desk.table("anna", "bram")
    with_seat(desk, match, 1, lent=1)
    desk.clock.advance(HOUR)
    with pytest.raises(WrongStatusError, match="Nobody else has to decide"):
        nudge(desk, match)


def test_the_notice_knows_who_nudged(desk: Desk) -> None:
    match = desk.table("anna", "bram", "cees")
    desk.play(match, 1, PASS)
    desk.clock.advance(HOUR)
    nudge(desk, match, BRAM)
    told = rows(desk, match)[0]
    for owed in told.owed:
        notice = Notice(owed.player, told.at, match.id, owed.n, owed.seat, owed.category)
        assert nudging.nudger(desk.env, match.id, notice) == 1
    assert nudging.nudger(desk.env, match.id, Notice("anna", told.at + 1, match.id, 3, 0, "nudge")) is None


def test_only_those_in_a_match_that_runs_nudge(desk: Desk) -> None:
    waiting, over, left = desk.create(ME, OPEN), desk.table("anna", "bram"), desk.table("anna", "bram", "cees")
    desk.clock.advance(HOUR)
    service.resign(desk.env, over.id, ANNA)
    service.resign(desk.env, left.id, ANNA)
    with pytest.raises(WrongStatusError):
        nudge(desk, waiting)
    with pytest.raises(MatchOverError):
        nudge(desk, over)
    with pytest.raises(NotToMoveError):
        nudge(desk, left)
    with pytest.raises(NotYourSeatError):
        nudge(desk, over, CEES)
