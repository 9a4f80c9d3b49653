"""Storing what a use case has worked out: optimistic, retried inside, and sure of its result when an answer is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from chalicelib.matches.errors import AlreadyStoredError as AlreadyStoredError
from chalicelib.matches.errors import BusyError
from chalicelib.players.patience import Patience
from chalicelib.players.ports import (
    ConditionFailedError,
    Env,
    StoreConflictError,
    StoreThrottledError,
    StoreUnavailableError,
    Write,
)

T = TypeVar("T")

ATTEMPTS = 24
"""Six seats that choose at the same moment disturb each other at most five times; the rest is for a bad network.

However many are left, none begins later than players/patience.py says."""


class LostRaceError(Exception):
    """Somebody else committed in between: load again and decide anew."""


def attempt(env: Env, work: Callable[[], T], lost: Callable[[], T | None] = lambda: None) -> T:
    """Do `work`, which loads, decides and commits, until it has gone through.

    Where the store did not answer, `lost` looks whether the commit went through after all and gives its result;
    nothing else is tried until that is known. Raises BusyError when patience ends, StoreUnavailableError where it never
    became known.
    """
    patience = Patience(env, ATTEMPTS)
    unsure: StoreUnavailableError | None = None
    while patience.is_left():
        try:
            if unsure is None:
                return work()
            if (found := lost()) is not None:
                return found
            unsure = None
        except (LostRaceError, StoreConflictError, StoreThrottledError) as error:
            patience.spend(error)
        except StoreUnavailableError as error:
            unsure = error
            patience.spend(error)
    raise unsure or BusyError()


def commit(env: Env, writes: Sequence[Write], also: Sequence[Write] = ()) -> None:
    """Store the writes of a match and those that go with them, in one transaction.

    Raises LostRaceError where the match was changed in between, AlreadyStoredError where one of `also` was refused.
    """
    try:
        env.store.commit([*writes, *also])
    except ConditionFailedError as error:
        if any(position >= len(writes) for position in error.failed):
            raise AlreadyStoredError from error
        raise LostRaceError from error
