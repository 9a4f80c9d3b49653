"""What a sweep asks of the store when many matches are due, however many others are stored."""

from __future__ import annotations

from tests.bench.measure import Result, at_most
from tests.matches.desk import Desk
from tests.matches.due_at_once import store_matches, sweep_far

DUE, FEW, MANY = 1_000, 2_000, 20_000
LIMIT = 55


def _reads(stored: int) -> int:
    """How often a sweep reads with so many matches stored."""
    desk = Desk()
    store_matches(desk, DUE, stored - DUE)
    done, store = sweep_far(desk, LIMIT)
    if not done.complete or done.expired != 2 * DUE:
        raise AssertionError(f"the sweep did not settle all: {done}")
    return store.calls.total() - store.calls["commit"]


def bench_due_sweep() -> Result:
    """Reads of a sweep among many stored matches against those among few, the same number due."""
    few, many = _reads(FEW), _reads(MANY)
    how = f"reads of expiry.sweep with {DUE} matches due, {MANY} stored ({many}) against {FEW} stored ({few})"
    return at_most(many / few, 1, how)
