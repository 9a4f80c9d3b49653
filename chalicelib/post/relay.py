"""From the log to the queue: every notice a log row owes becomes a delivery row and a message, then the row is marked.

Everything here may be done twice, by two at once, or die at any point: rows are put only where none stands, a message
too many is recognised by the sender, and a log row is marked last, so that until then the sweep finds it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from chalicelib.matches.events import Kind, LogRow, Owed
from chalicelib.matches.repository import UNSENT, log_row
from chalicelib.players.ports import (
    Absent,
    ConditionFailedError,
    Env,
    Item,
    Key,
    Put,
    Store,
    StoreUnavailableError,
    VersionIs,
)
from chalicelib.post import spacing
from chalicelib.post.delivery import (
    MAIL,
    RETRY,
    SHARDS,
    WEBHOOK,
    Delivery,
    Notice,
    delivery_of,
    item_of,
    queue_of,
)
from chalicelib.post.ports import (
    OutOfTimeError,
    PostEnv,
    QueueUnavailableError,
    TimeLeft,
    check_time,
    unlimited,
)
from chalicelib.post.table_hooks import callings
from chalicelib.telemetry.traces import trace

OVERDUE = 60
"""Seconds after which the sweep takes a log row that the stream should have relayed long ago."""
ASKED = 720
"""Seconds for which the sweep trusts the message it put to be handled: as long as a queue in SQS may hide one."""
READ_SECONDS, ASK_SECONDS, NOTICE_SECONDS, ROW_SECONDS = 17.0, 20.0, 28.0, 36.0
"""What a page of waiting rows, one delivery to be enqueued, one notice with the mark after it, and the first notice of
a log row may take at most, with every call of a store in DynamoDB and of a queue in SQS at its own limit."""
_PAGE = 100
_BY_ONE_READ: tuple[Kind, ...] = ("moved", "sealed", "retracted", "continued")
"""Rows committed by who had read all of the match, and so could say whether webhooks are attached to it."""

_log = logging.getLogger(__name__)


class RelayError(Exception):
    """A row could not be relayed; the message names it, the cause says why."""

    def __init__(self, key: Key) -> None:
        super().__init__(f"cannot relay {key.partition} {key.sort}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did: log rows relayed, deliveries enqueued, rows it could not relay; and the oldest unsent row.

    `oldest` is that row's age in seconds as the sweep began (0: none was overdue; None: there was no time to look),
    `done` whether it got through.
    """

    relayed: int = 0
    enqueued: int = 0
    failed: tuple[Key, ...] = ()
    oldest: int | None = 0
    done: bool = True


def relay(post_env: PostEnv, item: Item, time_left: TimeLeft = unlimited) -> None:
    """Turn the notices owed by a log row into deliveries and mark the row sent. Raises RelayError, naming the row."""
    if item.kind != "log" or item.work is None:
        return
    try:
        row = log_row(item)
        for notice, after in _notices(post_env.env, item.key.partition.removeprefix("M#"), row):
            check_time(time_left, NOTICE_SECONDS)
            if spacing.is_spaced(row, notice):
                after = max(after, spacing.not_before(post_env.env, notice))
                check_time(time_left, NOTICE_SECONDS)
            _owe(post_env, notice, after)
        _mark_sent(post_env.env.store, item)
    except Exception as error:
        raise RelayError(item.key) from error


def relay_all(post_env: PostEnv, items: Iterable[Item], time_left: TimeLeft = unlimited) -> tuple[Key, ...]:
    """Relay every row and never raise: the rows that could not be relayed are logged and returned.

    So is a row that was not begun, because the time that is left might have ended in the middle of it.
    """
    return tuple(key for item in items for key in _failed(partial(_relay_in_time, time_left), post_env, item))


def _relay_in_time(time_left: TimeLeft, post_env: PostEnv, item: Item) -> None:
    check_time(time_left, ROW_SECONDS)
    relay(post_env, item, time_left)


def sweep(
    post_env: PostEnv,
    *,
    overdue: int = OVERDUE,
    limit: int = 1_000,
    time_left: TimeLeft = unlimited,
) -> Swept:
    """Relay the log rows that are `overdue` seconds old, and enqueue the deliveries whose time has come.

    Looks at `limit` rows at most, and begins with none that might not fit into the time that is left; what is left is
    for the next sweep.
    """
    now, store = post_env.env.clock.now(), post_env.env.store
    swept = Swept(oldest=None)
    try:
        first, later = _unsent(store, now - overdue, time_left)
        swept = Swept(oldest=max((_age(item, now) for item in first), default=0))
        for seen, item in enumerate(chain(first, later, _retried(store, now, time_left))):
            if seen >= limit:
                return replace(swept, done=False)
            check_time(time_left, ROW_SECONDS if item.kind == "log" else ASK_SECONDS)
            swept = _swept(post_env, swept, item, time_left)
    except OutOfTimeError:
        return replace(swept, done=False)
    return swept


def _place(item: Item) -> str:
    return item.work.sort if item.work else ""


def _age(item: Item, now: int) -> int:
    return now - int(_place(item)[:10] or now)


