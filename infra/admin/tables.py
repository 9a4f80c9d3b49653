"""The whole table, read while others write it: matches are read whole, as they stand between two commits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

from chalicelib.matches import repository
from chalicelib.matches.records import RECORD
from chalicelib.players.ports import Env, Item, Key, Store

MATCH = "M#"
"""What the partition of a match begins with."""
RECORD_OF = "R#"
"""What the partition of a record that was brought in begins with."""
PAGE = 200
"""Items of a partition that are read at once."""
READINGS = 30
"""So often a match is read that is played meanwhile."""
PAUSE = 0.05
"""Seconds before each further reading."""


class UnsettledError(Exception):
    """A match was played faster than it could be read, time and again."""


class Scannable(Protocol):
    """What both engines can do beside the port of the store, for operators."""

    def scan(self, *, page: int = 500) -> Iterator[Item]:
        """Every item, those of a partition together."""
        ...


def scan(store: Store) -> Iterator[Item]:
    """Every item of the table, those of a partition together; what is committed meanwhile may be among them or not."""
    return cast(Scannable, store).scan()


def partitions(store: Store) -> Iterator[str]:
    """The partitions there are; where others write meanwhile, one may come twice."""
    last = ""
    for item in scan(store):
        if item.key.partition != last:
            last = item.key.partition
            yield last


def match_ids(store: Store) -> Iterator[str]:
    """The ids of all matches, those of which only a part is there too."""
    for partition in partitions(store):
        if partition.startswith(MATCH):
            yield partition.removeprefix(MATCH)


def subjects(store: Store) -> Iterator[tuple[str, str]]:
    """The kind (`match`, `record`) and the id of everything that can be checked by itself, in one reading."""
    last = ""
    for item in scan(store):
        partition = item.key.partition
        if item.kind == RECORD.kind:
            yield RECORD.kind, partition.removeprefix(RECORD_OF)
        elif partition.startswith(MATCH) and partition != last:
            yield "match", partition.removeprefix(MATCH)
        last = partition


def settled(env: Env, match_id: str) -> dict[Key, Item]:
    """Everything in the partition of a match, as it stood at one moment; {} if there is nothing.

    Its head is the first that is read and the last: a commit in between bumps its version, and all is read again.
    Raises UnsettledError.
    """
    head = repository.head_key(match_id)
    for _ in range(READINGS):
        found = {item.key: item for item in partition(env.store, repository.partition(match_id))}
        after = env.store.get(head)
        if _version(found.get(head)) == _version(after):
            return found
        env.wait(PAUSE)
    raise UnsettledError(f"{match_id} is played faster than it can be read.")


def partition(store: Store, name: str, prefix: str = "", after: str | None = None) -> Iterator[Item]:
    """Every item of a partition whose sort key begins so, read in pages."""
    while True:
        page = store.query(name, prefix=prefix, after=after, limit=PAGE, consistent=True)
        yield from page.items
        if not page.more:
            return
        after = page.items[-1].key.sort


def _version(item: Item | None) -> int:
    return item.version if item else 0
