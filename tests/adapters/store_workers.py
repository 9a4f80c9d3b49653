"""Processes of their own that use one store, for the tests of sharing and of sudden death.

`python -m tests.adapters.store_workers increment STORE TIMES` says that it is ready, waits for a line, adds one to a
counter, so many times, and prints how often others were faster. `python -m tests.adapters.store_workers append STORE
NAME` appends pairs of items for ever and prints the number of each pair once it is acknowledged. STORE is the path of a
file, or `dynamodb:` and the name of a table that the environment says how to reach.
"""

from __future__ import annotations

import secrets
import sys
import threading

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.system import SystemClock
from chalicelib.players.ports import Absent, ConditionFailedError, Item, Key, Put, Store, VersionIs

COUNTER = Key("counter", "A")
STEP_ASIDE = 50
"""The longest wait of one who was beaten, in milliseconds."""
PADDING = "x" * 2_000
"""Makes the items of a pair wider than a page of the file, so that half a pair could show."""


def increment(store: Store, times: int) -> int:
    """Add one to the counter, so many times, each time on the value that was read; how often others were faster."""
    done = beaten = 0
    while done < times:
        item = store.get(COUNTER)
        version = item.version if item else 0
        counter = Item(COUNTER, "counter", {"value": version + 1}, version=version + 1)
        try:
            store.commit([Put(counter, VersionIs(version) if item else Absent())])
        except ConditionFailedError:
            beaten += 1
            _step_aside()
            continue
        done += 1
    return beaten


def _step_aside() -> None:
    # All of them at it all the time would be beaten mostly, which proves nothing more and takes much longer.
    threading.Event().wait(secrets.randbelow(STEP_ASIDE) / 1_000)


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


def opened(store: str) -> SqliteStore | DynamoStore:
    """The store of that name."""
    table = store.removeprefix("dynamodb:")
    return SqliteStore(store, SystemClock()) if table == store else DynamoStore(table, SystemClock())


def main(job: str, name: str, argument: str) -> None:
    """Do one of the jobs on the store of that name."""
    with opened(name) as store:
        if job == "increment":
            store.get(COUNTER)
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            sys.stdin.readline()
            sys.stdout.write(f"{increment(store, int(argument))}\n")
        else:
            append(store, argument)


if __name__ == "__main__":
    main(*sys.argv[1:])
