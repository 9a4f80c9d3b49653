"""From a delivery row to a mail or call that was accepted: lease the row, see that it still holds, send, record.

The lease is a put on condition of the row's version, so of any number of senders one goes on. If it dies, another may
take over when the lease has run out; a mail is doubled only if it dies between the mailer's yes and the record. So is
a call, and then its id is the same.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.match import Match
from chalicelib.matches.repository import load
from chalicelib.players import webhooks
from chalicelib.players.errors import PlayerError, UnknownPlayerError, UnknownWebhookError
from chalicelib.players.ports import (
    ConditionFailedError,
    Env,
    Key,
    Put,
    Store,
    StoreConflictError,
    StoreError,
    VersionIs,
)
from chalicelib.players.profile import is_guest
from chalicelib.players.repository import load_profile
from chalicelib.post import call, stranger
from chalicelib.post.compose import compose
from chalicelib.post.delivery import Delivery, Notice, delivery_of, item_of, notice_of
from chalicelib.post.ports import (
    MailRefusedError,
    MailUnavailableError,
    PostEnv,
    WebhookGoneError,
    WebhookRefusedError,
    WebhookUnavailableError,
)
from chalicelib.post.truth import holds
from chalicelib.telemetry import line
from chalicelib.telemetry.traces import trace

CALL_LEASE = 60
"""Seconds that one attempt at a call may take, its 15 seconds and all that goes before and after."""
CONFLICT_SECONDS = 5
"""Seconds until a row that somebody else was just writing is looked at again."""
RECORD_PAUSES = (0.1, 0.4, 1.6)
"""How many seconds to wait before each further try to write down what was sent: longer than a short throttle."""

_log = logging.getLogger(__name__)


class DeliveryBusyError(Exception):
    """Somebody else is at this delivery, or seems to be: look again in so many `seconds`."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def send(post_env: PostEnv, key: Key, *, new: bool = False) -> None:
    """Make one attempt at a delivery, unless it is settled or not due.

    Of a `new` one the row says nothing beyond its key, so it is leased unread; if it is not new any more, that fails.
    Raises DeliveryBusyError, StoreError; then it is not known to be done, and the message must be handled again.
    """
    leased = _leased_unread(post_env, key) if new else None
    leased = leased or _leased(post_env, key)
    if leased is not None:
        _record(post_env.env, _attempt(post_env, leased))


def _leased_unread(post_env: PostEnv, key: Key) -> Delivery | None:
    """The lease of a row that is as the relay put it; None if it is not."""
    try:
        return _lease(post_env, Delivery(notice_of(key)))
    except ConditionFailedError:
        return None


def _leased(post_env: PostEnv, key: Key) -> Delivery | None:
    """The lease of a row; None if there is nothing to do. Raises DeliveryBusyError, StoreError.

    The cheap read may come too early to see the row, or how it was just changed; only the dear one is believed.
    """
    item = None
    for consistent in (False, True):
        if item := post_env.env.store.get(key, consistent=consistent):
            with suppress(ConditionFailedError):
                return _lease_of_due(post_env, delivery_of(item))
    if item:
        raise DeliveryBusyError(f"{key.sort} was changed by somebody else", CONFLICT_SECONDS)
    _log.warning("no such delivery: %.64s %.128s", *key)  # cut: what is in a message may be of any size
    return None


def _lease_of_due(post_env: PostEnv, delivery: Delivery) -> Delivery | None:
    now = post_env.env.clock.now()
    if delivery.is_settled() or delivery.due > now:
        return None
    if delivery.is_leased(now):
        raise DeliveryBusyError(f"{delivery.notice.key.sort} is being sent", delivery.lease - now)
    return _lease(post_env, delivery)


