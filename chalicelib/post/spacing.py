"""Notices of what can be done and undone without end: the first goes out at once, further ones within the hour wait.

When their time comes, only what still holds is sent, and of one thing only the latest (truth.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.matches.events import LogRow
from chalicelib.matches.undoable import is_undoable
from chalicelib.players.ports import Env
from chalicelib.post.delivery import Delivery, Notice, delivery_of

APART = 3_600
"""Seconds from one such notice to the next about the same match, of the same category and through the same channel."""
_LOOKED_THROUGH = 100
"""So many of the newest deliveries of a player are looked through."""


def is_spaced(row: LogRow, notice: Notice) -> bool:
    """Whether a notice that the row owes may have to wait because of others like it."""
    return is_undoable(row, notice.category)


def not_before(env: Env, notice: Notice) -> int:
    """When such a notice may be sent (epoch seconds; 0: at once), an hour from now at most.

    It goes out with the one that waits already, else an hour after the one that was sent, or is being sent now. What
    stands in a queue holds nothing up: if it tells of the same thing it is dropped for this one. Raises StoreError.
    """
    now, alike = env.clock.now(), list(_alike(env, notice))
    if waiting := [each.due for each in alike if _waits(each, now)]:
        return min(*waiting, now + APART)
    free = max((_free_from(each, now) for each in alike), default=0)
    return free if free > now else 0


def _alike(env: Env, notice: Notice) -> Iterator[Delivery]:
    """The player's newest deliveries of this match, category and channel."""
    page = env.store.query(f"P#{notice.player}", prefix="D#", reverse=True, limit=_LOOKED_THROUGH, consistent=True)
    about = (notice.match, notice.category, notice.channel)
    for delivery in map(delivery_of, page.items):
        if (delivery.notice.match, delivery.notice.category, delivery.notice.channel) == about:
            yield delivery


def _waits(delivery: Delivery, now: int) -> bool:
    return delivery.state == "pending" and not delivery.tries and delivery.due > now


def _free_from(delivery: Delivery, now: int) -> int:
    """When another one may follow: at once, if this one has not come to be read."""
    if delivery.state in ("pending", "overtaken", "off", "failed"):
        return 0
    return (delivery.settled if delivery.is_settled() else now) + APART
