"""Putting an export back: in an order in which nothing acts on a half of it, and so that it can go on where it stopped.

How far it came is written with every lot, in the same commit. What the sweep and the relay look for comes last: before
it everything that it leads to is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from chalicelib.matches.playing import HEARTBEAT
from chalicelib.players import repository as players
from chalicelib.players.ports import (
    MAX_WRITES,
    Absent,
    ConditionFailedError,
    Delete,
    Env,
    Item,
    Key,
    Put,
    Store,
    Write,
)
from chalicelib.post.delivery import DELIVERY, delivery_of
from infra.admin import copies, export_file
from infra.admin.errors import AdminError
from infra.admin.mark import MARK, Mark, mark_of
from infra.admin.tables import scan

_STEPS = 4


def begun(env: Env, first: Mark) -> Mark:
    """Where to go on in this store; an empty one is marked at once.

    Raises AdminError, if it is not empty, or another file is being restored; BusyError, StoreError.
    """
    item = env.store.get(MARK)
    if item is None:
        _check_empty(env.store)
        _commit(env, [first.write()], first)
        return first
    mark = mark_of(item)
    if mark.digest != first.digest:
        raise AdminError("Another file was being restored into this store: go on with that, or empty it first.")
    return mark


def _check_empty(store: Store) -> None:
    """The sweep of a stage leaves its heartbeat in an empty table."""
    other = next((item for item in scan(store) if item.key != HEARTBEAT), None)
    if other is not None:
        raise AdminError("This store is not empty, and a restore would mix two services: take an empty one.")


def restore(env: Env, path: Path, mark: Mark) -> Mark:
    """Put in what is not there yet. Raises AdminError, BusyError, StoreError; run again, it goes on where it was."""
    rest = _after(in_order(path), mark.done)
    for batch in copies.batches(rest, MAX_WRITES - 1):
        following = mark.after(len(batch))
        writes = [*map(_put, batch), following.write()]
        _commit(env, writes, following)
        mark = following
    return mark


def _commit(env: Env, writes: Sequence[Write], mark: Mark) -> None:
    try:
        players.commit(env, writes, f"{mark.digest[:16]}-{mark.done}")
    except ConditionFailedError:
        raise AdminError(
            "Something else was written into this store meanwhile, by a service or another restore: stop that, and "
            "begin again with an empty store."
        ) from None


def in_order(path: Path) -> Iterator[Item]:
    """The items of a file in the order in which they are put back.

    The heartbeat comes first: from it the sweep knows that nobody could play since everything was exported.
    """
    for step in range(_STEPS):
        yield from (item for item in export_file.items(path) if _step(item) == step)


def _step(item: Item) -> int:
    if item.key == HEARTBEAT:
        return 0
    if item.work is None:
        return 1
    return 2 if item.kind == "head" else 3


def _after(items: Iterator[Item], done: int) -> Iterator[Item]:
    return (item for number, item in enumerate(items) if number >= done)


def _put(item: Item) -> Write:
    return Put(item, None if item.key == HEARTBEAT else Absent())


def finish(env: Env, mark: Mark) -> None:
    """Take the mark away. Raises StoreError."""
    players.commit(env, [Delete(MARK)], f"{mark.digest[:16]}-end")


def waiting(env: Env, path: Path) -> Iterator[Key]:
    """The deliveries of which nothing but a message in a queue knew that they have to be sent."""
    for item in export_file.items(path):
        is_kept = item.kind == DELIVERY.kind and item.expires > env.clock.now()
        if is_kept and item.work is None and not delivery_of(item).is_settled():
            yield item.key


def missing(env: Env, path: Path) -> Iterator[Key]:
    """The items of the file that are not in the store as they are in it, and have not been changed there since."""
    now = env.clock.now()
    alive = (item for item in export_file.items(path) if not item.expires or item.expires > now)
    for batch in copies.batches(alive):
        found = env.store.get_many([item.key for item in batch], consistent=True)
        yield from (item.key for item in batch if not _is_there(item, found.get(item.key)))


def _is_there(item: Item, stored: Item | None) -> bool:
    if stored is None:
        return False
    return stored == item or stored.version > item.version or item.key == HEARTBEAT
