"""Brings submitters to the dangerous moment: all have read, none has committed; then lets them go in a given order.

No sleeping: threads wait for one another, and a wait that takes too long is an error and not a pass.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

from chalicelib.players.ports import Store, Write
from tests.adapters.decorator import StoreDecorator

T = TypeVar("T")


class BarrierTimeoutError(Exception):
    """Somebody the barrier waits for never came, or never had its turn."""


class BarrierStore:
    """Holds the first commit of every submitter until all `parties` of them have come to it, or have left.

    `order` lists whose commit comes next, one entry a commit, repeats allowed; a submitter that has left loses its
    entries, and when the list is used up everybody goes freely. `committed` is the order in which commits were made.
    """

    def __init__(self, inner: Store, parties: int, order: Sequence[int] = (), *, seconds: float = 30.0) -> None:
        self.inner = inner
        self.committed: list[int] = []
        self._parties = parties
        self._order = list(order)
        self._seconds = seconds
        self._here: set[int] = set()
        self._gone: set[int] = set()
        self._moved = threading.Condition()

    def submitter(self, number: int) -> Submitter:
        """The store as the submitter of that number (from 0) uses it; a context that it leaves when it is done."""
        return Submitter(self, number)

    @contextmanager
    def turn(self, number: int) -> Iterator[None]:
        """Wait for the others and for the turn, commit inside, and hand the turn on. Raises BarrierTimeoutError."""
        with self._moved:
            self._here.add(number)
            self._moved.notify_all()
            if not self._moved.wait_for(lambda: self._may(number), self._seconds):
                raise BarrierTimeoutError(f"{number} waits; here {self._here}, gone {self._gone}, next {self._order}")
        try:
            yield
        finally:
            self._hand_on(number)

    def leave(self, number: int) -> None:
        """This submitter commits nothing more: nobody waits for it."""
        with self._moved:
            self._gone.add(number)
            self._order = [other for other in self._order if other != number]
            self._moved.notify_all()

    def _may(self, number: int) -> bool:
        if len(self._here | self._gone) < self._parties:
            return False
        return not self._order or self._order[0] == number

    def _hand_on(self, number: int) -> None:
        with self._moved:
            self.committed.append(number)
            if self._order and self._order[0] == number:
                del self._order[0]
            self._moved.notify_all()


class Submitter(StoreDecorator):
    """One submitter's view of the store behind a barrier."""

    def __init__(self, barrier: BarrierStore, number: int) -> None:
        super().__init__(barrier.inner)
        self._barrier = barrier
        self._number = number

    def __enter__(self) -> Submitter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._barrier.leave(self._number)

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        with self._barrier.turn(self._number):
            self.inner.commit(writes, token=token)


def race(barrier: BarrierStore, jobs: Sequence[Callable[[Store], T]]) -> list[T | Exception]:
    """Run every job in a thread of its own as the submitter of its place; what each returned or raised, in order."""

    def run(number: int, job: Callable[[Store], T]) -> T | Exception:
        with barrier.submitter(number) as store:
            try:
                return job(store)
            except Exception as error:  # noqa: BLE001 - the outcome of a race is looked at by the test
                return error

    with ThreadPoolExecutor(len(jobs)) as threads:
        return list(threads.map(run, range(len(jobs)), jobs))
