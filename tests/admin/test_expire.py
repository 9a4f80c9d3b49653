"""A decision whose time an operator lets be up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.match import Caller, Match, Pace, Successor
from tests.adapters.decorator import StoreDecorator
from tests.admin.desk import AdminOffice, Done, flaws
from tests.matches.desk import BOT, ME, OPEN

T = TypeVar("T")


def _kinds(office: AdminOffice, match: Match) -> list[str]:
    return [row.kind for row in repository.log(office.desk.env, match.id)]


def test_the_open_decision_expires(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram", game="passing-game")
    (seat,) = office.desk.to_move(match)
    done = office.admin("expire", match.id)
    after = office.desk.load(match)
    told = f"{match.id}: the time of seat {seat} is up, and its move was played; version {after.head.version}.\n"
    assert done == Done(0, told, "")
    (entry,) = repository.log(office.desk.env, match.id)[-1].entries
    assert (entry.seat, entry.how) == (seat, "timeout")
    assert flaws(office.desk.env) == {}
    office.work_off()
    assert office.mails(match.roster.seats[1 - seat].player)


@pytest.mark.parametrize(
    ("then", "told"),
    [("resign", "it was resigned"), ("bot", "a bot plays there"), ("substitute", "a substitute is looked for")],
)
def test_the_last_that_may_be_missed_takes_the_seat(office: AdminOffice, then: Successor, told: str) -> None:
    match = office.desk.table("anna", "bram", game="passing-game", pace=Pace(misses=2), then=then)
    seats = [office.desk.to_move(match)[0]]
    for _ in range(2):
        done = office.admin("expire", match.id)
        assert "its move was played;" in done.out
        seats += office.desk.to_move(match)
    assert seats[2] == seats[0]
    done = office.admin("expire", match.id)
    assert f"the time of seat {seats[0]} is up, and {told}" in done.out
    assert _kinds(office, match)[-1] == "retired"
    assert flaws(office.desk.env) == {}


def test_where_several_decide_one_is_named(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram", "cees")
    told = "Seats 0, 1, 2 have to decide: say with --seat whose time is up.\n"
    assert office.admin("expire", match.id) == Done(2, "", told)
    done = office.admin("expire", match.id, "--seat", "1")
    assert "the time of seat 1 is up, and its move was played in secret, since others have still to choose" in done.out
    assert office.desk.to_move(match) == (0, 2)
    assert flaws(office.desk.env) == {}


def test_there_has_to_be_a_decision(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram", game="passing-game")
    (seat,) = office.desk.to_move(match)
    done = office.admin("expire", match.id, "--seat", str(1 - seat))
    told = f"Seat {1 - seat} has nothing to decide now (of these something is open: {seat}).\n"
    assert done == Done(2, "", told)
    waiting = office.desk.create(ME, OPEN)
    assert office.admin("expire", waiting.id) == Done(2, "", f"{waiting.id} is waiting: no decision is open.\n")
    over = office.desk.play_out(office.desk.create(ME, BOT, game="sequence-dice"))
    assert office.admin("expire", over.id) == Done(2, "", f"{over.id} is over: no decision is open.\n")
    assert office.admin("expire", "nope") == Done(2, "", "There is no match here.\n")


class Overtaken(StoreDecorator):
    """A store in which somebody does something just before the first commit."""

    def __init__(self, office: AdminOffice, first: Callable[[], object]) -> None:
        super().__init__(office.store)
        self._first: list[Callable[[], object]] = [first]

    def around(self, method: str, call: Callable[[], T]) -> T:
        if method == "commit" and self._first:
            self._first.pop()()
        return call()


def test_a_player_who_moves_at_the_same_moment_is_the_faster_one(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram", game="passing-game")
    (seat,) = office.desk.to_move(match)
    store = Overtaken(office, lambda: office.desk.play(match, seat))
    done = office.admin("expire", match.id, "--seat", str(seat), store=store)
    assert (done.status, done.out) == (2, "")
    assert f"Seat {seat} has nothing to decide now" in done.err
    assert _kinds(office, match)[-1] == "moved"
    assert flaws(office.desk.env) == {}


def test_another_seat_that_moves_at_the_same_moment_does_not_disturb_it(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram")
    store = Overtaken(office, lambda: office.desk.play(match, 0))
    done = office.admin("expire", match.id, "--seat", "1", store=store)
    assert done.status == 0
    assert _kinds(office, match)[-2:] == ["sealed", "expired"]
    assert flaws(office.desk.env) == {}


def test_what_plays_by_itself_does_so_and_is_not_missed(office: AdminOffice) -> None:
    desk = office.desk
    match = desk.table("anna", "bram")
    for name in ("anna", "bram"):
        service.give_orders(desk.env, match.id, [service.OrderWish("pass", until=12)], Caller(name))
    for seat in (0, 1):
        match = desk.play(match, seat, {"text": "pass"}).match
    (seat, *_) = desk.to_move(match)
    done = office.admin("expire", match.id, "--seat", str(seat))
    assert (done.status, "it was played by itself" in done.out) == (0, True)
    assert (_kinds(office, match)[-1], desk.load(match).head.misses) == ("continued", (0, 0))
    assert flaws(desk.env) == {}


def test_an_expiry_that_ends_the_match_says_so(office: AdminOffice) -> None:
    match = office.desk.table("anna", "bram", game="sequence-dice", pace=Pace(misses=1))
    done = office.admin("expire", match.id)
    assert "missed in a row; with that the match is over; version" in done.out
    assert office.desk.load(match).head.ending == "timed_out"
    assert flaws(office.desk.env) == {}
