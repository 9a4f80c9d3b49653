"""Processes of their own that use one store file, for the tests of sharing and of sudden death.

`python -m tests.adapters.store_workers increment PATH TIMES` adds one to a counter, so many times.
`python -m tests.adapters.store_workers append PATH NAME` appends pairs of items for ever and prints the number of each
pair once it is acknowledged.
"""

from __future__ import annotations

import sys

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.system import SystemClock
from chalicelib.players.ports import Absent, ConditionFailedError, Item, Key, Put, Store, VersionIs

COUNTER = Key("counter", "A")
PADDING = "x" * 2_000
"""Makes the items of a pair wider than a page of the file, so that half a pair could show."""


def increment(store: Store, times: int) -> None:
    """Add one to the counter, so many times, each time on the value that was read."""
    done = 0
    while done < times:
        item = store.get(COUNTER)
        version = item.version if item else 0
        counter = Item(COUNTER, "counter", {"value": version + 1}, version=version + 1)
        try:
            store.commit([Put(counter, VersionIs(version) if item else Absent())])
        except ConditionFailedError:
            continue
        done += 1


def append(store: Store, name: str) -> None:
    """Append pairs for ever; whoever started this ends it."""
    number = len(store.query(f"left#{name}").items)
    while True:
        pair = [pair_item(side, name, number) for side in ("left", "right")]
        store.commit([Put(item, Absent()) for item in pair])
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        number += 1


def pair_item(side: str, name: str, number: int) -> Item:
    """One half of a pair."""
    return Item(Key(f"{side}#{name}", f"{number:08d}"), "half", {"number": number, "padding": PADDING})


def main(job: str, path: str, argument: str) -> None:
    """Do one of the jobs on the store in that file."""
    with SqliteStore(path, SystemClock()) as store:
        if job == "increment":
            increment(store, int(argument))
        else:
            append(store, argument)


if __name__ == "__main__":
    main(*sys.argv[1:])
