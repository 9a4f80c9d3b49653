"""Standing orders: what they play, when they end, who is told, and that nothing is played twice or lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from chalicelib import games
from chalicelib.matches import proof, repository, service
from chalicelib.matches.errors import NotYourSeatError, OrderRefusedError, StaleDecisionError, WrongStatusError
from chalicelib.matches.events import Entry, LogRow
from chalicelib.matches.match import Caller, Match, Order, SeatLink
from chalicelib.matches.orders import MOST, OrdersShown, OrderWish
from chalicelib.matches.standing import Standing
from chalicelib.matches.turn import AUTOMATIC
from chalicelib.rules import AmbiguousMoveError, MalformedMoveError, MatchOverError, NotToMoveError
from tests.adapters.barrier import BarrierStore, race
from tests.adapters.counting import CountingStore
from tests.matches import races
from tests.matches.desk import BOT, ME, OPEN, Desk

PASS = {"text": "pass"}
PASSING = OrderWish("pass")
TAKING = ("keer-op-keer", "keer-op-keer-3", "sequence-dice")


def give(desk: Desk, match: Match, seat: int, *wishes: OrderWish, seen: int = 0) -> OrdersShown:
    """Give these orders for a seat."""
    return service.give_orders(desk.env, match.id, wishes, desk.caller(match, seat), seen=seen)


def known(desk: Desk, match: Match, seat: int) -> OrdersShown:
    """The orders of a seat."""
    return service.orders(desk.env, match.id, desk.caller(match, seat))


def came(shown: OrdersShown) -> list[tuple[str, str]]:
    """What came of each order that was tried last, with the move it named."""
    return [(each.order.text or each.order.kind, each.came) for each in shown.tried]


def move(text: str) -> OrderWish:
    """An order to play this."""
    return OrderWish("move", text)


def entries_of(desk: Desk, match: Match) -> list[Entry]:
    """All moves on record."""
    return [entry for row in repository.log(desk.env, match.id) for entry in row.entries]


def play_by_hand(desk: Desk, match: Match, seats: Sequence[int], limit: int = 2000) -> Match:
    """Let these seats play their first legal move until the match ends or waits for somebody else."""
    for _ in range(limit):
        match = desk.load(match)
        if match.head.status == "running" and match.head.due <= desk.clock.now():
            service.sweep(desk.env)
            continue
        owing = [seat for seat in desk.to_move(match) if seat in seats]
        if match.head.status != "running" or not owing:
            return match
        match = desk.play(match, owing[0]).match
    raise AssertionError("the match does not end")


def never(key: str, legal: Sequence[str]) -> str:
    """A move of this game that is none of the legal ones."""
    texts = {"keer-op-keer": ("g5 A1 A2 O1 O2 O3",), "keer-op-keer-3": ("bomb AP",)}.get(key, ("xa1", "a1", "f6"))
    return next(text for text in texts if text not in legal)


def opened_twice(key: str, *names: str) -> tuple[Desk, Match, Desk, Match, int, list[str]]:
    """The same match at two services, one move before a decision of a seat; the seat, and what it may choose then.

    The first of them goes on to where the decision is open.
    """
    by_hand, beforehand = Desk(), Desk()
    one, other = (desk.table(*names, game=key) for desk in (by_hand, beforehand))
    for _ in range(200):
        seat = by_hand.to_move(one)[-1]
        before = by_hand.load(one).head.opened
        one = by_hand.play(one, seat).match
        for asked in by_hand.to_move(one):
            legal = [text for text, _ in service.legal(by_hand.env, one.id, by_hand.caller(one, asked)).moves]
            fresh = one.head.opened[asked] == one.head.version != before[asked]
            if asked != seat and fresh and len(legal) > 2:
                return by_hand, one, beforehand, other, asked, legal
        other = beforehand.play(other, seat).match
    raise AssertionError("nobody is asked anything")


@pytest.mark.parametrize("key", ["keer-op-keer", "keer-op-keer-3"])
def test_a_seat_passes_until_the_roll_that_was_named_and_decides_again_then(key: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game=key)
    shown = give(desk, match, 0, OrderWish("pass", until=6))
    assert (shown.waiting, shown.open) == ((Order("pass", until=6),), match.head.opened[0])
    match = play_by_hand(desk, desk.play(match, 0).match, (1,))
    first, *others = [entry for entry in entries_of(desk, match) if entry.seat == 0]
    assert first.how == "played"
    assert {entry.text for entry in others if entry.how == "ordered"} == {"pass"}
    assert sum(entry.how == "ordered" for entry in others) == 4
    view = desk.game(match).view(match.head.state, 0)
    assert (view.roll_number, 0 in desk.to_move(match)) == (6, True)
    assert came(known(desk, match, 0)) == [("pass", "ended")]
    assert known(desk, match, 0).waiting == ()


@pytest.mark.parametrize("key", ["keer-op-keer", "keer-op-keer-3"])
def test_a_seat_passes_over_a_whole_match_and_is_asked_only_what_no_pass_answers(key: str) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", game=key)
    give(desk, match, 0, PASSING)
    match = desk.play_out(match)
    assert match.head.status == "over"
    hows = {(entry.how, entry.text) for entry in entries_of(desk, match)[2:] if entry.seat == 0}
    assert all(text == "pass" for how, text in hows if how == "ordered")
    assert not [text for how, text in hows if how == "played" and (key == "keer-op-keer" or text == "pass")]
    assert desk.store.get(repository.orders_key(match.id)) is None
    record = service.export(desk.env, match.id, Caller("bram"))
    proof.check(games, record)
    assert "ordered" not in {each.how for each in record.moves}


@pytest.mark.parametrize("key", TAKING)
def test_the_first_move_that_is_legal_is_played_in_the_commit_that_opens_the_decision(key: str) -> None:
    by_hand, one, desk, match, seat, legal = opened_twice(key, "anna", "bram")
    wanted = legal[1]
    give(desk, match, seat, move(never(key, legal)), move(wanted), move(legal[0]))
    match = desk.play(match, by_hand.load(one).head.last[1]).match
    row = repository.log(desk.env, match.id)[-1]
    assert row.ordered == ((seat, wanted),)
    sealed = desk.game(match).sealed(match.head.state, seat)
    on_record = [each.text for each in row.entries if each.how == "ordered"]
    assert [*on_record, *([desk.game(match).format(sealed)] if sealed else [])] == [wanted]
    assert [result for _, result in came(known(desk, match, seat))] == ["not_legal", "played", "not_needed"]
    assert known(desk, match, seat).waiting == ()
    assert not [each for each in row.owed if each.seat == seat and each.category == "your_turn"]


@pytest.mark.parametrize("key", TAKING)
def test_a_move_that_is_not_legal_then_is_forgotten_and_its_player_asked(key: str) -> None:
    by_hand, one, desk, match, seat, legal = opened_twice(key, "anna", "bram")
    wrong = never(key, legal)
    give(desk, match, seat, move(wrong))
    match = desk.play(match, by_hand.load(one).head.last[1]).match
    shown = known(desk, match, seat)
    assert (came(shown), shown.waiting, shown.n) == ([(wrong, "not_legal")], (), shown.open)
    row = repository.log(desk.env, match.id)[-1]
    assert row.ordered == ()
    assert [each.n for each in row.owed if each.seat == seat] == [match.head.opened[seat]]


def test_orders_are_not_for_a_decision_that_is_open_already_whatever_others_do_meanwhile() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    shown = give(desk, match, 0, PASSING)
    assert shown.open == match.head.opened[0]
    for seat in (1, 2):
        match = desk.play(match, seat).match
        assert desk.to_move(match)[0] == 0
    desk.clock.advance(60)
    service.sweep(desk.env)
    assert desk.load(match) == match
    match = desk.play(match, 0).match
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"),)
    assert desk.to_move(match) == (1, 2)


def test_several_seats_orders_run_in_one_commit_and_others_may_order_at_the_same_time() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    give(desk, match, 0, OrderWish("pass", until=3))
    give(desk, match, 2, OrderWish("pass", until=4))
    for seat in (0, 1, 2):
        match = desk.play(match, seat).match
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"), (2, "pass"))
    assert desk.to_move(match) == (1,)
    match = desk.play(match, 1).match
    row = repository.log(desk.env, match.id)[-1]
    assert [(each.seat, each.how) for each in row.entries] == [(0, "ordered"), (1, "played"), (2, "ordered")]
    assert row.ordered == ((2, "pass"),)
    assert desk.to_move(match) == (0, 1)
    assert [each.seat for each in desk.load(match).head.orders if each.waiting] == [2]


def test_more_than_one_commit_takes_is_gone_on_with_by_the_sweep_and_none_is_asked() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    for seat in (0, 1):
        give(desk, match, seat, OrderWish("pass", until=15))
    desk.play(match, 0, PASS)
    match = desk.play(match, 1, PASS).match
    row = repository.log(desk.env, match.id)[-1]
    assert len(row.ordered) == AUTOMATIC
    assert match.head.due == desk.clock.now()
    while desk.load(match).head.due <= desk.clock.now():
        service.sweep(desk.env)
    match = desk.load(match)
    assert desk.game(match).view(match.head.state, None).roll_number == 15
    assert [entry.how for entry in entries_of(desk, match)].count("ordered") == 26
    assert [each.waiting for each in match.head.orders if each.seat in desk.to_move(match)] == [()]


def test_a_table_with_bots_is_played_on_by_orders_from_one_request() -> None:
    desk = Desk()
    match = desk.create(ME, BOT, game="sequence-dice")
    while 0 not in desk.to_move(match):
        service.sweep(desk.env)
    give(desk, match, 0, *(move(text) for text in ("a1", "b2", "c3")))
    match = desk.play(match, 0).match
    hows = {entry.how for entry in repository.log(desk.env, match.id)[-1].entries}
    assert {"played", "bot"} <= hows
    assert known(desk, match, 0).waiting == ()
    assert len(came(known(desk, match, 0))) == 3


def test_an_expiry_carries_orders_out_too_and_what_was_ordered_is_no_presence() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, PASSING)
    service.sweep(desk.env)
    desk.clock.advance(3 * 86_400 - 60)
    service.sweep(desk.env)
    desk.clock.advance(60)
    service.sweep(desk.env)
    match = desk.load(match)
    assert repository.log(desk.env, match.id)[-1].kind == "expired"
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"),)
    assert match.head.misses == (1, 1)
    match = desk.play(match, 1).match
    assert match.head.misses == (1, 0)


def test_what_an_order_sealed_can_be_taken_back_and_is_not_chosen_again_for_this_decision() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    give(desk, match, 0, PASSING)
    for seat in (0, 1, 2):
        match = desk.play(match, seat).match
    shown = service.look(desk.env, match.id, Caller("anna"))
    assert shown.decision is not None
    assert (shown.decision.sealed, shown.decision.n) == ("pass", match.head.opened[0])
    match = service.retract(desk.env, match.id, 0, shown.decision.n, Caller("anna")).match
    for seat in (1, 2):
        match = desk.play(match, seat).match
    assert desk.to_move(match) == (0,)
    match = desk.play(match, 0).match
    row = repository.log(desk.env, match.id)[-1]
    assert (row.entries[0].seat, row.entries[0].how) == (0, "played")
    assert row.ordered == ((0, "pass"),)


def test_what_an_order_sealed_can_be_replaced_and_counts_as_played_then() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, OrderWish("pass", until=3))
    for seat in (0, 1):
        match = desk.play(match, seat).match
    match = desk.play(desk.play(match, 0).match, 1).match
    assert [each.how for each in repository.log(desk.env, match.id)[-1].entries] == ["played", "played"]


def test_the_same_orders_again_change_nothing_and_others_take_their_place() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    first = give(desk, match, 0, move("g1 h1"), PASSING)
    before = desk.load(match)
    assert give(desk, match, 0, move("G1  H1"), PASSING) == first
    assert desk.load(match) == before
    assert [each.text for each in give(desk, match, 0, move("g1 h2")).waiting] == ["g1 H2"]
    assert desk.load(match).head.version == before.head.version + 1
    assert give(desk, match, 0).waiting == ()
    assert desk.store.get(repository.orders_key(match.id)) is None
    after = desk.load(match)
    service.withdraw_orders(desk.env, match.id, Caller("anna"))
    assert desk.load(match) == after
    assert [row.kind for row in repository.log(desk.env, match.id)] == ["created", "started"]


def test_nobody_has_more_orders_than_there_is_room_for() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    most = [move("g1 H1")] * (MOST - 1) + [PASSING]
    with pytest.raises(OrderRefusedError, match=f"You have {MOST} orders already"):
        give(desk, match, 0, *most, PASSING)
    assert desk.load(match) == match
    assert len(give(desk, match, 0, *most).waiting) == MOST


def test_orders_thought_out_before_a_decision_opened_are_refused_once_it_is_open() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    seen = match.head.version
    give(desk, match, 0, PASSING, seen=seen)
    for seat in (0, 1):
        match = desk.play(match, seat).match
    service.withdraw_orders(desk.env, match.id, Caller("anna"))
    with pytest.raises(StaleDecisionError):
        give(desk, match, 0, move("g1 H1"), seen=seen)
    assert give(desk, match, 0, move("g1 H1"), seen=desk.load(match).head.version).waiting


def test_orders_go_with_who_gave_them() -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    for seat in range(3):
        give(desk, match, seat, PASSING)
    service.resign(desk.env, match.id, Caller("anna"))
    match = desk.load(match)
    assert [each.seat for each in match.head.orders] == [1, 2]
    sitters = (
        match.roster.seats[0],
        replace(match.roster.seats[1], player="dora"),
        replace(match.roster.seats[2], lent=2),
    )
    roster = replace(match.roster, seats=sitters)
    head = replace(match.head, version=match.head.version + 1)
    desk.store.commit(repository.writes(match, head, None, roster=roster))
    assert desk.load(match).head.orders == ()


def test_whoever_takes_a_seat_over_is_not_told_what_the_one_before_had_ordered() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, OrderWish("pass", until=4))
    match = play_by_hand(desk, desk.play(match, 0).match, (1,))

    def seen(player: str) -> list[str]:
        rows = service.log(desk.env, match.id, Caller(player))
        return [how for row in rows for _, seat, _, how in row.entries if seat == 0] + [
            text for row in rows for text in row.ordered
        ]

    assert "ordered" in seen("anna")
    service.substitute(desk.env, match.id, Caller("anna"))
    service.substitute(desk.env, match.id, Caller("cees"), 0)
    assert set(seen("cees")) == set(seen("bram")) == set(seen("anna")) == {"played"}


def test_the_end_of_a_match_ends_all_orders() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 1, PASSING)
    service.resign(desk.env, match.id, Caller("anna"))
    assert desk.store.get(repository.orders_key(match.id)) is None
    assert known(desk, match, 1).waiting == ()
    with pytest.raises(MatchOverError):
        give(desk, match, 1, PASSING)
    assert service.withdraw_orders(desk.env, match.id, Caller("bram")).waiting == ()


def test_what_is_not_taken_is_refused_with_the_reason() -> None:
    desk = Desk()
    passing, dice, keer = (desk.table("anna", "bram", game=key) for key in ("passing-game", "sequence-dice", TAKING[0]))
    with pytest.raises(OrderRefusedError, match="The Passing Game takes no standing orders"):
        give(desk, passing, 0, PASSING)
    with pytest.raises(OrderRefusedError, match="In Sequence Dice nobody passes"):
        give(desk, dice, 0, PASSING)
    with pytest.raises(OrderRefusedError, match="Roll 1 has come already"):
        give(desk, keer, 0, OrderWish("pass", until=1))
    for text in ("hello", "", "g9", "x" * 300):
        with pytest.raises(MalformedMoveError):
            give(desk, keer, 0, move(text))
    with pytest.raises(MalformedMoveError, match="the whole of a move"):
        give(desk, desk.table("anna", "bram", game=TAKING[1]), 0, move("give 1"))
    with pytest.raises(WrongStatusError):
        give(desk, desk.create(ME, OPEN), 0, PASSING)
    three = desk.table("anna", "bram", "cees")
    service.resign(desk.env, three.id, Caller("anna"))
    with pytest.raises(NotToMoveError):
        give(desk, three, 0, PASSING)
    with pytest.raises(NotYourSeatError):
        service.give_orders(desk.env, keer.id, [PASSING], Caller("cees"))
    link = Caller(link=SeatLink(keer.id, 0, 0))
    assert service.give_orders(desk.env, keer.id, [PASSING], link).waiting == (Order("pass"),)


def test_a_move_is_taken_as_it_is_typed_and_gets_no_joker_from_the_dice_of_today() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    legal = [text for text, _ in service.legal(desk.env, match.id, Caller("anna")).moves]
    plain = next(text.replace("*", "") for text in legal if "*" in text and text.replace("*", "") not in legal)
    with pytest.raises(AmbiguousMoveError):  # one star, or two
        desk.play(match, 0, {"text": plain})
    assert [each.text for each in give(desk, match, 0, move(plain)).waiting] == [plain]


def test_rules_that_do_not_write_a_move_so_any_more_make_its_order_forgotten() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, move("g1 H1"), PASSING)
    standing = Standing.of(desk.load(match).head)
    standing.reread(games.get("keer-op-keer"), match.head.state)
    assert [each.kind for each in standing.by_seat[0].waiting] == ["move", "pass"]
    standing.reread(games.get("sequence-dice"), None)
    assert [each.kind for each in standing.by_seat[0].waiting] == ["pass"]


def told(rows: Sequence[LogRow], seat: int | None) -> list[Any]:
    """What a watcher is told by the log, without when and in which commit, and the moves as others see them."""
    facts = [fact for row in rows for fact in row.facts_for(seat)]
    return [facts, [(each.ply, each.seat, each.text, each.told) for row in rows for each in row.entries]]


@pytest.mark.parametrize("key", TAKING)
def test_others_are_told_the_same_as_if_the_move_had_been_made_by_hand(key: str) -> None:
    by_hand, one, desk, match, seat, legal = opened_twice(key, "anna", "bram", "cees")
    give(desk, match, seat, move(legal[1]))
    match = desk.play(match, by_hand.load(one).head.last[1]).match
    one = by_hand.play(one, seat, {"text": legal[1]}).match
    assert repository.log(desk.env, match.id)[-1].ordered
    assert one.head.state == match.head.state
    others = [None, *(each for each in range(3) if each != seat)]
    for watcher in others:
        mine, theirs = (told(repository.log(each.env, match.id), watcher) for each in (desk, by_hand))
        assert mine == theirs
        caller = Caller() if watcher is None else desk.caller(match, watcher)
        shown = service.log(desk.env, match.id, caller)
        assert "ordered" not in {how for row in shown for *_, how in row.entries}
        assert not [row for row in shown if row.ordered]
        looks = [service.look(each.env, match.id, caller) for each in (desk, by_hand)]
        assert looks[0].view == looks[1].view
        assert looks[0].seats == looks[1].seats
    own = service.log(desk.env, match.id, desk.caller(match, seat))
    assert [row.ordered for row in own if row.ordered] == [(legal[1],)]


def test_a_clock_with_an_increment_tells_nobody_that_a_move_was_ordered() -> None:
    pace = service.Pace(bank=3_600, increment=600)
    heads = []
    for is_ordered in (True, False):
        desk = Desk()
        match = desk.table("anna", "bram", pace=pace)
        if is_ordered:
            give(desk, match, 0, OrderWish("pass", until=3))
        for seat in (0, 1) if is_ordered else (0, 1, 0):
            match = desk.play(match, seat, PASS).match
        heads.append(desk.play(match, 1, PASS).match.head)
    assert heads[0].banks == heads[1].banks == (3_600 + 1_200, 3_600 + 1_200)
    assert heads[0].deadlines == heads[1].deadlines


def test_a_move_with_orders_takes_two_round_trips_and_one_more_item() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, PASSING)
    match = desk.play(match, 0).match
    store = CountingStore(desk.store)
    with store.counted() as bill:
        n = match.head.opened[1]
        service.play(desk.over(store), match.id, 1, n, PASS, Caller("bram"))
    assert bill.round_trips == 2
    assert bill.write_units <= 10
    assert bill.read_units <= 1


def test_orders_are_tried_once_for_a_decision_also_where_a_commit_left_off_before_them() -> None:
    desk = Desk()
    match = desk.table("anna", "bram")
    give(desk, match, 0, PASSING)
    match = desk.load(match)
    opened = (match.head.version + 1, match.head.opened[1])
    left = replace(match.head, version=match.head.version + 1, opened=opened, due=desk.clock.now())
    desk.store.commit(repository.writes(match, left, None))
    service.sweep(desk.env)
    assert repository.log(desk.env, match.id)[-1].ordered == ((0, "pass"),)
    (orders,) = desk.load(match).head.orders
    assert (orders.waiting, orders.given, orders.since, orders.n) == ((Order("pass"),), 3, 5, 4)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_order_given_as_the_decision_opens_runs_then_or_is_kept_for_the_next_one(order: tuple[int, int]) -> None:
    desk = Desk()
    match = desk.play(desk.table("anna", "bram"), 0).match
    jobs = [
        lambda store: service.give_orders(desk.over(store), match.id, [move("pass")], Caller("anna")),
        races.submit(desk, match, 1, PASS),
    ]
    results = race(BarrierStore(desk.store, 2, order), jobs)
    assert not [result for result in results if isinstance(result, Exception)]
    is_kept = bool(known(desk, match, 0).waiting)
    assert (is_kept, desk.to_move(match)) == ((True, (0, 1)) if order[0] == 1 else (False, (1,)))
    for _ in range(2):
        match = play_by_hand(desk, match, (0,))
        match = desk.play(match, 1).match
    assert [entry.how for entry in entries_of(desk, match) if entry.seat == 0].count("ordered") == 1
    assert known(desk, match, 0).waiting == ()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_seats_that_order_at_the_same_time_all_have_what_they_ordered(order: tuple[int, ...]) -> None:
    desk = Desk()
    match = desk.table("anna", "bram", "cees")
    jobs = [
        lambda store, seat=seat: service.give_orders(
            desk.over(store), match.id, [OrderWish("pass", until=seat + 2)], desk.caller(match, seat)
        )
        for seat in range(3)
    ]
    race(BarrierStore(desk.store, 3, order), jobs)
    assert [each.waiting for each in desk.load(match).head.orders] == [
        (Order("pass", until=seat + 2),) for seat in range(3)
    ]
