"""Whatever fails or dies while an answer is dealt with: offered again, it is done once and told in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from chalicelib.matches import repository, service
from chalicelib.matches.errors import BusyError
from chalicelib.matches.match import Caller
from chalicelib.players.ports import StoreError
from chalicelib.post import receipt
from chalicelib.post.ports import QueueUnavailableError
from tests.post.answers import Answered
from tests.post.mishaps import FITTING, KilledError, Mishap, Plan, PlannedQueue, PlannedStore

Strikes = Mapping[int, Mishap]
OFFERS = 8


@dataclass
class Run:
    """A mail that is offered until it is dealt with, under a plan: what it left, and how often it was offered."""

    text: str
    strikes: Strikes

    def __post_init__(self) -> None:
        self.plan = Plan()
        self.office = office = Answered()
        self.match = office.desk.load(office.desk.table("anna", "bram", game="keer-op-keer"))
        office.desk.play(self.match, 1, {"text": "pass"})
        address = office.address(self.match, 0)
        self.plan.strikes = self.strikes
        post = replace(
            office.over(PlannedStore(office.store, self.plan)),
            queue=PlannedQueue(office.queue, self.plan),
            reply_domain="reply.example.org",
        )
        self.outcome: Any = None
        for _ in range(OFFERS):
            with suppress(KilledError, StoreError, BusyError, QueueUnavailableError):
                self.outcome = office.reply(address, self.text, "anna", id="one", post=post)
                break

    def left(self) -> tuple[object, ...]:
        """The match and its log, what was said, and what the receipts say."""
        env = self.office.desk.env
        log = [(row.kind, row.n, row.seat, row.text) for row in repository.log(env, self.match.id)]
        said = [each.text for each in service.table_talk(env, self.match.id, Caller("anna")).messages]
        return log, said, {str(each) for each in self.owed()}

    def owed(self) -> list[Mapping[str, Any]]:
        """The receipts that are owed, but for when."""
        found = [message["receipt"] for message, _ in self.office.queue.messages]
        return [{**each, "until": receipt.WORTH} for each in found]


@pytest.mark.parametrize(("text", "n"), [("say: hello\npass", 16), ("resign yes", 10), ("help", 7)])
def test_one_mishap_anywhere_loses_nothing_and_does_nothing_twice(text: str, n: int) -> None:
    clean = Run(text, {})
    expected = clean.left()
    assert len(clean.plan.calls) == n
    assert len(clean.owed()) == 1
    for number, name in enumerate(clean.plan.calls, 1):
        for mishap in FITTING[name]:
            found = Run(text, {number: mishap})
            assert found.outcome is not None, (number, name, mishap)
            assert found.plan.met == [number]
            assert found.left() == expected, (number, name, mishap)
            assert len(found.owed()) == 1 or number >= clean.plan.calls.index("put") + 1, (number, name, mishap)