def _swept(post_env: PostEnv, swept: Swept, item: Item, time_left: TimeLeft) -> Swept:
    if item.kind != "log":
        failed = _failed(_requeue, post_env, item)
        return replace(swept, enqueued=swept.enqueued + (not failed), failed=swept.failed + failed)
    failed = _failed(partial(relay, time_left=time_left), post_env, item)
    return replace(swept, relayed=swept.relayed + (not failed), failed=swept.failed + failed)


def _unsent(store: Store, until: int, time_left: TimeLeft) -> tuple[list[Item], Iterator[Item]]:
    """The log rows that wait: the first page of every shard, oldest first, and what comes after.

    All first pages are read before any row is relayed, so that the age of the oldest is known however little of the
    work is done.
    """
    shards = [_waiting(store, f"{UNSENT}#{number}", until, time_left) for number in range(SHARDS)]
    first = sorted((item for pages in shards for item in next(pages)), key=_place)
    return first, chain.from_iterable(chain.from_iterable(shards))


def _retried(store: Store, now: int, time_left: TimeLeft) -> Iterator[Item]:
    """The deliveries whose time has come."""
    for number in range(SHARDS):
        yield from chain.from_iterable(_waiting(store, f"{RETRY}#{number}", now, time_left))


def _waiting(store: Store, shard: str, until: int, time_left: TimeLeft) -> Iterator[list[Item]]:
    """Pages, one at least, of the rows that wait, as they are in the table: the index itself may lag behind."""
    up_to = f"{until + 1:010d}"
    after: str | None = None
    while True:
        check_time(time_left, READ_SECONDS)
        hints = store.index("work", shard, up_to=up_to, after=after, limit=_PAGE)
        found = store.get_many(hints) if hints else {}
        items = [found[hint] for hint in hints if hint in found]
        yield [item for item in items if item.work and item.work.shard == shard and item.work.sort < up_to]
        if len(hints) < _PAGE:
            return
        after = hints[-1].place


def _notices(env: Env, match: str, row: LogRow) -> Iterator[tuple[Notice, int]]:
    """What the row owes through each channel of each player, with the time before which it may not be sent."""
    for owed in row.owed:
        yield _notice(match, row.at, owed, MAIL), owed.after
    hooked = row.hooked or row.kind not in _BY_ONE_READ
    for each in callings(env, match if hooked else "", row.owed):
        notice = _notice(match, row.at, each.owed, WEBHOOK + each.webhook.id)
        yield replace(notice, player=each.webhook.player), each.owed.after


def _notice(match: str, at: int, owed: Owed, channel: str) -> Notice:
    return Notice(owed.player, at, match, owed.n, owed.seat, owed.category, channel)


def _owe(post_env: PostEnv, notice: Notice, after: int) -> None:
    now = post_env.env.clock.now()
    delivery, new = Delivery(notice, due=after if after > now else 0), True
    try:
        post_env.env.store.commit([Put(item_of(delivery), Absent())])
    except ConditionFailedError:
        delivery, new = _standing_delivery(post_env.env.store, delivery), False
    if not delivery.is_settled() and delivery.due <= now:
        enqueue(post_env, delivery.notice.key, new=new)


def _standing_delivery(store: Store, delivery: Delivery) -> Delivery:
    """The row that an earlier run put; it may be on its way, settled, or waiting."""
    item = store.get(delivery.notice.key)
    return delivery_of(item) if item is not None else delivery


def enqueue(post_env: PostEnv, key: Key, *, new: bool = False) -> None:
    """Ask the queue function of its channel to send a delivery; of a `new` one nothing stands in its row yet."""
    message = {"delivery": [key.partition, key.sort], **({"new": True} if new else {})}
    queue_of(post_env, key).put(message)


def _mark_sent(store: Store, item: Item) -> None:
    marked = replace(item, version=item.version + 1, work=None)
    try:
        store.commit([Put(marked, VersionIs(item.version))])
    except ConditionFailedError:
        _log.debug("%s was marked by somebody else", item.key)


def _requeue(post_env: PostEnv, item: Item) -> None:
    """Put a message of a row whose time has come, and note so first: nobody puts another while this one waits."""
    now = post_env.env.clock.now()
    if delivery_of(item).is_ready(now):
        _ask(post_env, delivery_of(item).asked_for(now + ASKED))


def _ask(post_env: PostEnv, asked: Delivery) -> None:
    try:
        _note(post_env.env.store, asked)
    except ConditionFailedError:
        return _log.debug("somebody else is at %s", asked.notice.key)
    except StoreUnavailableError:
        _log.warning("asked for %s, whether that was noted or not", asked.notice.key)
    try:
        return enqueue(post_env, asked.notice.key)
    except QueueUnavailableError:
        _note(post_env.env.store, asked.asked_for(0))
        raise


def _note(store: Store, delivery: Delivery) -> None:
    store.commit([Put(item_of(delivery), VersionIs(delivery.version - 1))])


def _failed(step: Callable[[PostEnv, Item], None], post_env: PostEnv, item: Item) -> tuple[Key, ...]:
    """Take the step, and if it fails name the row in the log and here: one bad row must not keep the others waiting."""
    try:
        step(post_env, item)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one row, the next one is due too
        _log.error("left behind: %s %s: %s", *item.key, trace(error))
        return (item.key,)
    return ()
