"""The relay: every notice owed becomes one row and a message, however often and by whomever it is done."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest

from chalicelib.matches.events import LogRow, Owed
from chalicelib.matches.pace import OWN_REQUEST
from chalicelib.matches.repository import UNSENT, log_item, shard
from chalicelib.players.ports import Absent, IndexKey, Item, Key, Put, StoreUnavailableError, Write
from chalicelib.post import relay
from chalicelib.post.delivery import SHARDS, Notice, item_of
from chalicelib.post.ports import OutOfTimeError
from tests.adapters.counting import CountingStore
from tests.adapters.index_lag import LaggingStore
from tests.post.mishaps import Plan, PlannedQueue
from tests.post.office import Office

AT = 1_790_000_000
UNSENT_SHARD = shard(UNSENT, "themat")


def owed_row(office: Office, *owed: Owed, n: int = 5) -> Item:
    """A log row in the store that owes these."""
    item = log_item("themat", LogRow(office.clock.now(), n, n, 0, "moved", owed=owed))
    office.store.commit([Put(item, Absent())])
    return item


def turn(player: str = "bram", seat: int = 1, n: int = 5, after: int = 0) -> Owed:
    return Owed("your_turn", seat, player, n, after)


def key(player: str = "bram", n: int = 5, category: str = "your_turn", seat: int = 1) -> Key:
    return Notice(player, AT, "themat", n, seat, category).key


def asked(office: Office) -> list[Key]:
    return [Key(*message["delivery"]) for message in office.queue.take()]


def test_each_notice_becomes_a_row_and_a_message_and_the_log_row_is_marked() -> None:
    office = Office()
    item = owed_row(office, turn(), turn("cees", 2))
    relay.relay(office.post, item)
    assert asked(office) == [key(), key("cees", seat=2)]
    assert [row.state for row in office.rows("bram") + office.rows("cees")] == ["pending", "pending"]
    marked = office.store.get(item.key)
    assert marked == replace(item, version=2, work=None)


def test_a_row_that_owes_nothing_is_left_alone() -> None:
    office = Office()
    item = replace(owed_row(office, turn()), work=None)
    relay.relay(office.post, item)
    relay.relay(office.post, replace(item, kind="head", work=IndexKey("due#1", "1")))
    assert office.queue.messages == []


def test_relaying_twice_makes_one_row_and_asks_again_while_it_is_unsent() -> None:
    office = Office()
    item = owed_row(office, turn())
    relay.relay(office.post, item)
    relay.relay(office.post, item)
    assert asked(office) == [key(), key()]
    assert len(office.rows("bram")) == 1


def test_a_notice_that_is_settled_is_not_asked_for_again() -> None:
    office = Office()
    item = owed_row(office, turn())
    relay.relay(office.post, item)
    row = office.rows("bram")[0]
    office.store.commit([Put(item_of(row.leased(AT).accepted(AT, "1")))])
    office.queue.take()
    relay.relay(office.post, item)
    assert office.queue.messages == []


def test_a_delayed_notice_waits_in_the_index() -> None:
    office = Office()
    relay.relay(office.post, owed_row(office, turn(after=AT + OWN_REQUEST)))
    assert office.queue.messages == []
    assert relay.sweep(office.post).enqueued == 0
    office.clock.advance(OWN_REQUEST - 1)
    assert relay.sweep(office.post).enqueued == 0
    office.clock.advance(1)
    assert relay.sweep(office.post).enqueued == 1
    assert asked(office) == [key()]


def test_a_delay_that_is_over_when_the_relay_comes_is_none() -> None:
    office = Office()
    item = owed_row(office, turn(after=AT + 60))
    office.clock.advance(61)
    relay.relay(office.post, item)
    assert asked(office) == [key()]


def test_a_row_that_cannot_be_relayed_is_named_and_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    good = owed_row(office, turn())
    bad = replace(good, key=Key("M#bad", "L#00000001#0"), body={"owed": "nonsense"})
    with caplog.at_level(logging.ERROR):
        assert relay.relay_all(office.post, [bad, good]) == (bad.key,)
    assert "M#bad L#00000001#0" in caplog.text
    assert asked(office) == [key()]
    with pytest.raises(relay.RelayError, match="M#bad L#00000001#0"):
        relay.relay(office.post, bad)


def test_the_sweep_takes_what_the_stream_has_left_for_a_minute() -> None:
    office = Office()
    owed_row(office, turn())
    office.clock.advance(59)
    assert relay.sweep(office.post) == relay.Swept()
    office.clock.advance(31)
    assert relay.sweep(office.post) == relay.Swept(relayed=1, oldest=90)
    assert asked(office) == [key()]
    assert relay.sweep(office.post) == relay.Swept()


def test_a_bad_row_is_reported_by_every_sweep_and_stops_none() -> None:
    office = Office()
    bad = Item(Key("M#bad", "L#00000001#0"), "log", {}, work=IndexKey("unsent#0", f"{AT:010d}#bad"))
    office.store.commit([Put(bad, Absent())])
    for n in range(3):
        owed_row(office, turn(n=n), n=n)
    office.clock.advance(60)
    swept = relay.sweep(office.post)
    assert (swept.relayed, swept.failed) == (3, (bad.key,))
    assert relay.sweep(office.post).failed == (bad.key,)


def test_a_sweep_ends_at_its_limit_or_when_its_time_is_up_and_goes_on_next_time() -> None:
    office = Office()
    for n in range(5):
        owed_row(office, turn(n=n), n=n)
    office.clock.advance(60)
    assert relay.sweep(office.post, limit=2) == relay.Swept(relayed=2, oldest=60, done=False)
    assert relay.sweep(office.post, time_left=lambda: 0) == relay.Swept(oldest=None, done=False)
    assert relay.sweep(office.post) == relay.Swept(relayed=3, oldest=60)


def test_the_oldest_row_is_known_and_relayed_first_wherever_it_stands_and_however_little_is_done() -> None:
    office = Office()
    for number in reversed(range(SHARDS)):
        work = IndexKey(f"{UNSENT}#{number}", f"{office.clock.now():010d}#{number}")
        office.store.commit([Put(Item(Key(f"M#{number}", "L#00000001#0"), "log", {}, work=work), Absent())])
        office.clock.advance(10)
    office.clock.advance(60)
    swept = relay.sweep(office.post, limit=1)
    assert (swept.oldest, [key.partition for key in swept.failed]) == (60 + 10 * SHARDS, [f"M#{SHARDS - 1}"])
    left = iter([*[60.0] * SHARDS, 0.0])
    assert relay.sweep(office.post, time_left=lambda: next(left)) == relay.Swept(oldest=60 + 10 * SHARDS, done=False)


def test_a_sweep_reads_page_after_page() -> None:
    office = Office()
    for n in range(230):
        owed_row(office, turn(n=n), n=n)
    office.clock.advance(60)
    assert relay.sweep(office.post).relayed == 230
    assert len(asked(office)) == 230


def test_what_an_index_that_lags_says_is_looked_up_first() -> None:
    office = Office()
    item = owed_row(office, turn())
    office.clock.advance(100)
    lagging = LaggingStore(office.store)
    post = office.over(lagging)
    relay.relay(post, item)
    office.queue.take()
    assert lagging.index("work", UNSENT_SHARD, up_to="9") == [item.key]
    assert relay.sweep(post) == relay.Swept()
    assert office.queue.messages == []


def test_an_interrupted_wait_is_taken_up_when_its_lease_is_over() -> None:
    office = Office()
    relay.relay(office.post, owed_row(office, turn(after=AT + 60)))
    office.clock.advance(60)
    row = office.rows("bram")[0]
    office.store.commit([Put(item_of(row.leased(AT + 360)))])
    relay.sweep(office.post)
    assert office.queue.messages == []
    office.clock.advance(300)
    relay.sweep(office.post)
    assert asked(office) == [key()]


def waiting(office: Office) -> None:
    """Bram and cees are to be told something from now on."""
    relay.relay(office.post, owed_row(office, turn(after=AT + 60), turn("cees", 2, after=AT + 60)))
    office.clock.advance(60)


def minutes(office: Office, number: int) -> list[Key]:
    """What the sweeps of so many minutes ask for, while nobody handles it."""
    for _ in range(number):
        relay.sweep(office.post)
        office.clock.advance(60)
    return asked(office)


def test_a_queue_that_stands_still_gets_one_message_of_each_row_in_its_period() -> None:
    office = Office()
    waiting(office)
    assert minutes(office, 10) == [key(), key("cees", seat=2)]
    assert minutes(office, relay.ASKED // 60) == [key(), key("cees", seat=2)]


def test_the_message_that_was_put_is_honoured_at_once() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    office.work_off()
    office.forget()
    for seat in (0, 1):
        office.desk.play(match, seat)
    office.work_off()
    office.clock.advance(OWN_REQUEST)
    relay.sweep(office.post)
    assert office.handle() == []
    assert len(office.mails("bram")) == 1
    assert relay.sweep(office.post) == relay.Swept()


def test_a_message_that_was_lost_is_put_again_after_the_period() -> None:
    office = Office()
    waiting(office)
    assert minutes(office, 1) != []
    office.clock.advance(relay.ASKED - 61)
    assert minutes(office, 1) == []
    assert minutes(office, 1) == [key(), key("cees", seat=2)]


def test_of_two_sweeps_one_asks() -> None:
    office = Office()
    waiting(office)

    class Twice(CountingStore):
        def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
            relay.sweep(office.post)
            super().commit(writes, token=token)

    relay.sweep(office.over(Twice(office.store)))
    assert asked(office) == [key(), key("cees", seat=2)]


def test_a_queue_that_takes_nothing_is_asked_by_the_next_sweep_again() -> None:
    office = Office()
    waiting(office)
    out = replace(office.post, queue=PlannedQueue(office.queue, Plan({1: "before", 2: "before"})))
    assert relay.sweep(out).failed == (key(), key("cees", seat=2))
    assert relay.sweep(office.post).enqueued == 2
    assert asked(office) == [key(), key("cees", seat=2)]


@pytest.mark.parametrize("is_done", [True, False])
def test_a_note_of_which_nobody_knows_whether_it_was_written_costs_no_period(*, is_done: bool) -> None:
    office = Office()
    waiting(office)

    class Silent(CountingStore):
        def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
            if is_done:
                super().commit(writes, token=token)
            raise StoreUnavailableError

    relay.sweep(office.over(Silent(office.store)))
    assert asked(office) == [key(), key("cees", seat=2)]


def test_no_row_is_begun_that_may_not_fit(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    items = [owed_row(office, turn(n=n), n=n) for n in range(3)]
    times = iter([100.0, 100.0, 20.0, 20.0])
    assert relay.relay_all(office.post, items, lambda: next(times)) == (items[1].key, items[2].key)
    assert asked(office) == [key(n=0)]
    office.clock.advance(60)
    assert relay.sweep(office.post, time_left=lambda: relay.READ_SECONDS) == relay.Swept(oldest=60, done=False)
    assert relay.sweep(office.post, time_left=lambda: relay.ROW_SECONDS).relayed == 2


def test_a_row_in_whose_middle_the_time_ends_is_left_for_the_next() -> None:
    office = Office()
    item = owed_row(office, turn(), turn("cees", 2))
    times = iter([100.0, 20.0])
    with pytest.raises(relay.RelayError) as failed:
        relay.relay(office.post, item, lambda: next(times))
    assert isinstance(failed.value.__cause__, OutOfTimeError)
    assert asked(office) == [key()]
    assert office.store.get(item.key) == item
    relay.relay(office.post, item)
    assert asked(office) == [key(), key("cees", seat=2)]


def test_what_asking_for_a_delivery_costs() -> None:
    office = Office()
    counting = CountingStore(office.store)
    waiting(office)
    with counting.counted() as bill:
        relay.sweep(office.over(counting))
    assert bill.write_units == 6  # of each of the two the row, and its two places in the index
    office.queue.take()
    with counting.counted() as bill:
        relay.sweep(office.over(counting))
    assert bill.write_units == 0


def test_what_relaying_a_move_costs() -> None:
    office = Office()
    counting = CountingStore(office.store)
    item = owed_row(office, turn())
    with counting.counted() as bill:
        relay.relay(office.over(counting), item)
    assert bill.write_units == 3  # the delivery, the mark, the place in the index
    assert bill.read_units == 0.5  # the webhooks of the player; whether the match has some, the row says


def test_real_rows_of_a_match_are_relayed() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    (item,) = office.owing(match)
    relay.relay(office.post, item)
    assert office.owing(match) == []
    assert [row.notice.category for row in office.rows("anna") + office.rows("bram")] == ["match_started"] * 2
