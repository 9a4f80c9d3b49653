"""A store that fails and goes on failing: what the caller is told, after how many calls and seconds.

Seconds are virtual: a request that hangs, and a pause between two tries, turn the clock by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from chalicelib.adapters.dynamo_table import CONNECT_SECONDS, READ_SECONDS
from chalicelib.players.ports import FixedClock, Store, StoreConflictError, StoreThrottledError, StoreUnavailableError
from tests.adapters import wire
from tests.adapters.decorator import StoreDecorator
from tests.adapters.faults import Fault
from tests.matches import faults
from tests.matches.desk import Desk
from tests.matches.emulated import EmulatedDesks, meant, operation_of

T = TypeVar("T")

HANG = CONNECT_SECONDS + READ_SECONDS
"""Seconds until a request is given up."""
SWEPT = ("expire", "retire", "excuse")
PATHS = tuple(path for path in faults.PATHS if path.name not in SWEPT)
"""Every path that somebody waits for; the sweep has its own sense of time."""
ON_THE_WIRE = (*faults.MOVES, "create", "join")
"""Those that are tried with an emulator too."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What befalls the calls of a store, the reads as well unless it is about `commits`, after the first `good` ones.

    A path is over within `seconds`.
    """

    name: str
    fault: Fault
    seconds: float
    commits: bool = False
    good: int = 0

    def befalls(self, number: int, call: str) -> bool:
        """Whether it befalls the call of this number (from 1) and name."""
        return number > self.good and (not self.commits or call in faults.COMMITS)


TROUBLES = (
    Trouble("all throttled", "throttled", 7),
    Trouble("all hang", "before", 8.1),
    Trouble("commits throttled", "throttled", 7, commits=True),
    Trouble("commits in conflict", "conflict", 7, commits=True),
    Trouble("commits hang", "before", 8.1, commits=True),
    Trouble("all hang after one read", "before", 12.1, good=1),
)


@dataclass(slots=True)
class Passing:
    """Time that passes in parts of a second; the clock shows whole ones. `pauses` are those asked for."""

    clock: FixedClock
    spent: float = 0.0
    pauses: list[float] = field(default_factory=list)

    def let(self, seconds: float) -> None:
        """Let so many seconds pass."""
        before = int(self.spent)
        self.spent += seconds
        self.clock.advance(int(self.spent) - before)

    def wait(self, seconds: float) -> None:
        """Pause for so many seconds."""
        self.pauses.append(seconds)
        self.let(seconds)


class TroubledStore(StoreDecorator):
    """A store in trouble at its port; as DynamoDB's does, it asks twice for what it reads, and is told so each time."""

    def __init__(self, inner: Store, trouble: Trouble, passing: Passing) -> None:
        super().__init__(inner)
        self.calls: list[str] = []
        self._trouble = trouble
        self._passing = passing

    def around(self, method: str, call: Callable[[], T]) -> T:
        self.calls.append(method)
        if not self._trouble.befalls(len(self.calls), method):
            return call()
        if method != "commit":
            self.calls.append(method)
        if self._trouble.fault == "before":
            self._passing.let(HANG if method == "commit" else 2 * HANG)
            raise StoreUnavailableError("for good")
        raise StoreThrottledError("for good") if self._trouble.fault == "throttled" else StoreConflictError("for good")


@dataclass(frozen=True)
class Engine:
    """Where a path is run: an empty service, and its store in trouble, with the calls that are made meanwhile."""

    name: str
    open: Callable[[], Desk]
    troubled: Callable[[Desk, Trouble, Passing], AbstractContextManager[tuple[Store, Sequence[str]]]]


@contextmanager
def _at_the_port(desk: Desk, trouble: Trouble, passing: Passing) -> Iterator[tuple[Store, Sequence[str]]]:
    store = TroubledStore(desk.store, trouble, passing)
    yield store, store.calls


SQLITE = Engine("sqlite", Desk, _at_the_port)


def on(desks: EmulatedDesks) -> Engine:
    """DynamoDB as the emulator plays it, with trouble on the wire."""

    @contextmanager
    def troubled(desk: Desk, trouble: Trouble, passing: Passing) -> Iterator[tuple[Store, Sequence[str]]]:
        with desks.failing(_on_the_wire(trouble, passing)) as requests:
            yield desk.store, requests

    return Engine("dynamodb", desks.open, troubled)


def _on_the_wire(trouble: Trouble, passing: Passing) -> wire.Fault:
    count = 0

    def happen(request: Any) -> Any:
        nonlocal count
        count += 1
        operation = operation_of(request)
        if not trouble.befalls(count, operation):
            return wire.send(request)
        if trouble.fault == "before":
            passing.let(HANG)
        return meant(trouble.fault, operation, request)(request)

    return happen


@dataclass(frozen=True, slots=True)
class Ended:
    """What the caller was told, after which calls, seconds and pauses; and what became of another try afterwards."""

    told: str
    calls: Sequence[str]
    seconds: float
    pauses: Sequence[float]
    again: tuple[str, faults.Standing]


def run(path: faults.Path, trouble: Trouble, engine: Engine) -> Ended:
    """Ask while the trouble lasts, and again when it is over."""
    desk = engine.open()
    match = path.scene(desk)
    passing = Passing(desk.clock)
    with engine.troubled(desk, trouble, passing) as (store, calls):
        told = faults.ask(path, desk, match, replace(desk.env, store=store, wait=passing.wait))
    desk.clock.advance(-int(passing.spent))  # so that what stands in the end can be compared with a clean run
    again = faults.ask(path, desk, match, desk.env)
    return Ended(told, calls, passing.spent, passing.pauses, (again, faults.what_stands(desk, match)))
