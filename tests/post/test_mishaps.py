"""Two relays at once, and a mailer that is out of order for a day."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.post import queue, relay
from chalicelib.post.delivery import DELAYS
from tests.post.mishaps import Plan, PlannedStore
from tests.post.office import Office, records
from tests.post.works import Works

CALLS = 19
"""Calls of a clean run: two notices from the log row to the record. Fewer would mean that something is not tried."""


@pytest.mark.parametrize("number", range(1, CALLS + 1))
def test_two_relays_at_once_change_nothing(number: int) -> None:
    """The sweep comes while the functions stand before their call `number`."""
    works = Works(Plan())
    works.office.desk.table("anna", "bram")

    class Interrupted(PlannedStore):
        def around(self, method, call):  # type: ignore[no-untyped-def]
            if len(works.plan.calls) + 1 == number:
                relay.sweep(works.clean, overdue=0)
            return super().around(method, call)

    works.post = replace(works.post, env=replace(works.post.env, store=Interrupted(works.store, works.plan)))
    works.run()
    works.check()
    assert len(works.plan.calls) >= CALLS
    assert len(works.office.mailer.accepted) == 2
    works.close()


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
