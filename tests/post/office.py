"""A post office on a store in memory: people with a language and a zone, matches, and a queue that is worked off."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from chalicelib.matches.match import Match
from chalicelib.players.ports import Absent, FixedClock, Item, Key, Put, Store
from chalicelib.players.profile import Profile
from chalicelib.players.repository import handle_key, pointer_item, profile_item
from chalicelib.players.webhooks import Webhook, create_webhook
from chalicelib.post import queue, relay
from chalicelib.post.delivery import Delivery, delivery_of
from chalicelib.post.ports import CollectingMailer, CollectingWebhooks, ListQueue, PostEnv
from tests.matches.desk import AT_ONCE, Desk

ROUNDS = 8


class Office:
    """The post's environment with its fakes at hand; anna, bram, cees ... can be told things from the start."""

    def __init__(self, store: Store | None = None, clock: FixedClock | None = None, desk: Desk | None = None) -> None:
        self.desk = desk or Desk(store, clock)
        self.clock = self.desk.clock
        self.store = self.desk.store
        self.queue = ListQueue()
        self.mailer = CollectingMailer()
        self.webhook_queue = ListQueue()
        self.webhooks = CollectingWebhooks()
        self.post = PostEnv(
            env=self.desk.env,
            queue=self.queue,
            mailer=self.mailer,
            webhook_queue=self.webhook_queue,
            webhooks=self.webhooks,
            base_url="https://play.example.org",
            sender="Turnpost <post@play.example.org>",
            list_domain="play.example.org",
            contact="help@play.example.org",
        )

    def person(self, handle: str, name: str, language: str = "en", zone: str = "UTC") -> str:
        """Register somebody who wants to be told of everything at once; their id."""
        profile = Profile(handle, name, handle, f"{handle}@example.com", language, zone, self.clock.now(), mail=AT_ONCE)
        pointer = pointer_item(handle_key(handle), "handle", handle)
        self.store.commit([Put(profile_item(profile), Absent()), Put(pointer, Absent())])
        return handle

    def over(self, store: Store) -> PostEnv:
        """The same post over another store."""
        return replace(self.post, env=self.desk.over(store))

    def handle(self) -> list[str]:
        """Let the functions of both queues have everything that waits; the ids they could not do."""
        return queue.handle(self.post, records([*self.queue.take(), *self.webhook_queue.take()]))

    def work_off(self) -> None:
        """Relay, enqueue and handle until nothing more happens."""
        for _ in range(ROUNDS):
            relay.sweep(self.post, overdue=0)
            if not self.queue.messages and not self.webhook_queue.messages:
                return
            assert self.handle() == []
        raise AssertionError("the queue does not become empty")

    def rows(self, player: str) -> list[Delivery]:
        """The player's deliveries, oldest first."""
        page = self.store.query(f"P#{player}", prefix="D#", consistent=True)
        return [delivery_of(item) for item in page.items]

    def owing(self, match: Match) -> list[Item]:
        """The match's log rows that still owe notices."""
        page = self.store.query(f"M#{match.id}", prefix="L#", consistent=True)
        return [item for item in page.items if item.work is not None]

    def mails(self, player: str) -> list[EmailMessage]:
        """What the player was sent, oldest first."""
        return [mail for mail in self.mailer.accepted if mail["To"] == f"{player}@example.com"]

    def webhook(self, player: str, url: str = "https://hook.example/turns") -> Webhook:
        """Give the player a webhook."""
        return create_webhook(self.desk.env, player, url)

    def calls(self, webhook: Webhook) -> list[dict[str, Any]]:
        """What the webhook was told, oldest first."""
        return [json.loads(body) for url, _, body in self.webhooks.accepted if url == webhook.url]

    def forget(self) -> None:
        """Empty the hands of the mailer and of the caller."""
        self.mailer.accepted.clear()
        self.webhooks.accepted.clear()


class Hanging(CollectingWebhooks):
    """Webhooks of which none answers before so many are being called."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._all = threading.Barrier(number, timeout=20)

    def call(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        self._all.wait()
        return super().call(url, headers, body)


def records(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Messages as SQS hands them out."""
    return [{"messageId": f"m{number}", "body": json.dumps(message)} for number, message in enumerate(messages)]


def text_of(mail: EmailMessage) -> str:
    """The plain part."""
    return _part(mail, "plain")


def page_of(mail: EmailMessage) -> str:
    """The HTML part."""
    return _part(mail, "html")


def _part(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def key_of(delivery: Delivery) -> Key:
    """Where a delivery stands."""
    return delivery.notice.key
