"""Who deletes their account: their seats are given back or given up, they are called by no name, others are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.errors import NotYourSeatError
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Caller, Match, Pace, SeatLink, Successor
from chalicelib.matches.orders import OrderWish
from chalicelib.matches.pace import DAY
from chalicelib.matches.retiring import retire
from chalicelib.matches.seating import SeatWish
from chalicelib.matches.spreading import bring_up_to_date
from chalicelib.players import copies
from chalicelib.players.accounts import Changes, delete_account, update_profile
from chalicelib.players.ports import StoreError
from tests.adapters.faults import Fault, FaultyStore
from tests.admin.desk import flaws
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.endings import given_up

PLAYS = {"partnership": True}


def _leave(desk: Desk, player: str = "anna") -> service.Spread:
    delete_account(desk.env, player)
    return service.spread(desk.env)


def _nothing_left(desk: Desk, player: str = "anna") -> bool:
    return desk.store.query(f"P#{player}", consistent=True).items == ()


def test_a_seat_at_a_table_that_waits_is_free_again() -> None:
    desk = Desk()
    own = desk.create(ME, OPEN, OPEN)
    service.join(desk.env, "bram", own.id)
    other = desk.create(ME, OPEN, OPEN, player="cees")
    service.join(desk.env, "anna", other.id)
    alone = desk.create(ME, OPEN)
    kept = desk.create(ME, SeatWish("player", "anna"), player="cees")
    done = _leave(desk)
    assert (done.copied, done.failed) == (4, [])
    assert [seat.kind for seat in desk.load(own).roster.seats] == ["open", "player", "open"]
    assert [seat.kind for seat in desk.load(other).roster.seats] == ["player", "open", "open"]
    assert desk.load(alone).head.status == "cancelled"
    assert desk.load(kept).roster.seats[1].kind == "open"
    assert _nothing_left(desk)


@pytest.mark.parametrize("joins", [True, False])
def test_a_private_table_waits_for_somebody_else_and_its_host_is_told_why(joins: bool) -> None:
    desk = Desk()
    kept = SeatWish("player", "anna"), SeatWish("player", "dora")
    match = desk.create(ME, *kept, player="cees", visibility="private")
    if joins:
        service.join(desk.env, "anna", match.id)
    _leave(desk)
    after = desk.load(match)
    assert after.head.status == "waiting"
    assert [seat.kind for seat in after.roster.seats] == ["player", "open", "reserved"]
    told = desk.store.get(repository.notice_key(match.id, after.head.version, 1, "vacated"))
    assert told is not None
    row = repository.log_row(told)
    assert (row.text, [(each.player, each.category) for each in row.owed]) == ("gone", [("cees", "seat_changed")])
    service.invite(desk.env, "cees", match.id, SeatWish("player", "bram"))
    assert desk.load(match).roster.seats[1].player == "bram"


def test_a_private_table_whose_host_is_gone_is_called_off() -> None:
    desk = Desk()
    match = desk.create(ME, SeatWish("player", "bram"), SeatWish("player", "dora"), visibility="private")
    service.join(desk.env, "bram", match.id)
    _leave(desk)
    assert desk.load(match).head.status == "cancelled"
    (row, *_) = repository.newest(desk.env, desk.load(match), 1)
    assert (row.kind, row.text, {each.player for each in row.owed}) == ("cancelled", "gone", {"bram", "dora"})
    assert "anna" not in {seat.player for seat in desk.load(match).roster.seats}


def test_a_match_of_two_ends_at_once_and_the_other_is_told() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    _leave(desk)
    after = desk.load(match)
    assert (after.head.status, after.head.ending) == ("over", "timed_out")
    row = repository.log(desk.env, match.id)[-1]
    assert (row.kind, row.seat, row.text) == ("retired", 0, "resign")
    assert {each.category for each in row.owed if each.player == "bram"} >= {"match_ended"}
    seat = after.roster.seats[0]
    assert (seat.player, seat.name, seat.zone) == ("anna", "", "UTC")


def test_beside_a_partner_a_bot_plays_on_and_a_substitute_can_come() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", "dora", game="passing-game", options=PLAYS)
    _leave(desk)
    after = desk.load(match)
    assert after.head.status == "running"
    assert (after.roster.seats[0].lent > 0, after.roster.seats[0].retired, after.roster.seats[0].name) == (
        True,
        True,
        "",
    )
    told = {each.player for row in repository.log(desk.env, match.id) for each in row.owed}
    assert {"bram", "cees", "dora"} <= told


def _lent(desk: Desk, then: Successor, **wish: Any) -> Match:
    """A match of three in which a bot stands in for anna."""
    match = desk.table("anna", "bram", "cees", pace=Pace(then=then), **wish)
    return service.lend(desk.env, match.id, Caller("anna"), 1)


def _seat(desk: Desk, match: Match) -> tuple[bool, bool, bool]:
    """Whether a bot plays in anna's seat, because she is gone, and whether somebody else is looked for."""
    seat = desk.load(match).roster.seats[0]
    return seat.lent > 0, seat.retired, seat.wanted


