"""The sender: one attempt at a time, the truth at sending time, and a row that tells what came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from chalicelib.matches import service
from chalicelib.matches.match import Match
from chalicelib.matches.pace import OWN_REQUEST
from chalicelib.players.accounts import delete_account
from chalicelib.players.ports import Item, Key, Put, StoreThrottledError
from chalicelib.post import queue, relay, sender
from chalicelib.post.delivery import DELAYS, Delivery, Notice, item_of
from chalicelib.post.ports import MailRefusedError, MailUnavailableError
from tests.adapters.counting import CountingStore
from tests.adapters.decorator import StoreDecorator
from tests.matches.desk import ME
from tests.post.office import Office, key_of, records

T = TypeVar("T")


def waiting_turn(office: Office) -> tuple[Match, Key]:
    """A match in which it is bram's turn, and the delivery that is to tell him so."""
    match = office.desk.table("anna", "bram")
    office.work_off()
    for seat in (0, 1):
        office.desk.play(match, seat)
    relay.sweep(office.post, overdue=0)
    office.forget()
    (key,) = [Key(*message["delivery"]) for message in office.queue.take() if "P#anna" in message["delivery"]]
    return office.desk.load(match), key


def row_at(office: Office, key: Key) -> Delivery:
    return next(row for row in office.rows(key.partition.removeprefix("P#")) if key_of(row) == key)


def test_a_mail_is_sent_once_and_its_row_tells_when_and_by_whom() -> None:
    office = Office()
    _, key = waiting_turn(office)
    sender.send(office.post, key)
    sender.send(office.post, key)
    assert len(office.mails("anna")) == 1
    row = row_at(office, key)
    assert (row.state, row.carrier, row.settled, row.tries) == ("accepted", "collected-1", office.clock.now(), 1)


def test_somebody_elses_lease_is_respected() -> None:
    office = Office()
    _, key = waiting_turn(office)
    now = office.clock.now()
    office.store.commit([Put(item_of(row_at(office, key).leased(now + 300)))])
    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.post, key)
    assert office.mails("anna") == []
    office.clock.advance(300)
    sender.send(office.post, key)
    assert len(office.mails("anna")) == 1
    assert row_at(office, key).tries == 2


def test_of_two_senders_that_read_the_same_row_one_goes_on() -> None:
    office = Office()
    _, key = waiting_turn(office)
    row = row_at(office, key)

    class TakenStore(CountingStore):
        def commit(self, writes: object, *, token: str = "") -> None:
            if row_at(office, key).state == "pending":
                office.store.commit([Put(item_of(row.leased(office.clock.now() + 300)))])
            super().commit(writes, token=token)  # type: ignore[arg-type]

    with pytest.raises(sender.DeliveryBusyError):
        sender.send(office.over(TakenStore(office.store)), key)
    assert office.mails("anna") == []


def test_a_turn_that_was_taken_in_between_is_overtaken() -> None:
    office = Office()
    match, key = waiting_turn(office)
    office.desk.play(match, 0)
    sender.send(office.post, key)
    assert office.mails("anna") == []
    assert row_at(office, key).state == "overtaken"


def test_a_turn_of_a_match_that_ended_is_overtaken() -> None:
    office = Office()
    match, key = waiting_turn(office)
    service.resign(office.post.env, match.id, office.desk.caller(match, 1))
    sender.send(office.post, key)
    assert row_at(office, key).state == "overtaken"


def test_a_choice_that_is_sealed_needs_no_telling_and_one_taken_back_is_not_told_again() -> None:
    office = Office()
    match, key = waiting_turn(office)
    office.desk.play(match, 0, {"text": "pass"})
    sealed = office.desk.load(match)
    service.retract(office.post.env, match.id, 0, sealed.head.opened[0], office.desk.caller(match, 0))
    sender.send(office.post, key)
    assert row_at(office, key).state == "overtaken"
    office.clock.advance(OWN_REQUEST)
    office.work_off()
    assert office.mails("anna") == []


def test_a_decision_opened_by_its_own_seat_is_mailed_half_an_hour_later_if_it_is_still_open() -> None:
    office = Office()
    match = office.desk.table("anna", "bram")
    office.work_off()
    office.forget()
    office.desk.play(match, 0)
    office.desk.play(match, 1)
    office.work_off()
    assert len(office.mails("anna")) == 1
    assert office.mails("bram") == []
    office.clock.advance(OWN_REQUEST)
    office.work_off()
    assert len(office.mails("bram")) == 1


def test_a_match_that_is_gone_and_a_player_that_is_gone_are_told_nothing() -> None:
    office = Office()
    _, key = waiting_turn(office)
    stray = Notice("anna", office.clock.now(), "nomatch", 4, 0, "your_turn")
    office.store.commit([Put(item_of(Delivery(stray)))])
    sender.send(office.post, stray.key)
    assert row_at(office, stray.key).state == "overtaken"
    other = replace(row_at(office, key).notice, player="cees")
    office.store.commit([Put(item_of(Delivery(other)))])
    delete_account(office.post.env, "cees")
    office.store.commit([Put(item_of(Delivery(other)))])
    sender.send(office.post, other.key)
    assert row_at(office, other.key).state == "overtaken"
    assert office.mailer.accepted == []


