"""A store that fails as planned, call by call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from chalicelib.players.ports import (
    Store,
    StoreConflictError,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
)
from tests.adapters.decorator import StoreDecorator

T = TypeVar("T")

Fault = Literal["before", "lost", "throttled", "conflict"]
"""Not done and no answer · done but no answer · not done, too much asked · not done, others at the same items."""

FAULTS: tuple[Fault, ...] = ("before", "lost", "throttled", "conflict")


class FaultyStore(StoreDecorator):
    """A store whose call number n (from 1, of every method together) meets the fault `plan[n]`.

    `calls` lists the methods called, in order; `met` the numbers of the calls that met their fault. Reads meet no
    conflict: a plan that asks for one there is passed over.
    """

    def __init__(self, inner: Store, plan: Mapping[int, Fault]) -> None:
        super().__init__(inner)
        self.plan = dict(plan)
        self.calls: list[str] = []
        self.met: list[int] = []
        self._guard = threading.Lock()

    def around(self, method: str, call: Callable[[], T]) -> T:
        """Make the call, or meet the fault planned for it."""
        fault = self._next(method)
        if fault is None:
            return call()
        if fault == "throttled":
            raise StoreThrottledError("planned")
        if fault == "conflict":
            raise StoreConflictError("planned")
        if fault == "lost":
            _do(call)
        raise StoreUnavailableError(f"planned: {fault}")

    def _next(self, method: str) -> Fault | None:
        with self._guard:
            self.calls.append(method)
            number = len(self.calls)
            fault = self.plan.get(number)
            if fault == "conflict" and method != "commit":
                return None
            if fault is not None:
                self.met.append(number)
            return fault


def _do(call: Callable[[], object]) -> None:
    try:
        call()
    except StoreError:
        return  # whatever the store answered, nobody hears it
