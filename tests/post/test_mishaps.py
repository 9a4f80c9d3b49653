"""Whatever fails or dies between two calls: every notice arrives, and twice only if its own sending was struck."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace

import pytest

from chalicelib.players.ports import Item, StoreError
from chalicelib.post import queue, relay
from chalicelib.post.delivery import DELAYS
from chalicelib.post.ports import PostEnv
from tests.post.mishaps import MISHAPS, KilledError, Mishap, Plan, PlannedMailer, PlannedQueue, PlannedStore
from tests.post.office import Office, records

CALLS = 19
"""Calls of a clean run: two notices from the log row to the record. Fewer would mean that something is not tried."""

SENDING = 3
"""Calls from the mailer to the record, the mailer's own and a record that is tried again among them."""


class Service:
    """Relay, sweep and queue function as AWS runs them: what fails or dies is offered again a while later."""

    def __init__(self, plan: Plan) -> None:
        self.office = Office()
        self.plan = plan
        self.mailer = PlannedMailer(self.office, plan)
        self.post: PostEnv = replace(
            self.office.over(PlannedStore(self.office, plan)),
            queue=PlannedQueue(self.office, plan),
            mailer=self.mailer,
        )
        self.match = self.office.desk.table("anna", "bram")
        (self.owed,) = self.office.owing(self.match)

    def run(self) -> None:
        """The stream's call, then a minute at a time until nothing is left."""
        self._relay(self.owed)
        for _ in range(60):
            self._take()
            if self._is_settled():
                return
            self.office.clock.advance(60)
            self._sweep()
        raise AssertionError("not everything is settled")

    def _relay(self, item: Item) -> None:
        try:
            relay.relay_all(self.post, [item])
        except KilledError:
            return

    def _sweep(self) -> None:
        try:
            relay.sweep(self.post)
        except (KilledError, StoreError):
            return  # the schedule comes again in a minute

    def _take(self) -> None:
        """Each message alone; one that is not done with goes back into the queue."""
        for message in self.office.queue.take():
            try:
                done = queue.handle(self.post, records([message])) == []
            except KilledError:
                done = False
            if not done:
                self.office.queue.put(message)

    def _is_settled(self) -> bool:
        rows = [*self.office.rows("anna"), *self.office.rows("bram")]
        open_ones = self.office.owing(self.match) or self.office.queue.messages
        return not open_ones and all(row.is_settled() for row in rows)


def test_a_clean_run_makes_as_many_calls_as_ever() -> None:
    service = Service(Plan())
    service.run()
    sys.stdout.write(f"calls of a clean run: {len(service.plan.calls)}: {' '.join(service.plan.calls)}\n")
    assert len(service.plan.calls) >= CALLS
    assert len(service.office.mailer.accepted) == 2


@pytest.mark.parametrize("mishap", MISHAPS)
@pytest.mark.parametrize("number", range(1, CALLS + 1))
def test_every_notice_arrives_and_none_twice_without_need(number: int, mishap: Mishap) -> None:
    service = Service(Plan(number, mishap))
    service.run()
    sent = Counter(mail["Message-ID"] for mail in service.office.mailer.accepted)
    assert sorted(sent) == sorted({key for _, key in service.mailer.sends})
    assert len(sent) == 2
    assert {row.state for row in service.office.rows("anna") + service.office.rows("bram")} == {"accepted"}
    in_its_sending = {key for first, key in service.mailer.sends if first <= number < first + SENDING}
    for key, times in sent.items():
        assert times <= (2 if key in in_its_sending else 1)


@pytest.mark.parametrize("number", range(1, CALLS + 1))
def test_two_relays_at_once_change_nothing(number: int) -> None:
    """The sweep comes while the stream's relay stands before its call `number`."""
    plan = Plan()
    service = Service(plan)
    office = service.office

    class Interrupted(PlannedStore):
        def around(self, method, call):  # type: ignore[no-untyped-def]
            if len(plan.calls) + 1 == number:
                relay.sweep(office.post, overdue=0)
            return super().around(method, call)

    service.post = replace(service.post, env=replace(service.post.env, store=Interrupted(office, plan)))
    service.run()
    assert len(office.mailer.accepted) == 2


def test_a_day_of_trying_ends(caplog: pytest.LogCaptureFixture) -> None:
    office = Office()
    match = office.desk.table("anna", "bram")

    class Dead:
        def send(self, message: object) -> str:
            raise OSError(f"no such device for {type(message)}")

    post = replace(office.post, mailer=Dead())
    (item,) = office.owing(match)
    relay.relay(post, item)
    queue.handle(post, records(office.queue.take()))
    for delay in DELAYS:
        office.clock.advance(delay)
        relay.sweep(post)
        queue.handle(post, records(office.queue.take()))
    assert {row.state for row in office.rows("anna") + office.rows("bram")} == {"failed"}
    assert relay.sweep(post) == relay.Swept()
