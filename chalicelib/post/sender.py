"""From a delivery row to a mail or call that was accepted: lease the row, see that it still holds, send, record.

The lease is a put on condition of the row's version, so of any number of senders one goes on. If it dies, another may
take over when the lease has run out; a mail is doubled only if it dies between the mailer's yes and the record. So is
a call, and then its id is the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from functools import partial

from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.players.errors import PlayerError, UnknownPlayerError, UnknownWebhookError
from chalicelib.players.ports import (
    ConditionFailedError,
    Env,
    Key,
    Put,
    Store,
    StoreConflictError,
    StoreError,
)
from chalicelib.post import calling, feedback, mailing, tag
from chalicelib.post.delivery import Delivery, delivery_of, notice_of
from chalicelib.post.errors import OvertakenError
from chalicelib.post.ports import (
    AddressRefusedError,
    MailRefusedError,
    MailUnavailableError,
    PostEnv,
    WebhookGoneError,
    WebhookRefusedError,
    WebhookUnavailableError,
)
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
    """Do what is to be done with a delivery now, unless it is settled or not due.

    Of a `new` one the row says nothing beyond its key, so it is taken unread; if it is not new any more, that fails.
    Raises DeliveryBusyError, StoreError; then it is not known to be done, and the message must be handled again.
    """
    delivery = Delivery(notice_of(key)) if new else _read(post_env, key)
    if delivery is None:
        _log.warning("no such delivery: %.64s %.128s", *key)  # cut: what is in a message may be of any size
        return
    try:
        _proceed(post_env, delivery)
    except ConditionFailedError:
        _look_again(post_env, key)


def _read(post_env: PostEnv, key: Key) -> Delivery | None:
    """The row by the cheap read, or, if that comes too early to see it, by the dear one; None if there is none."""
    for consistent in (False, True):
        if item := post_env.env.store.get(key, consistent=consistent):
            return delivery_of(item)
    return None


def _look_again(post_env: PostEnv, key: Key) -> None:
    """See whether a row still has to be dealt with that is not as it was taken to be.

    What was decided for it is not decided anew in the same attempt, which would take too long where the store is slow.
    Raises DeliveryBusyError if it has to be, StoreError.
    """
    item, now = post_env.env.store.get(key), post_env.env.clock.now()
    delivery = delivery_of(item) if item else None
    if delivery is None or delivery.is_settled() or delivery.due > now:
        return
    seconds = delivery.lease - now if delivery.is_leased(now) else CONFLICT_SECONDS
    raise DeliveryBusyError(f"{key.sort} was changed by somebody else", seconds)


def _proceed(post_env: PostEnv, delivery: Delivery) -> None:
    """Do what is next. Raises ConditionFailedError if the row is not as it was read, DeliveryBusyError, StoreError."""
    now = post_env.env.clock.now()
    if delivery.is_settled() or delivery.due > now:
        return None
    if delivery.is_leased(now):
        raise DeliveryBusyError(f"{delivery.notice.key.sort} is being sent", delivery.lease - now)
    if delivery.notice.webhook:
        return _call(post_env, delivery)
    return _mail_or_not(post_env, delivery, _decided(post_env, delivery))


def _mail_or_not(post_env: PostEnv, delivery: Delivery, decided: mailing.Decided) -> None:
    if isinstance(decided, mailing.Hold):
        raise DeliveryBusyError(f"{delivery.notice.key.sort} waits for others", decided.seconds)
    if isinstance(decided, mailing.Written):
        return _commit(post_env, decided.writes, decided.state)
    return _mail(post_env, decided)


def _decided(post_env: PostEnv, delivery: Delivery) -> mailing.Decided:
    """What to do with a mail; a fault of ours in one of them is tried again like one of the mailer's."""
    try:
        return mailing.decide(post_env, delivery)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one mail, its row must say so
        _log.error("cannot send %s %s: %s", *delivery.notice.key, trace(error))
        return mailing.as_written(delivery.tried().delayed(post_env.env.clock.now(), type(error).__name__))


