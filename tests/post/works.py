"""The post at work as AWS runs it: a stream, two queues, a schedule; what fails or dies is offered again later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from chalicelib.adapters.local_queue import SqliteQueue, sqs_event
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import Change, items_of, stream_event
from chalicelib.matches.repository import UNSENT
from chalicelib.players.ports import FixedClock, Hint, Item, StoreError
from chalicelib.players.webhooks import create_webhook
from chalicelib.post import queue, relay
from chalicelib.post.delivery import RETRY, SHARDS, Delivery
from chalicelib.post.ports import PostEnv
from chalicelib.post.sender import RECORD_PAUSES
from tests.post.mishaps import KilledError, Plan, PlannedMailer, PlannedQueue, PlannedStore, PlannedWebhooks
from tests.post.office import Office

VISIBILITY = 720
"""Seconds until a queue offers a message again, as in infra/resources.yaml."""
RECORDING = 1 + len(RECORD_PAUSES)
"""So many calls after a sending its record may come, when it is tried again."""

_DAY = 24 * 60 * 60
_LAST = "~"


class Works:
    """An office whose functions work under a plan, and where bram has a webhook; `clean` is the same without a plan.

    `changes` is what the stream has to tell, `asked` the secrets of the login mails that were asked for.
    """

    def __init__(self, plan: Plan) -> None:
        clock = FixedClock()
        self.changes: list[Change] = []
        self.asked: list[str] = []
        self.store = SqliteStore(":memory:", clock, on_commit=self.changes.extend)
        self.office = office = Office(self.store, clock)
        create_webhook(office.desk.env, "bram", "https://hooks.example.org/bram")
        self.changes.clear()
        self.clock, self.plan = clock, plan
        self.mails = SqliteQueue(":memory:", clock, name="mail")
        self.calls = SqliteQueue(":memory:", clock, name="webhook")
        self.mailer = PlannedMailer(office.mailer, plan)
        self.webhooks = PlannedWebhooks(office.webhooks, plan)
        self.clean: PostEnv = replace(office.post, queue=self.mails, webhook_queue=self.calls)
        self.post: PostEnv = replace(
            office.over(PlannedStore(self.store, plan)),
            queue=PlannedQueue(self.mails, plan),
            mailer=self.mailer,
            webhook_queue=PlannedQueue(self.calls, plan),
            webhooks=self.webhooks,
        )

    def close(self) -> None:
        """Let go of the memory."""
        for each in (self.store, self.mails, self.calls):
            each.close()

    def stream(self) -> None:
        """What the commits so far changed goes to the relay; what dies there is left to the sweep."""
        event = stream_event(self.changes)
        self.changes.clear()
        _survive(partial(relay.relay_all, self.post, items_of(event)))

    def sweep(self) -> None:
        """The schedule's call; where it fails, the next one comes in a minute."""
        _survive(partial(relay.sweep, self.post))

    def take(self, line: SqliteQueue) -> int:
        """Every message that a queue offers, each alone; how many. One that is not done with is offered again later."""
        taken = 0
        while messages := line.receive(limit=1, visibility=VISIBILITY):
            taken += 1
            records = sqs_event(messages)["Records"]
            if _survive(partial(queue.handle, self.post, records)) == []:
                line.delete(messages[0].receipt)
        return taken

    def run(self) -> None:
        """Everything that is to be done, a minute at a time until nothing is left; a day must be enough."""
        end = self.clock.now() + _DAY
        while self.clock.now() < end:
            while self.changes or self._take():
                self.stream()
            if self.is_settled():
                return
            self._wait(min(self._due(), end))
        raise AssertionError(f"not everything is settled: {self.left()}")

    def _wait(self, until: int) -> None:
        """Minutes pass until a queue offers something, or there is something to sweep; it sweeps when there is."""
        self.clock.advance(60)
        while self.clock.now() < until:
            if self._take():
                return
            self.clock.advance(60)
        self.sweep()

    def _take(self) -> int:
        return self.take(self.calls) + self.take(self.mails)

    def _due(self) -> int:
        """When the sweep will have something to do."""
        unsent = [int(hint.place[:10]) + relay.OVERDUE for hint in self.work(UNSENT)]
        return min([*unsent, *(int(hint.place[:10]) for hint in self.work(RETRY))], default=self.clock.now() + _DAY)

    def check(self) -> None:
        """Nothing was given up by a queue, and no log row owes anything still. Raises AssertionError."""
        dead = self.mails.dead() + self.calls.dead()
        if dead or self.unmarked():
            raise AssertionError(f"{dead} messages dead, not marked: {self.unmarked()}")

    def unmarked(self) -> list[Item]:
        """Log rows of anna's matches that were not marked as relayed."""
        matches = [row.key.sort for row in self.store.query("P#anna", prefix="M#").items]
        rows = [row for match in matches for row in self.store.query(match, prefix="L#").items]
        return [row for row in rows if row.work is not None]

    def is_settled(self) -> bool:
        """Whether nothing is left to do."""
        return not any(self.left())

    def left(self) -> tuple[int, int, list[Hint]]:
        """Messages in the queues, deliveries that are open, and what stands in the work index."""
        open_ones = sum(not row.is_settled() for row in self.rows())
        return self.mails.waiting() + self.calls.waiting(), open_ones, self.work(UNSENT) + self.work(RETRY)

    def work(self, kind: str) -> list[Hint]:
        """What the work index names of a kind (unsent log rows, waiting deliveries), whenever it is due."""
        shards = [f"{kind}#{number}" for number in range(SHARDS)]
        return [hint for shard in shards for hint in self.store.index("work", shard, up_to=_LAST)]

    def rows(self) -> list[Delivery]:
        """Everybody's deliveries."""
        return [row for player in ("anna", "bram") for row in self.office.rows(player)]

    def sent(self) -> Counter[str]:
        """How often each notice was accepted, by the id that its receiver sees."""
        mails = [str(mail["Message-ID"]) for mail in self.office.mailer.accepted]
        calls = [f"{url} {headers['webhook-id']}" for url, headers, _ in self.office.webhooks.accepted]
        return Counter([*mails, *calls])

    def doubled(self) -> list[str]:
        """Notices that were accepted more often than the mishaps inside their own sendings explain."""
        return [key for key, times in self.sent().items() if times > 1 + self._struck(key)]

    def _struck(self, key: str) -> int:
        began = [number for number, other in (*self.mailer.sends, *self.webhooks.sends) if other == key]
        return sum(any(number <= met <= number + RECORDING for met in self.plan.met) for number in began)


def _survive(work: Callable[[], object]) -> object:
    """What the work gave; None where its process died, or the store failed it."""
    try:
        return work()
    except (KilledError, StoreError):
        return None