def test_only_who_sits_there_is_told() -> None:
    office = Office()
    _, key = waiting_turn(office)
    for category in ("your_turn", "match_started", "match_ended", "invitation"):
        stray = replace(row_at(office, key).notice, player="cees", category=category)
        office.store.commit([Put(item_of(Delivery(stray)))])
        sender.send(office.post, stray.key)
        assert row_at(office, stray.key).state == "overtaken"
    assert office.mailer.accepted == []


def test_an_invitation_is_sent_while_the_place_is_kept() -> None:
    office = Office()
    wish = service.SeatWish("player", handle="bram")
    match = office.desk.create(ME, wish, wish.__class__("open"))
    relay.sweep(office.post, overdue=0)
    (message,) = office.queue.take()
    service.join(office.post.env, "bram", match.id)
    sender.send(office.post, Key(*message["delivery"]))
    assert office.mails("bram") == []
    office.desk.create(ME, wish)
    office.work_off()
    assert "invites you" in office.mails("bram")[0]["Subject"]


def test_a_mailer_that_is_away_is_tried_again_when_the_time_has_come() -> None:
    office = Office()
    _, key = waiting_turn(office)
    office.mailer.errors = [MailUnavailableError("421 later"), MailUnavailableError("451 greylisted")]
    sender.send(office.post, key)
    first = row_at(office, key)
    assert (first.state, first.due, first.notes) == (
        "pending",
        office.clock.now() + DELAYS[0],
        ((office.clock.now(), "421 later"),),
    )
    sender.send(office.post, key)  # a message too many, before its time
    assert row_at(office, key) == first
    office.clock.advance(DELAYS[0])
    office.work_off()
    office.clock.advance(DELAYS[1])
    office.work_off()
    last = row_at(office, key)
    assert (last.state, last.tries, [why for _, why in last.notes]) == (
        "accepted",
        3,
        ["421 later", "451 greylisted"],
    )
    assert len(office.mails("anna")) == 1


def test_a_mail_that_is_refused_for_good_has_failed() -> None:
    office = Office()
    _, key = waiting_turn(office)
    office.mailer.errors = [MailRefusedError("550 no such mailbox")]
    sender.send(office.post, key)
    row = row_at(office, key)
    assert (row.state, row.notes[0][1]) == ("failed", "550 no such mailbox")
    sender.send(office.post, key)
    assert office.mails("anna") == []


def test_a_fault_of_ours_is_tried_again_and_told(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    _, key = waiting_turn(office)
    strange = replace(row_at(office, key).notice, category="horoscope")
    office.store.commit([Put(item_of(Delivery(strange)))])
    with caplog.at_level(logging.ERROR):
        sender.send(office.post, strange.key)
    row = row_at(office, strange.key)
    assert row.state == "pending"
    assert row.notes[0][1] == "KeyError"
    assert "horoscope" in caplog.text


def test_a_delivery_that_does_not_exist_is_nothing_to_do(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    sender.send(office.post, Notice("anna", 1, "m", 1, 0, "your_turn").key)
    assert "no such delivery" in caplog.text
    assert office.mailer.accepted == []


class BusyStore(StoreDecorator):
    """A store that from the first mail on is throttled for so many seconds of waiting."""

    def __init__(self, office: Office, seconds: float) -> None:
        super().__init__(office.store)
        self.office = office
        self.left = seconds

    def wait(self, seconds: float) -> None:
        """Let these seconds pass."""
        self.left -= seconds

    def around(self, method: str, call: Callable[[], T]) -> T:
        if self.office.mailer.accepted and self.left > 0:
            raise StoreThrottledError(method)
        return call()


@pytest.mark.parametrize(("seconds", "mails"), [(0.1, 1), (0.5, 1), (2.0, 1), (3.0, 2)])
def test_a_short_throttle_after_a_sending_doubles_no_mail(seconds: float, mails: int) -> None:
    office = Office()
    _, key = waiting_turn(office)
    busy = BusyStore(office, seconds)
    post = replace(office.post, env=replace(office.over(busy).env, wait=busy.wait))
    assert queue.handle(post, records([{"delivery": list(key)}])) == []
    office.clock.advance(post.lease)
    busy.left = 0
    queue.handle(post, records([{"delivery": list(key)}]))
    assert len(office.mails("anna")) == mails
    assert row_at(office, key).state == "accepted"


def test_a_row_that_the_cheap_read_shows_as_it_was_before_is_looked_at_again_soon() -> None:
    office = Office()
    _, key = waiting_turn(office)
    early = office.store.get(key)
    office.store.commit([Put(item_of(row_at(office, key).asked_for(office.clock.now() + 720)))])

    class Lagging(CountingStore):
        def get(self, asked: Key, *, consistent: bool = True) -> Item | None:
            return early if asked == key and not consistent else super().get(asked, consistent=consistent)

    with pytest.raises(sender.DeliveryBusyError) as busy:
        sender.send(office.over(Lagging(office.store)), key)
    assert (office.mails("anna"), busy.value.seconds) == ([], sender.CONFLICT_SECONDS)
    sender.send(office.post, key)
    assert len(office.mails("anna")) == 1


def test_what_sending_costs() -> None:
    office = Office()
    _, key = waiting_turn(office)
    counting = CountingStore(office.store)
    with counting.counted() as bill:
        sender.send(office.over(counting), key)
    assert bill.write_units == 2  # the lease, the record
    assert bill.read_units <= 2.5  # delivery, match, profile, log
