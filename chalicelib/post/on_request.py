"""What a player asks a webhook to be called with: a test, or again what it was sent.

Either is a delivery like any other, put into the index in the commit that counts it, so that the sweep finds it even if
no queue takes its message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from chalicelib.players import rates, repository, webhooks
from chalicelib.players.ports import Absent, Item, Key, Put, VersionIs, Write
from chalicelib.players.webhook import Webhook
from chalicelib.post import kept
from chalicelib.post.delivery import TEST, WEBHOOK, Delivery, Notice, delivery_of, item_of, outside
from chalicelib.post.errors import DeliveryRefusedError, QueueUnavailableError, UnknownDeliveryError
from chalicelib.post.ports import PostEnv
from chalicelib.post.relay import enqueue

TESTS = rates.Rate(
    "webhook-test", 10, 3_600, "You have tested your webhooks many times this hour; please wait a little."
)
REPEATS = rates.Rate("webhook-again", 30, 3_600, "You have had much sent again this hour; please wait a little.")
LOOKED_THROUGH = 500
"""So many of a player's deliveries are looked through for one page of those of a webhook."""

Also = Callable[[str], Sequence[Write]]
"""What stands in the same commit, by the id of the delivery."""


def nothing(_: str) -> Sequence[Write]:
    """That nothing else stands in the commit."""
    return ()


def id_of(delivery: Delivery) -> str:
    """What a delivery is called outside."""
    return outside(delivery.notice.key.sort)


def try_out(post_env: PostEnv, player: str, webhook: str, also: Also = nothing) -> Delivery:
    """Have a webhook called with a test.

    Raises UnknownWebhookError, WebhookDisabledError, TooManyRequestsError, BusyError, ConditionFailedError.
    """
    env = post_env.env
    webhooks.check_called(webhooks.find_webhook(env.store, player, webhook))
    now, number = env.clock.now(), int.from_bytes(env.ids.token(4), "big")
    asked = replace(Delivery(Notice(player, now, "", number, 0, TEST, WEBHOOK + webhook)), due=now)
    owe(post_env, asked, [Put(item_of(asked), Absent()), rates.spend(env, TESTS, player), *also(id_of(asked))])
    return asked


def repeat(post_env: PostEnv, player: str, webhook: str, delivery: str, also: Also = nothing) -> Delivery:
    """Have a webhook sent again what a delivery sent it, byte by byte, under the same id.

    Raises UnknownWebhookError, WebhookDisabledError, UnknownDeliveryError, DeliveryRefusedError, TooManyRequestsError,
    BusyError, ConditionFailedError.
    """
    env = post_env.env
    webhooks.check_called(webhooks.find_webhook(env.store, player, webhook))
    row = _row(post_env, player, webhook, delivery)
    if not row.is_settled():
        raise DeliveryRefusedError("This is still being tried.")
    if not kept.find(env, row.notice):
        raise DeliveryRefusedError("What was sent is kept for a week; of this, nothing was, or it is gone.")
    asked = row.asked_again(env.clock.now())
    spent = rates.spend(env, REPEATS, player)
    owe(post_env, asked, [Put(item_of(asked), VersionIs(row.version)), spent, *also(id_of(asked))])
    return asked


def find(post_env: PostEnv, player: str, delivery: str) -> Delivery:
    """A delivery by what it is called outside. Raises UnknownDeliveryError."""
    item = post_env.env.store.get(Key(f"P#{player}", f"D#{delivery.replace('.', '#')}"))
    if item is None:
        raise UnknownDeliveryError("There is no such delivery, or it is kept no more.")
    return delivery_of(item)


def deliveries_of(post_env: PostEnv, webhook: Webhook, after: str | None, limit: int) -> tuple[list[Item], str]:
    """The newest rows of a webhook's deliveries, and the sort key to go on from ("": there are no more).

    A page may have fewer, even none, where the player was told much by other ways in between.
    """
    found, seen, channel = list[Item](), 0, f"#{WEBHOOK}{webhook.id}"
    while True:
        page = post_env.env.store.query(f"P#{webhook.player}", prefix="D#", after=after, reverse=True, limit=100)
        for item in page.items:
            seen, after = seen + 1, item.key.sort
            if item.key.sort.endswith(channel):
                found.append(item)
            if len(found) == limit or seen == LOOKED_THROUGH:
                return found, after
        if not page.more:
            return found, ""


def _row(post_env: PostEnv, player: str, webhook: str, delivery: str) -> Delivery:
    row = find(post_env, player, delivery)
    if row.notice.webhook != webhook:
        raise UnknownDeliveryError("This webhook was sent no such thing.")
    return row


def owe(post_env: PostEnv, asked: Delivery, writes: Sequence[Write]) -> None:
    """Owe what was asked for, and ask for it at once, unless it is settled; the sweep does so too.

    Raises BusyError, ConditionFailedError.
    """
    repository.commit(post_env.env, writes, post_env.env.ids.name(20))
    if asked.is_settled():
        return
    with suppress(QueueUnavailableError):
        enqueue(post_env, asked.notice.key)
