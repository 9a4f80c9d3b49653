"""Desks on DynamoDB as the emulator plays it, with faults on the wire: one table, and every desk apart in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.players.ports import Env, FixedClock
from tests.adapters import wire
from tests.adapters.apart import ApartStore
from tests.adapters.emulated import TABLE, access, emulator
from tests.adapters.faults import Fault
from tests.matches.desk import Desk
from tests.matches.faults import COMMITS, Calls, Engine

MANY = 1_000
"""More requests than any use case makes."""


@dataclass
class Requests:
    """What went over the wire: operations in order, and the numbers of those that met a fault."""

    calls: list[str] = field(default_factory=list)
    met: list[int] = field(default_factory=list)


class EmulatedDesks:
    """A table in an account of its own. Its clock starts anew with every desk: use one after the other."""

    def __init__(self) -> None:
        self._clock = FixedClock()
        self._count = 0
        self.store = DynamoStore(TABLE, self._clock, access=access(emulator().account()), wait=lambda _: None)
        self.store.create_table()
        self._wire = wire.Wire(self.store)
        self.engine = Engine("dynamodb", self.open, self.struck)

    def open(self) -> Desk:
        """A desk where nothing has happened yet."""
        self._count += 1
        self._clock.time = FixedClock().time
        return Desk(ApartStore(self.store, str(self._count)), self._clock)

    def close(self) -> None:
        """Let go of the connections."""
        self.store.close()

    @contextmanager
    def struck(self, desk: Desk, plan: Mapping[int, Fault]) -> Iterator[tuple[Env, Calls]]:
        """The desk's own environment, as long as requests meet the faults of the plan."""
        told = Requests()
        self._wire.requests.clear()
        self._wire.plan = {number: _fault(number, fault, told.met) for number, fault in plan.items()}
        try:
            yield desk.env, told
        finally:
            self._wire.plan = {}
            told.calls += self._wire.requests

    @contextmanager
    def failing(self, fault: wire.Fault) -> Iterator[list[str]]:
        """As long as it lasts every request meets this fault, in place of any other; the requests by name."""
        self._wire.requests.clear()
        self._wire.plan = dict.fromkeys(range(1, MANY), fault)
        asked: list[str] = []
        try:
            yield asked
        finally:
            self._wire.plan = {}
            asked += self._wire.requests


def _fault(number: int, fault: Fault, met: list[int]) -> wire.Fault:
    def happen(request: Any) -> Any:
        operation = operation_of(request)
        if fault == "conflict" and operation not in COMMITS:
            return wire.send(request)  # a read meets no conflict
        met.append(number)
        return meant(fault, operation, request)(request)

    return happen


def operation_of(request: Any) -> str:
    """What DynamoDB is asked to do."""
    return str(request.headers["X-Amz-Target"].decode().partition(".")[2])


def meant(fault: Fault, operation: str, request: Any) -> wire.Fault:
    """What the fault is on the wire; a transaction says of every write of its why it was cancelled."""
    if fault == "before":
        return wire.dropped
    if fault == "lost":
        return wire.lost
    code = "TransactionConflict" if fault == "conflict" else "ThrottlingError"
    if operation == "TransactWriteItems":
        writes = json.loads(request.body)["TransactItems"]
        return wire.cancelled(code, *["None"] * (len(writes) - 1))
    return wire.refused("TransactionConflictException" if fault == "conflict" else "ThrottlingException")
