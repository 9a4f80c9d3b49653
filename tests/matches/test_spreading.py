"""The background copy: what a player changes reaches every match they play, whatever fails on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from chalicelib.matches import absence, repository, spreading
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match, Pace
from chalicelib.matches.pace import DAY, HOUR
from chalicelib.matches.seating import SeatWish
from chalicelib.matches.spreading import spread, spread_one
from chalicelib.players import copies
from chalicelib.players.accounts import Changes, update_profile
from chalicelib.players.ports import Put, StoreError
from chalicelib.players.repository import load_profile
from tests.adapters.decorator import StoreDecorator
from tests.adapters.faults import FAULTS, Fault, FaultyStore
from tests.matches.desk import ME, OPEN, Desk
from tests.matches.endings import given_up

CHANGES = Changes(name="Anna Again", language="nl", zone="Europe/Amsterdam", quiet=("22:00", "07:00"), reminders=[20])
CALLS = 17
"""Store calls of a clean pass over three matches, of which one is over, with an absence beside the changes."""


def _seat(desk: Desk, match: Match, player: str = "anna") -> tuple[object, ...]:
    seat = next(seat for seat in desk.load(match).roster.seats if seat.player == player)
    return seat.name, seat.language, seat.zone, seat.quiet, seat.ladder, seat.away


def _owed(desk: Desk, player: str = "anna") -> copies.Owed | None:
    return copies.owed(desk.store, player)


def test_what_somebody_changes_reaches_running_and_waiting_matches_and_nobody_elses_seat() -> None:
    desk = Desk()
    running, waiting = desk.table("anna", "bram"), desk.create(ME, OPEN)
    kept = desk.create(ME, SeatWish("player", "anna"), player="cees")
    ended = given_up(desk, desk.table("anna", "bram"), 0)
    update_profile(desk.env, "anna", CHANGES)
    assert _seat(desk, running)[0] == "Anna"
    done = spread(desk.env)
    assert (done.copied, done.failed, done.complete) == (3, [], True)
    for match in (running, waiting, kept):
        assert _seat(desk, match) == ("Anna Again", "nl", "Europe/Amsterdam", (1320, 420), (20,), ())
    assert _seat(desk, running, "bram")[0] == "Bram"
    assert _seat(desk, ended)[0] == "Anna"
    assert _owed(desk) is None
    version = desk.load(running).head.version
    assert spread(desk.env).seen == 0
    assert desk.load(running).head.version == version


def test_other_nights_and_zones_again_and_again_hold_nobody_up() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", pace=Pace(HOUR))
    opened, nights = desk.clock.now(), (("00:00", "16:00"), ("08:00", "23:59"), ("16:00", "08:00"))
    for number in range(60):
        zone = ("UTC", "Asia/Tokyo", "America/New_York", "Pacific/Auckland")[number % 4]
        update_profile(desk.env, "anna", Changes(zone=zone, quiet=nights[number % 3]))
        spread(desk.env)
        desk.clock.advance(60)
    assert opened + HOUR <= desk.load(match).head.deadlines[0] <= opened + HOUR + 3 * DAY


def test_a_change_of_what_no_match_has_owes_nothing() -> None:
    desk = Desk()
    update_profile(desk.env, "anna", Changes(handle="annie"))
    update_profile(desk.env, "anna", Changes(name="Anna"))
    assert _owed(desk) is None


def test_a_list_of_several_pages_is_gone_through_and_goes_on_where_it_stopped() -> None:
    desk = Desk()
    matches = [desk.create(ME, OPEN) for _ in range(spreading.PAGE + 3)]
    update_profile(desk.env, "anna", Changes(name="Anna Again"))
    left = iter([True] * (spreading.PAGE + 1))
    first = spread(desk.env, lambda: next(left, False))
    assert (first.copied, first.complete) == (spreading.PAGE + 1, False)
    owed = _owed(desk)
    assert owed
    assert owed.after == repository.seat_key("anna", sorted(match.id for match in matches)[spreading.PAGE - 1]).sort
    second = spread(desk.env)
    assert (second.copied, second.seen, second.complete) == (2, 3, True)
    assert {_seat(desk, match)[0] for match in matches} == {"Anna Again"}


def test_a_pass_does_so_much_and_no_more() -> None:
    desk = Desk()
    for name in ("anna", "bram"):
        for _ in range(2):
            desk.create(ME, OPEN, player=name)
        update_profile(desk.env, name, Changes(language="sv"))
    done = spreading.Spread(seen=spreading.MOST - 3)
    for name in ("anna", "bram"):
        found = _owed(desk, name)
        assert found
        spreading._carried_out(desk.env, found, done, lambda: True)
    assert (done.copied, done.complete) == (3, False)
    assert spread(desk.env).copied == 1


def test_what_changes_again_meanwhile_is_copied_again() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    update_profile(desk.env, "anna", Changes(name="First"))
    owed = _owed(desk)
    assert owed
    update_profile(desk.env, "anna", Changes(name="Second"))
    spreading._carried_out(desk.env, owed, spreading.Spread(), lambda: True)
    assert _seat(desk, match)[0] == "Second"
    assert _owed(desk)
    assert spread(desk.env).copied == 0
    assert _owed(desk) is None


def test_a_move_at_the_same_moment_is_kept_and_the_copy_too() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    update_profile(desk.env, "anna", Changes(name="Anna Again"))

    class Meddled(StoreDecorator):
        """Somebody moves between what the copy reads and what it stores."""

        moved = False

        def commit(self, *args: object, **more: object) -> None:
            if not self.moved:
                self.moved = True
                desk.play(match, 1)
            super().commit(*args, **more)  # type: ignore[arg-type]

    assert spread(desk.over(Meddled(desk.store))).failed == []
    assert _seat(desk, match)[0] == "Anna Again"
    assert [row.kind for row in repository.log(desk.env, match.id)][-1] == "sealed"


def test_a_match_that_cannot_be_read_keeps_no_other_back_and_is_tried_again_later() -> None:
    desk = Desk()
    bad, good = desk.table("anna", "bram"), desk.table("anna", "bram")
    newer = [replace(item, format=9) for item in desk.store.query(f"M#{bad.id}", prefix="A#").items]
    desk.store.commit([Put(item) for item in newer])
    update_profile(desk.env, "anna", Changes(name="Anna Again"))
    done = spread(desk.env)
    assert (done.copied, done.failed) == (1, [f"{bad.id}: NewerFormatError"])
    assert _seat(desk, good)[0] == "Anna Again"
    for tries, pause in enumerate((60, 120, 240), 1):
        owed = _owed(desk)
        assert owed
        assert (owed.due, owed.tries, owed.after) == (desk.clock.now() + pause, tries, "")
        desk.clock.advance(pause - 1)
        assert spread(desk.env).failed == []
        desk.clock.advance(1)
        assert spread(desk.env).failed == [f"{bad.id}: NewerFormatError"]


def test_a_row_that_is_no_row_stops_nobody_else() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for name in ("anna", "bram"):
        update_profile(desk.env, name, Changes(language="nl"))
    item = desk.store.get(repository.seat_key("bram", match.id))
    assert item
    desk.store.commit([Put(replace(item, body={}))])
    done = spread(desk.env)
    assert (done.copied, done.failed) == (1, ["bram: KeyError"])


class Scene:
    """Anna sits in three matches, one of them over, has changed everything, and is away."""

    def __init__(self) -> None:
        self.desk = desk = Desk()
        self.matches = [desk.table("anna", "bram"), desk.create(ME, OPEN)]
        given_up(desk, desk.table("anna", "bram"), 0)
        update_profile(desk.env, "anna", CHANGES)
        now = desk.clock.now()
        absence.announce(desk.env, "anna", now, now + 2 * DAY)

    def spread(self, plan: Mapping[int, Fault]) -> FaultyStore:
        """A pass with these faults."""
        store = FaultyStore(self.desk.store, plan)
        try:
            spread(self.desk.over(store))
        except StoreError:
            return store
        return store

    def finish(self) -> None:
        """What the sweeps after it do."""
        for _ in range(3):
            self.desk.clock.advance(60)
            spread(self.desk.env)

    def stands(self) -> object:
        """What the matches are like, and what was told of it."""
        now = 1_790_000_000
        seats = [_seat(self.desk, match) for match in self.matches]
        assert {seat[5] for seat in seats} == {((now, now + 2 * DAY),)}
        told = [(row.kind, row.text, row.owed[0].player) for row in self._rows() if row.kind == "away"]
        return [seat[:5] for seat in seats], told, self.desk.load(self.matches[0]).head.deadlines, _owed(self.desk)

    def _rows(self) -> list[LogRow]:
        return repository.log(self.desk.env, self.matches[0].id)


def crashed(number: int, fault: Fault) -> dict[int, Fault]:
    """The process stops at this call, just before it (or, where the answer is lost, just after it)."""
    return {number: fault, **dict.fromkeys(range(number + 1, number + 60), "before")}


PLANS: list[dict[int, Fault]] = [
    *({number: fault} for number in range(1, CALLS + 1) for fault in FAULTS),
    *(crashed(number, fault) for number in range(1, CALLS + 1) for fault in ("before", "lost")),
]


@pytest.fixture(scope="module")
def clean() -> object:
    """What stands after a pass in which nothing fails."""
    scene = Scene()
    store = scene.spread({})
    assert len(store.calls) == CALLS
    return scene.stands()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{min(plan)}-{plan[min(plan)]}-{len(plan)}")
def test_whatever_fails_and_wherever_it_stops_all_is_copied_and_told_once(
    plan: dict[int, Fault], clean: object
) -> None:
    scene = Scene()
    store = scene.spread(plan)
    assert store.met or "conflict" in plan.values()
    scene.finish()
    assert scene.stands() == clean


def test_two_at_once_do_it_once() -> None:
    scene = Scene()
    found = _owed(scene.desk)
    assert found
    inner = scene.desk.store

    class Twice(StoreDecorator):
        """Another pass is done before the first commit of this one."""

        done = False

        def commit(self, *args: object, **more: object) -> None:
            if not self.done:
                self.done = True
                spread(scene.desk.env)
            super().commit(*args, **more)  # type: ignore[arg-type]

    assert spread(scene.desk.over(Twice(inner))).failed == []
    assert len([row for row in scene._rows() if row.kind == "away"]) == 1
    assert _owed(scene.desk) is None


def test_one_player_can_be_seen_to_alone_and_at_once() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for name in ("anna", "bram"):
        update_profile(desk.env, name, Changes(language="af"))
    assert spread_one(desk.env, "anna").copied == 1
    assert (_seat(desk, match)[1], _seat(desk, match, "bram")[1]) == ("af", "en")
    assert spread_one(desk.env, "anna").seen == 0


def test_an_absence_reaches_a_match_before_its_deadline_is_judged() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.clock.time = match.head.deadlines[0] - 10
    absence.announce(desk.env, "anna", 0, desk.clock.now() + HOUR)
    desk.clock.advance(30)
    spread(desk.env)
    assert desk.load(match).head.deadlines[0] == match.head.deadlines[0] + HOUR


def test_a_profile_tells_what_its_row_is_of() -> None:
    desk = Desk()
    update_profile(desk.env, "anna", Changes(quiet=("23:30", "06:15")))
    owed = _owed(desk)
    assert owed
    assert owed.version == load_profile(desk.store, "anna").version
    item = desk.store.get(copies.key("anna"))
    assert item
    assert item.work
    assert item.work.shard == copies.shard("anna")
