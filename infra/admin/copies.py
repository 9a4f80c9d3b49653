"""A copy of everything in a store of its own, in the order of keys: what an export is written from."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path

from chalicelib.adapters.sizes import item_size
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import MAX_COMMIT_BYTES, MAX_WRITES, Clock, Env, Item, Put
from infra.admin.tables import MATCH, scan, settled


def of_file(source: Path, copy: Path, clock: Clock) -> SqliteStore:
    """A copy of a store in a file as it stands at this moment, whoever works on it."""
    from_it = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(from_it, uri=True)) as original, closing(sqlite3.connect(copy)) as copied:
        original.backup(copied)
    return SqliteStore(copy, clock)


def of_table(env: Env, copy: Path) -> SqliteStore:
    """A copy of a store of any engine, each match in it as it stands between two commits. Raises UnsettledError."""
    store = SqliteStore(copy, env.clock)
    for batch in batches(_steady(env)):
        store.commit([Put(item) for item in {item.key: item for item in batch}.values()])
    return store


def _steady(env: Env) -> Iterator[Item]:
    """Everything; where it comes to a match, that is read whole and in itself steady."""
    for partition, items in groupby(scan(env.store), key=lambda item: item.key.partition):
        if partition.startswith(MATCH):
            yield from settled(env, partition.removeprefix(MATCH)).values()
        else:
            yield from items


def batches(items: Iterable[Item], most: int = MAX_WRITES) -> Iterator[list[Item]]:
    """The items in lots that one commit can take, with a quarter of its bytes to spare."""
    batch: list[Item] = []
    size = 0
    for item in items:
        weight = item_size(item)
        if batch and (len(batch) == most or size + weight > MAX_COMMIT_BYTES * 3 // 4):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += weight
    if batch:
        yield batch
