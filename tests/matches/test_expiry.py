"""The sweep: what falls due is found, judged and settled, once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.errors import OutOfTimeError
from chalicelib.matches.expiry import BEAT
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.orders import OrderWish
from chalicelib.matches.pace import DAY, OUTAGE, UNSTARTED
from chalicelib.matches.playing import HEARTBEAT
from chalicelib.players.ports import Put
from tests.adapters.faults import Fault, FaultyStore
from tests.adapters.index_lag import LaggingStore
from tests.matches.desk import BOT, ME, OPEN, Desk
from tests.matches.time_passing import run_out

PASS = {"text": "pass"}


def hows(desk: Desk, match: Match) -> list[str]:
    return [entry.how for row in repository.log(desk.env, match.id) for entry in row.entries]


def test_an_expired_decision_is_played_with_the_timeout_move() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    desk.play(match, 0, PASS)
    run_out(desk, 3 * DAY)
    done = service.sweep(desk.env)
    assert (done.expired, done.failed, done.complete) == (1, [], True)
    assert hows(desk, match) == ["played", "timeout"]
    assert desk.to_move(match) == (0, 1)


def test_both_seats_expire_in_one_sweep_and_the_new_turn_is_told_at_once() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    run_out(desk, 3 * DAY)
    assert service.sweep(desk.env).expired == 2
    row = repository.log(desk.env, match.id)[-1]
    assert [(each.category, each.player, each.after) for each in row.owed] == [
        ("your_turn", "anna", 0),
        ("your_turn", "bram", 0),
    ]
    assert service.sweep(desk.env).expired == 0


def test_a_decision_in_time_is_left_alone() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    run_out(desk, 3 * DAY - 1)
    assert service.sweep(desk.env).expired == 0
    assert hows(desk, match) == []


def test_a_late_move_commits_the_expiry_itself_and_is_told_so() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    n = match.head.opened[0]
    run_out(desk, 3 * DAY)
    with pytest.raises(OutOfTimeError):
        desk.play(match, 0, PASS, n)
    with pytest.raises(OutOfTimeError):
        desk.play(match, 0, PASS, n)
    assert desk.to_move(match) == (1,)
    assert service.sweep(desk.env).expired == 1
    assert hows(desk, match) == ["timeout", "timeout"]


def test_a_get_never_plays_but_says_overdue() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    run_out(desk, 3 * DAY)
    before = desk.load(match)
    shown = service.look(desk.env, match.id, Caller("anna"))
    assert shown.decision is not None
    assert shown.decision.overdue
    assert [seat.overdue for seat in shown.seats] == [True, True]
    assert desk.load(match) == before


def test_a_late_move_counts_when_the_sweep_was_out() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    service.sweep(desk.env)
    desk.clock.advance(4 * DAY)
    assert desk.play(match, 0, PASS).receipt.text == "pass"


def test_deadlines_that_fell_into_an_outage_move_by_its_length() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    deadline = match.head.deadlines[0]
    service.sweep(desk.env)
    desk.clock.advance(4 * DAY)
    done = service.sweep(desk.env)
    assert (done.expired, done.excused) == (0, 2)
    assert desk.load(match).head.deadlines == (deadline + 4 * DAY,) * 2
    desk.clock.advance(OUTAGE)
    assert service.sweep(desk.env).expired == 0


def test_excused_deadlines_come_in_the_end() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    service.sweep(desk.env)
    desk.clock.advance(4 * DAY)
    service.sweep(desk.env)
    run_out(desk, 3 * DAY)
    assert service.sweep(desk.env).expired == 2
    assert hows(desk, match) == ["timeout", "timeout"]


def test_a_table_that_never_filled_is_called_off_after_fourteen_days() -> None:
    desk = Desk()
    match = desk.create(ME, OPEN)
    desk.clock.advance(UNSTARTED - 1)
    service.sweep(desk.env)
    assert desk.load(match).head.status == "waiting"
    desk.clock.advance(1)
    assert service.sweep(desk.env).cancelled == 1
    assert desk.load(match).head.status == "cancelled"


def test_bots_go_on_in_the_sweep_when_a_commit_had_no_room_for_all() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    crowd = desk.create(ME, *[BOT] * 5)
    service.give_orders(desk.env, crowd.id, [OrderWish("pass")], Caller("anna"))
    desk.play(crowd, 0, PASS)
    continued = 0
    for _ in range(2000):
        if desk.load(crowd).head.status == "over":
            break
        desk.clock.advance(1)
        done = service.sweep(desk.env)
        assert done.failed == []
        continued += done.continued
    ended = desk.load(crowd)
    assert ended.head.status == "over"
    assert continued > 1
    assert 0 not in ended.head.state.outcome.winners
    assert desk.load(match).head.ply == 0


def sweep_for(desk: Desk, commits: int) -> service.Sweep:
    """A sweep that has time for so many commits."""
    store = FaultyStore(desk.store, {})
    return service.sweep(desk.over(store), lambda: store.calls.count("commit") < commits)


def test_a_pass_that_is_cut_short_tells_all_that_was_due_and_goes_on_next_time() -> None:
    desk = Desk()
    matches = [desk.table("anna", "bram") for _ in range(4)]
    run_out(desk, 3 * DAY)
    done = sweep_for(desk, 2)
    assert (done.complete, done.due, done.expired, done.oldest) == (False, 4, 2, 0)
    desk.clock.advance(7)
    done = service.sweep(desk.env)
    assert (done.complete, done.due, done.expired, done.oldest) == (True, 3, 6, 7)
    assert all(hows(desk, match) == ["timeout", "timeout"] for match in matches)


def test_a_match_is_left_in_the_middle_when_time_is_up() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    run_out(desk, 3 * DAY)
    done = sweep_for(desk, 1)
    assert (done.complete, done.due, done.expired, done.failed) == (False, 1, 1, [])
    assert desk.to_move(match) == (1,)
    assert service.sweep(desk.env).expired == 1
    assert hows(desk, match) == ["timeout", "timeout"]


def test_a_pass_that_is_cut_short_does_not_beat() -> None:
    desk = Desk()
    desk.table("anna", "bram")
    run_out(desk, 3 * DAY)
    before = desk.store.get(HEARTBEAT)
    desk.clock.advance(BEAT)
    sweep_for(desk, 2)
    assert desk.store.get(HEARTBEAT) == before
    service.sweep(desk.env)
    assert desk.store.get(HEARTBEAT) != before


def test_a_pass_without_time_looks_at_nothing() -> None:
    desk = Desk()
    desk.table("anna", "bram")
    run_out(desk, 3 * DAY)
    done = service.sweep(desk.env, lambda: False)
    assert (done.complete, done.due, done.expired) == (False, 0, 0)


def test_what_was_due_longest_comes_first_wherever_it_stands_in_the_index() -> None:
    desk = Desk()
    matches = []
    for _ in range(12):
        matches.append(desk.table("anna", "bram"))
        desk.clock.advance(4)
    run_out(desk, 3 * DAY)
    for match in matches:
        assert (sweep_for(desk, 2).expired, hows(desk, match)) == (2, ["timeout", "timeout"])


def test_many_more_than_a_page_of_due_matches_are_all_settled() -> None:
    desk = Desk()
    matches = []
    for _ in range(40):
        matches += [desk.create(ME, OPEN, player=name) for name in ("anna", "bram", "cees", "dora", "elin", "faan")]
        desk.clock.advance(61)
    desk.clock.advance(UNSTARTED)
    assert service.sweep(desk.env).cancelled == len(matches)
    assert {desk.load(match).head.status for match in matches} == {"cancelled"}


def test_the_heartbeat_is_not_written_more_often_than_it_has_to_be() -> None:
    desk = Desk()
    service.sweep(desk.env)
    first = desk.clock.now()
    desk.clock.advance(BEAT - 1)
    service.sweep(desk.env)
    item = desk.store.get(HEARTBEAT)
    assert item is not None
    assert item.body["at"] == first
    desk.clock.advance(1)
    service.sweep(desk.env)
    item = desk.store.get(HEARTBEAT)
    assert item is not None
    assert item.body["at"] == first + BEAT


def test_one_match_that_cannot_be_read_does_not_stop_the_clock_of_the_others() -> None:
    desk = Desk()
    broken = desk.table("anna", "bram")
    others = [desk.table("anna", "bram") for _ in range(6)]
    head = desk.store.get(repository.head_key(broken.id))
    assert head is not None
    body = {**head.body, "state": {"sheet": 7}}
    desk.store.commit([Put(replace(head, body=body, version=head.version + 1))])
    run_out(desk, 3 * DAY)
    done = service.sweep(desk.env)
    assert [each.split(":")[0] for each in done.failed] == [broken.id]
    assert all(hows(desk, match) == ["timeout", "timeout"] for match in others)
    beat = desk.store.get(HEARTBEAT)
    assert beat is not None
    assert beat.body["at"] == desk.clock.now()


def after_an_outage() -> tuple[Desk, Match]:
    desk = Desk()
    match = desk.table("anna", "bram")
    service.sweep(desk.env)
    desk.clock.advance(4 * DAY)
    return desk, match


@pytest.mark.parametrize("fault", ["conflict", "throttled", "before"])
def test_a_recovery_that_failed_once_still_excuses_what_fell_into_the_outage(fault: Fault) -> None:
    desk, _ = after_an_outage()
    clean = FaultyStore(desk.store, {})
    service.sweep(desk.over(clean))
    moving = clean.calls.index("commit") + 1
    desk, match = after_an_outage()
    assert service.sweep(desk.over(FaultyStore(desk.store, {moving: fault}))).failed != []
    desk.clock.advance(60)
    done = service.sweep(desk.env)
    assert (done.expired, done.excused) == (0, 2)
    assert desk.load(match).head.deadlines == (match.head.deadlines[0] + 4 * DAY,) * 2


def test_hints_that_lag_do_not_hide_the_pages_behind_them() -> None:
    desk = Desk()
    lagging = LaggingStore(desk.store, None)
    matches = [desk.create(ME, OPEN, player=name) for _ in range(30) for name in ("anna", "bram", "cees", "dora")]
    lagging.release()
    moved = [service.leave(desk.over(lagging), match.roster.creator, match.id) for match in matches[:60]]
    desk.clock.advance(UNSTARTED)
    done = service.sweep(desk.over(lagging))
    assert done.cancelled == len(matches) - len(moved)