@pytest.mark.parametrize("game", ["sequence-dice", "keer-op-keer", "passing-game"])
@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_a_seat_that_is_lent_goes_where_the_match_says_too_and_the_others_are_told(then: Successor, game: str) -> None:
    desk = Desk()
    match = _lent(desk, then, game=game)
    assert _leave(desk).failed == []
    assert _seat(desk, match) == (then != "resign", then != "resign", then == "substitute")
    row = repository.log(desk.env, match.id)[-1]
    assert (row.kind, row.seat, row.text) == ("retired", 0, then)
    assert {each.player for each in row.owed} == {"bram", "cees"}
    assert (0 in desk.game(match).to_move(desk.load(match).head.state)) is False
    assert _nothing_left(desk)
    assert _leave_again(desk, match) == (0, row)
    assert flaws(desk.env) == {}


def _leave_again(desk: Desk, match: Match) -> tuple[int, LogRow]:
    """How much another pass does, and the newest row."""
    done = service.spread(desk.env)
    return done.copied, repository.log(desk.env, match.id)[-1]


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_so_does_one_that_is_given_away_and_whoever_was_called_keeps_the_call(then: Successor) -> None:
    desk = Desk()
    match = _lent(desk, then)
    service.substitute(desk.env, match.id, Caller("anna"), handle="dora")
    _leave(desk)
    assert _seat(desk, match) == (then != "resign", then != "resign", then != "resign")
    assert [each.id for each in service.mine(desk.env, "dora")] == ([] if then == "resign" else [match.id])
    assert (desk.store.get(repository.seat_key("dora", match.id)) is None) == (then == "resign")
    if then != "resign":
        after = service.substitute(desk.env, match.id, Caller("dora"))
        assert after.roster.seats[0].player == "dora"
    assert flaws(desk.env) == {}


def test_a_seat_that_was_taken_before_is_looked_for_again_and_is_told_once() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", pace=Pace(then="substitute"))
    retire(desk.env, desk.load(match), 0)
    service.end_call(desk.env, match.id, Caller("anna"))
    assert _seat(desk, match) == (True, True, False)
    _leave(desk)
    assert _seat(desk, match) == (True, True, True)
    kept = [row.kind for row in repository.log(desk.env, match.id)]
    assert kept.count("retired") == 2
    assert flaws(desk.env) == {}


@pytest.mark.parametrize("then", ["resign", "bot", "substitute"])
def test_whatever_was_going_on_at_the_table_ends_with_the_account(then: Successor) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", pace=Pace(then=then))
    service.give_orders(desk.env, match.id, [OrderWish("pass")], Caller("anna"))
    now = desk.clock.now()
    service.announce_here(desk.env, match.id, now, now + 9 * DAY, Caller("anna"))
    service.offer_draw(desk.env, match.id, Caller("anna"))
    desk.play(match, 0, {"text": "pass"})
    service.offer_draw(desk.env, match.id, Caller("bram"))
    service.lend(desk.env, match.id, Caller("anna"))
    service.offer_draw(desk.env, match.id, Caller("cees"))
    _leave(desk)
    after = desk.load(match)
    assert (after.head.status, after.head.offers, after.head.orders) == ("running", (), ())
    assert (after.roster.seats[0].away, after.roster.seats[0].apart) == ((), ())
    for seat in (1, 2):
        desk.play(match, seat, {"text": "pass"})
    assert desk.to_move(match) == (1, 2)
    assert flaws(desk.env) == {}


@pytest.mark.parametrize("then", ["resign", "bot"])
def test_beside_a_partner_a_bot_plays_on_in_a_lent_seat_for_good(then: Successor) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", "dora", game="passing-game", options=PLAYS, pace=Pace(then=then))
    service.lend(desk.env, match.id, Caller("anna"))
    _leave(desk)
    seat = desk.load(match).roster.seats[0]
    assert (seat.lent > 0, seat.level > 0) == (then == "bot", then == "resign")
    assert flaws(desk.env) == {}


def test_a_seat_that_was_kept_for_who_is_gone_is_kept_no_more_and_its_player_told() -> None:
    desk = Desk()
    match = desk.table("bram", "cees")
    service.substitute(desk.env, match.id, Caller("bram"), handle="anna")
    _leave(desk)
    seat = desk.load(match).roster.seats[0]
    assert (seat.wanted, seat.called) == (False, "")
    row = repository.log(desk.env, match.id)[-1]
    assert (row.kind, [(each.category, each.player) for each in row.owed]) == ("wanted", [("seat_changed", "bram")])
    assert _nothing_left(desk)


@pytest.mark.parametrize("then", ["bot", "substitute"])
def test_whoever_was_just_coming_back_is_gone_all_the_same(then: Successor) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", then=then)
    _leave(desk)
    with pytest.raises(NotYourSeatError):
        service.take_back(desk.env, match.id, Caller("anna"))
    assert desk.load(match).roster.seats[0].retired


