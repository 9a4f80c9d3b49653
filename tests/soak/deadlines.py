"""Long runs of deadlines: very many at once, and outages."""

from __future__ import annotations

import time
from collections.abc import Iterator

from chalicelib.matches import repository
from tests.matches.desk import Desk
from tests.matches.due_at_once import THREADS, store_matches, sweep_far
from tests.soak.found import BrokenLawError, Scale

LIMIT = 55
"""Seconds that a sweep has, as .chalice/config.json says."""
EXPIRED = [("expired", 0), ("expired", 1)]


def soak_due_at_once(scale: Scale) -> Iterator[str]:
    """Ten thousand deadlines at the same moment among a hundred thousand matches: over within two sweeps, once each."""
    due, stored = scale.of(10_000), scale.of(100_000)
    desk = Desk()
    late = store_matches(desk, due, stored - due)
    began, found = time.process_time(), []
    for limit in (LIMIT / 2, LIMIT):
        done, store = sweep_far(desk, limit)
        found.append(f"{done.expired} seats in {store.seconds:.1f} s of waiting")
    cost = (time.process_time() - began) * 1_000 / due
    wrong = [name for name in late if _expired(desk, name) != EXPIRED]
    if wrong or not done.complete:
        raise BrokenLawError(f"{len(wrong)} of {due} matches were not expired once: {wrong[:3]}; {found}")
    yield f"{due} of {stored} matches due at once, {THREADS} threads, 10 ms a call: {', then '.join(found)}"
    yield f"{cost:.1f} ms of the processor a match of two expired seats"


def _expired(desk: Desk, name: str) -> list[tuple[str, int]]:
    return [(row.kind, row.seat) for row in repository.log(desk.env, name)]