def _lease(post_env: PostEnv, delivery: Delivery) -> Delivery:
    """Take the row, if it is as it was read. Raises ConditionFailedError, DeliveryBusyError, StoreError."""
    seconds = CALL_LEASE if delivery.notice.webhook else post_env.lease
    leased = delivery.leased(post_env.env.clock.now() + seconds)
    try:
        post_env.env.store.commit([Put(item_of(leased), VersionIs(delivery.version))])
    except StoreConflictError as error:
        # Somebody was at the row at the same moment, but maybe not to lease it: that is soon known.
        raise DeliveryBusyError(f"{delivery.notice.key.sort} is being changed", CONFLICT_SECONDS) from error
    return leased


def _attempt(post_env: PostEnv, delivery: Delivery) -> Delivery:
    """What the row says after the attempt; a fault of ours in one mail is tried again like one of the mailer's."""
    clock = post_env.env.clock
    try:
        return _sent(post_env, delivery)
    except (MailRefusedError, WebhookRefusedError) as error:
        return delivery.failed(clock.now(), str(error))
    except WebhookGoneError as error:
        _disable(post_env, delivery)
        return delivery.failed(clock.now(), str(error))
    except MailUnavailableError as error:
        return delivery.delayed(clock.now(), str(error))
    except WebhookUnavailableError as error:
        lot = post_env.env.ids.token(8)[-1]
        return delivery.delayed(clock.now(), str(error), error.seconds, lot)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one mail, its row must say so
        _log.error("cannot send %s %s: %s", *delivery.notice.key, trace(error))
        return delivery.delayed(clock.now(), type(error).__name__)


def _sent(post_env: PostEnv, delivery: Delivery) -> Delivery:
    env, notice = post_env.env, delivery.notice
    deliver = _called if notice.webhook else _mailed
    try:
        match = load(env, notice.match)
        if not holds(env, match, notice):
            return delivery.overtaken(env.clock.now())
        carrier = deliver(post_env, match, notice)
    except (MatchNotFoundError, UnknownPlayerError, UnknownWebhookError):
        return delivery.overtaken(env.clock.now())
    return delivery.accepted(env.clock.now(), carrier)


def _mailed(post_env: PostEnv, match: Match, notice: Notice) -> str:
    """The mailer's id of the mail. Raises UnknownPlayerError (gone, or not to be written to), MailerError."""
    if is_guest(notice.player):
        return post_env.mailer.send(stranger.invitation(post_env, match, notice))
    profile = load_profile(post_env.env.store, notice.player, consistent=False)
    return post_env.mailer.send(compose(post_env, match, profile, notice))


def _called(post_env: PostEnv, match: Match, notice: Notice) -> str:
    """What the webhook answered. Raises UnknownWebhookError (deleted, or not to be called any more), WebhookError."""
    env = post_env.env
    webhook = webhooks.find_webhook(env.store, notice.player, notice.webhook)
    if webhook.disabled:
        raise UnknownWebhookError("This webhook is not called any more.")
    content = call.body(post_env, match, notice)
    headers = call.headers(notice, webhook.secrets, env.clock.now(), content)
    return post_env.webhooks.call(webhook.url, headers, content)


def _disable(post_env: PostEnv, delivery: Delivery) -> None:
    """Call a webhook no more that said so; if others are at it, its next call is told the same. Raises StoreError."""
    try:
        webhooks.disable_webhook(post_env.env, delivery.notice.player, delivery.notice.webhook)
    except PlayerError:
        _log.info("the webhook of %s %s is being changed, or gone", *delivery.notice.key)


def _record(env: Env, delivery: Delivery) -> None:
    """Write down what came of the attempt, hard: if this is lost, the mail is sent again. Raises StoreError."""
    line.count("delayed" if delivery.state == "pending" else delivery.state)
    for pause in RECORD_PAUSES:
        try:
            return _write_down(env.store, delivery)
        except StoreError:
            env.wait(pause)
    return _write_down(env.store, delivery)


def _write_down(store: Store, delivery: Delivery) -> None:
    try:
        store.commit([Put(item_of(delivery), VersionIs(delivery.version - 1))])
    except ConditionFailedError:
        _log.info("%s was recorded already", delivery.notice.key)