def test_a_copy_that_was_on_its_way_brings_no_name_back() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", then="bot")
    profile = update_profile(desk.env, "anna", Changes(quiet=("22:00", "07:00")))
    _leave(desk)
    assert not bring_up_to_date(desk.env, profile, match.id)
    assert (desk.load(match).roster.seats[0].name, desk.load(match).roster.seats[0].quiet) == ("", None)


def test_of_more_than_two_the_others_play_on() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    _leave(desk)
    assert desk.load(match).head.status == "running"
    assert desk.to_move(match) == (1, 2)
    _leave(desk, "bram")
    assert desk.load(match).head.status == "over"


def test_nobody_is_called_by_a_name_that_was_theirs_not_even_in_what_has_ended() -> None:
    desk = Desk()
    update_profile(desk.env, "anna", Changes(quiet=("22:00", "07:00"), zone="Asia/Tokyo"))
    ended = given_up(desk, desk.table("anna", "bram"), 1)
    alone = desk.create(ME, BOT)
    _leave(desk)
    for match in (ended, alone):
        seat = desk.load(match).roster.seats[0]
        assert (seat.player, seat.name, seat.quiet, seat.zone, seat.epoch) == ("anna", "", None, "UTC", 1)
    assert Caller(link=SeatLink(ended.id, 0, 0)).seat_in(desk.load(ended)) is None
    names = [seat["name"] for seat in service.export(desk.env, ended.id, Caller("bram")).model_dump()["seats"]]
    assert names == ["", "Bram"]


def test_whoever_gave_a_seat_to_somebody_else_is_forgotten_there_too() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees", pace=Pace(then="substitute"))
    service.substitute(desk.env, match.id, Caller("anna"))
    service.substitute(desk.env, match.id, Caller("dora"), 0)
    assert [each.id for each in service.mine(desk.env, "anna")] == []
    (handover,) = desk.load(match).roster.handovers
    assert handover.name == "Anna"
    _leave(desk)
    after = desk.load(match).roster
    assert [(each.player, each.name) for each in after.handovers] == [("anna", "")]
    assert after.seats[0].name == "Dora"
    assert _nothing_left(desk)


def test_who_gave_up_before_only_loses_the_name() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    service.resign(desk.env, match.id, Caller("anna"))
    rows = len(repository.log(desk.env, match.id))
    _leave(desk)
    assert len(repository.log(desk.env, match.id)) == rows
    assert desk.load(match).roster.seats[0].name == ""


class Scene:
    """Anna sits at a table that waits, in a match that runs and in one that is over, and deletes her account."""

    def __init__(self) -> None:
        self.desk = desk = Desk()
        waiting = desk.create(ME, OPEN, OPEN)
        service.join(desk.env, "bram", waiting.id)
        self.matches: list[Match] = [waiting, desk.table("anna", "bram", "cees")]
        self.matches.append(given_up(desk, desk.table("anna", "bram"), 0))
        delete_account(desk.env, "anna")

    def go_on(self, plan: Mapping[int, Fault]) -> FaultyStore:
        """What the sweep does, with these faults."""
        store = FaultyStore(self.desk.store, plan)
        try:
            service.spread(self.desk.over(store))
        except StoreError:
            return store
        return store

    def finish(self) -> None:
        """What the sweeps after it do."""
        for _ in range(3):
            self.desk.clock.advance(60)
            service.spread(self.desk.env)

    def stands(self) -> object:
        """What the matches are like, their logs, and whether anything is left of her."""
        found = [self.desk.load(match) for match in self.matches]
        rows = [(row.kind, row.seat) for match in found for row in repository.log(self.desk.env, match.id)]
        seats = [(seat.kind, seat.player, seat.name, seat.epoch) for match in found for seat in match.roster.seats]
        return seats, rows, [match.head.status for match in found], _nothing_left(self.desk)


CALLS = 18


def crashed(number: int, fault: Fault) -> dict[int, Fault]:
    """The process stops at this call, just before it (or, where the answer is lost, just after it)."""
    return {number: fault, **dict.fromkeys(range(number + 1, number + 60), "before")}


PLANS: list[dict[int, Fault]] = [
    *(crashed(number, fault) for number in range(1, CALLS + 1) for fault in ("before", "lost")),
]


@pytest.fixture(scope="module")
def clean() -> object:
    """What stands after a pass in which nothing fails."""
    scene = Scene()
    assert len(scene.go_on({}).calls) == CALLS
    assert copies.owed(scene.desk.store, "anna") is None
    return scene.stands()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{min(plan)}-{plan[min(plan)]}-{len(plan)}")
def test_whatever_fails_and_wherever_it_stops_all_is_left_once(plan: dict[int, Fault], clean: object) -> None:
    scene = Scene()
    assert scene.go_on(plan).met
    scene.finish()
    assert scene.stands() == clean