def _mail(post_env: PostEnv, mail: mailing.Mail) -> None:
    """Send a mail and write down what came of it: of all that it tells, or of the first, if others are at the rest."""
    try:
        leased = _lease(post_env, mail.rows)
    except ConditionFailedError as error:
        if 0 in error.failed or len(mail.rows) == 1:
            raise
        leased = _lease(post_env, mail.rows[:1])
    to: list[str] = []
    first = _attempt(post_env, leased[0], lambda row: _handed_in(post_env, mail.compose(leased), row, to))
    _record(post_env.env, (first, *(_like(first, row) for row in leased[1:])))
    if first.was_refused():
        _heed_refusal(post_env, first, to[0])


def _handed_in(post_env: PostEnv, mail: EmailMessage, row: Delivery, to: list[str]) -> str:
    """The mailer's id of the mail, which bears the tag of its row; `to` gets the address that it goes to."""
    to.append(str(mail["To"]))
    return post_env.mailer.send(tag.mark(post_env.env, mail, row))


def _heed_refusal(post_env: PostEnv, row: Delivery, address: str) -> None:
    """What came of the mail must not be lost because this fails; the next refusal says the same."""
    try:
        feedback.heed_refusal(post_env, row, address)
    except (PlayerError, StoreError) as error:
        _log.warning("a refusal was not heeded: %s", trace(error))


def _like(first: Delivery, row: Delivery) -> Delivery:
    """What a row says that was told by the same mail as the first, or not."""
    if first.state == "accepted":
        return row.gathered(first.settled, first.notice.key.sort)
    if first.state == "overtaken":
        return row.overtaken(first.settled)
    when, why = first.notes[-1]
    return row.failed(when, why) if first.state == "failed" else row.delayed(when, why)


def _lease(post_env: PostEnv, rows: Sequence[Delivery]) -> tuple[Delivery, ...]:
    """Take the rows, if they are as they were read. Raises ConditionFailedError, DeliveryBusyError, StoreError."""
    seconds = CALL_LEASE if rows[0].notice.webhook else post_env.lease
    until = post_env.env.clock.now() + seconds
    leased = tuple(row.leased(until) for row in rows)
    _commit(post_env, [mailing.put(row) for row in leased])
    return leased


def _commit(post_env: PostEnv, writes: Sequence[Put], state: str = "") -> None:
    """Raises ConditionFailedError, DeliveryBusyError, StoreError."""
    try:
        post_env.env.store.commit(writes)
    except StoreConflictError as error:
        # Somebody was at a row at the same moment, but maybe not to lease it: that is soon known.
        raise DeliveryBusyError(f"{writes[0].item.key.sort} is being changed", CONFLICT_SECONDS) from error
    if state:
        line.count("delayed" if state == "pending" else state)


def _attempt(post_env: PostEnv, delivery: Delivery, deliver: Callable[[Delivery], str]) -> Delivery:
    """What the row says after the attempt; a fault of ours is tried again like one of the mailer's."""
    clock = post_env.env.clock
    try:
        return delivery.accepted(clock.now(), deliver(delivery))
    except (MatchNotFoundError, UnknownPlayerError, UnknownWebhookError, OvertakenError):
        return delivery.overtaken(clock.now())
    except AddressRefusedError as error:
        return delivery.refused(clock.now(), str(error))
    except (MailRefusedError, WebhookRefusedError, WebhookGoneError) as error:
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


def _call(post_env: PostEnv, delivery: Delivery) -> None:
    """Call a webhook, and write down what came of it."""
    (leased,) = _lease(post_env, (delivery,))
    _record(post_env.env, (_attempt(post_env, leased, partial(calling.called, post_env)),))


def _record(env: Env, rows: Sequence[Delivery]) -> None:
    """Write down what came of the attempt, hard: if this is lost, the mail is sent again. Raises StoreError."""
    for row in rows:
        line.count("delayed" if row.state == "pending" else row.state)
    for pause in RECORD_PAUSES:
        try:
            return _write_down(env.store, rows)
        except StoreError:
            env.wait(pause)
    return _write_down(env.store, rows)


def _write_down(store: Store, rows: Sequence[Delivery]) -> None:
    try:
        store.commit([mailing.put(row) for row in rows])
    except ConditionFailedError:
        _log.info("%s was recorded already", rows[0].notice.key)
        if len(rows) > 1:  # somebody else changed one of them; the others are to be written down all the same
            for row in rows:
                _write_down(store, (row,))
