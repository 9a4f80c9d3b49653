"""From a delivery row to a mail that was accepted: lease the row, see that the notice still holds, send, record.

The lease is a put on condition of the row's version, so of any number of senders one goes on. If it dies, another may
take over when the lease has run out; a mail is doubled only if it dies between the mailer's yes and the record.
"""

from __future__ import annotations

import logging

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.matches.repository import load
from chalicelib.players.errors import UnknownPlayerError
from chalicelib.players.ports import (
    ConditionFailedError,
    Key,
    Put,
    Store,
    StoreConflictError,
    StoreError,
    VersionIs,
)
from chalicelib.players.repository import load_profile
from chalicelib.post.compose import compose
from chalicelib.post.delivery import Delivery, delivery_of, item_of
from chalicelib.post.ports import MailRefusedError, MailUnavailableError, PostEnv
from chalicelib.post.truth import holds

_RECORD_TRIES = 3

_log = logging.getLogger(__name__)


class DeliveryBusyError(Exception):
    """Somebody else is at this delivery, or seems to be: look again in so many `seconds`."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def send(post_env: PostEnv, key: Key) -> None:
    """Make one attempt at a delivery, unless it is settled or not due.

    Raises DeliveryBusyError, StoreError; then it is not known to be done, and the message must be handled again.
    """
    store, now = post_env.env.store, post_env.env.clock.now()
    delivery = _read(store, key)
    if delivery is None or delivery.is_settled() or delivery.due > now:
        return
    if delivery.is_leased(now):
        raise DeliveryBusyError(f"{key.sort} is being sent", delivery.lease - now)
    leased = _lease(store, delivery, now, post_env.lease)
    _record(store, _attempt(post_env, leased))


def _read(store: Store, key: Key) -> Delivery | None:
    """The row; the cheap read may come too early to see it, and only the dear one says that there is none."""
    item = store.get(key, consistent=False) or store.get(key)
    if item is None:
        _log.warning("no such delivery: %s %s", *key)
        return None
    return delivery_of(item)


def _lease(store: Store, delivery: Delivery, now: int, seconds: int) -> Delivery:
    leased = delivery.leased(now + seconds)
    try:
        store.commit([Put(item_of(leased), VersionIs(delivery.version))])
    except (ConditionFailedError, StoreConflictError) as error:
        raise DeliveryBusyError(f"{delivery.notice.key.sort} was taken by somebody else", seconds) from error
    return leased


def _attempt(post_env: PostEnv, delivery: Delivery) -> Delivery:
    """What the row says after the attempt; a fault of ours in one mail is tried again like one of the mailer's."""
    clock = post_env.env.clock
    try:
        return _sent(post_env, delivery)
    except MailRefusedError as error:
        return delivery.failed(clock.now(), str(error))
    except MailUnavailableError as error:
        return delivery.delayed(clock.now(), str(error))
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one mail, its row must say so
        _log.exception("cannot send %s %s", *delivery.notice.key)
        return delivery.delayed(clock.now(), f"{type(error).__name__}: {error}")


def _sent(post_env: PostEnv, delivery: Delivery) -> Delivery:
    env, notice = post_env.env, delivery.notice
    try:
        match = load(env, notice.match)
        profile = load_profile(env.store, notice.player, consistent=False)
    except (MatchNotFoundError, UnknownPlayerError):
        return delivery.overtaken(env.clock.now())
    if not holds(env.games.get(match.roster.game), match, notice):
        return delivery.overtaken(env.clock.now())
    carrier = post_env.mailer.send(compose(post_env, match, profile, notice))
    return delivery.accepted(env.clock.now(), carrier)


def _record(store: Store, delivery: Delivery) -> None:
    """Write down what came of the attempt, hard: if this is lost, the mail is sent again."""
    put = Put(item_of(delivery), VersionIs(delivery.version - 1))
    for tried in range(_RECORD_TRIES):
        try:
            return store.commit([put])
        except ConditionFailedError:
            return _log.info("%s was recorded already", delivery.notice.key)
        except StoreError:
            if tried == _RECORD_TRIES - 1:
                raise
    return None
