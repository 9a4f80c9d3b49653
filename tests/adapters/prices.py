"""What DynamoDB charges, in capacity units, by its developer guide.

"Read and write operations": 1 read unit for 4 KB strongly consistent, half of it when eventually consistent; 1 write
unit for 1 KB, of the larger of the old and the new item; twice within a transaction. A query adds up its items before
rounding up. "Provisioned throughput considerations for global secondary indexes": putting an entry or removing it
costs its size, a changed index key both, an unchanged one nothing in an index of keys only. Index writes are not
doubled by a transaction. A failed condition costs what the write would have, without its indexes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chalicelib.adapters.sizes import INDEXES, IndexName, entry_size, item_size
from chalicelib.players.ports import Check, Delete, Item, Write

WRITE_BLOCK = 1_024
READ_BLOCK = 4_096
PAGE_BYTES = 1_048_576
BATCH_KEYS = 100


def read_units(sizes: Iterable[int], *, consistent: bool) -> float:
    """Units of a query or a get that weighs so much altogether; nothing found costs the least there is."""
    return blocks(sum(sizes), READ_BLOCK) * (1.0 if consistent else 0.5)


def commit_units(writes: Sequence[Write], old: Sequence[Item | None], *, token: str, done: bool) -> int:
    """Units of a commit that found the items `old` under its keys; `done` unless its conditions failed.

    One write without a token is a plain put or delete. A token, a check, or more writes take a transaction.
    """
    plain = len(writes) == 1 and not token and not isinstance(writes[0], Check)
    pairs = list(zip(writes, old, strict=True))
    table = sum(_table_units(write, before) for write, before in pairs)
    indexes = sum(_index_units(write, before, index) for write, before in pairs for index in INDEXES)
    return table * (1 if plain else 2) + (indexes if done else 0)


def blocks(size: int, block: int) -> int:
    """How many blocks so many bytes fill or begin, at least one."""
    return max(1, -(-size // block))


def _table_units(write: Write, old: Item | None) -> int:
    sizes = [item_size(item) for item in (old, _new(write)) if item is not None]
    return blocks(max(sizes, default=0), WRITE_BLOCK)


def _index_units(write: Write, old: Item | None, index: IndexName) -> int:
    if isinstance(write, Check):
        return 0
    new = _new(write)
    if _place(old, index) == _place(new, index):
        return 0
    sizes = [entry_size(item, index) for item in (old, new) if _place(item, index) is not None and item is not None]
    return sum(blocks(size, WRITE_BLOCK) for size in sizes)


def _new(write: Write) -> Item | None:
    return None if isinstance(write, Check | Delete) else write.item


def _place(item: Item | None, index: IndexName) -> object:
    if item is None:
        return None
    return item.work if index == "work" else item.list
