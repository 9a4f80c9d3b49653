"""Very many stored matches of which some are due at the same moment, and a store that is far away: cheap to make."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from chalicelib.matches import repository, service
from chalicelib.matches.match import Match, Pace
from chalicelib.matches.pace import DAY
from chalicelib.players.ports import Delete, IndexKey, Item, Put, Store
from tests.adapters.decorator import StoreDecorator
from tests.matches.desk import Desk
from tests.matches.time_passing import run_out

T = TypeVar("T")

THREADS = 8
LATENCY = 0.01
"""Seconds that a call of a store takes which is far away."""
SPARE = 10
"""Seconds before its end in which a sweep begins nothing more."""
_TOGETHER = 100
"""So many writes a commit may have."""


def store_matches(desk: Desk, due: int, others: int) -> list[str]:
    """Store so many matches in which both seats are due at the same moment, and others that run on; ids of the first.

    The clock stands at that moment then, and the sweep was there a minute ago. Of the others there is only what an
    index looks at: whoever reads one of them fails.
    """
    match = desk.load(desk.table("anna", "bram", pace=Pace(ladder=())))
    late = [f"late{number:08}" for number in range(due)]
    _put(desk.store, (item for name in late for item in _copy(match, name)))
    _put(desk.store, (_shell(f"other{number:07}", match.head.due + DAY + number) for number in range(others)))
    desk.store.commit([Delete(repository.head_key(match.id))])
    run_out(desk, match.head.due - desk.clock.now())
    return late


def _copy(match: Match, name: str) -> Iterator[Item]:
    """The items of a match under another id."""
    roster = replace(match.roster, id=name)
    for write in repository.writes(Match(roster, match.head), match.head, None, roster=roster):
        assert isinstance(write, Put)
        yield write.item


def _shell(name: str, due: int) -> Item:
    place = IndexKey(repository.shard(repository.DUE, name), f"{due:010d}#{name}")
    return Item(repository.head_key(name), "head", {"due": due}, format=repository.HEAD.format, work=place)


def _put(store: Store, items: Iterable[Item]) -> None:
    left = iter(items)
    while together := list(islice(left, _TOGETHER)):
        store.commit([Put(item) for item in together])


class FarStore(StoreDecorator):
    """A store that takes LATENCY a call, in time that is only counted: `seconds` for all `calls` so far, by method.

    Callers beside each other, THREADS of them, wait together.
    """

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.calls: Counter[str] = Counter()
        self._guard = threading.Lock()

    @property
    def seconds(self) -> float:
        """How long all that was asked has taken."""
        return self.calls.total() * LATENCY / THREADS

    def around(self, method: str, call: Callable[[], T]) -> T:
        with self._guard:
            self.calls[method] += 1
        return call()


def sweep_far(desk: Desk, limit: float) -> tuple[service.Sweep, FarStore]:
    """A sweep of so many seconds over a store that is far away, and what it asked; it stops SPARE before its end."""
    store = FarStore(desk.store)
    return service.sweep(desk.over(store), lambda: store.seconds < limit - SPARE, THREADS), store


class CrowdedStore(StoreDecorator):
    """A store whose first THREADS queries wait for one another: nobody gets an answer who asks alone."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self._left = THREADS
        self._guard = threading.Lock()
        self._crowd = threading.Barrier(THREADS, timeout=30)

    def around(self, method: str, call: Callable[[], T]) -> T:
        if method == "query" and self._is_first():
            self._crowd.wait()
        return call()

    def _is_first(self) -> bool:
        with self._guard:
            self._left -= 1
            return self._left >= 0
