"""The emulator of AWS for tests: one process for each worker, and an account of its own for whoever asks."""

from __future__ import annotations

import atexit
from functools import cache

import botocore.loaders
import botocore.session

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.dynamo_table import Access
from chalicelib.players.ports import Clock
from infra.emulator import REGION, SECRET_KEY, Account, Emulator

TABLE = "turnpost"

# Every session of botocore reads all that is known of a service anew, which takes longer than most tests of a store.
botocore.session.create_loader = cache(botocore.loaders.create_loader)


@cache
def emulator() -> Emulator:
    """The one of this process, started when it is first asked for. Raises EmulatorError."""
    started = Emulator()
    atexit.register(started.stop)
    return started


def access(account: Account) -> Access:
    """How a store gets at that account."""
    return Access(account.endpoint, REGION, account.id, SECRET_KEY)


def emulated_store(clock: Clock) -> DynamoStore:
    """A store in an empty table, in an account that nobody else has."""
    store = DynamoStore(TABLE, clock, access=access(emulator().account()))
    store.create_table()
    return store
