"""A thousand deadlines at the same moment: all are over within two sweeps, none twice, and it costs what is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import pytest

from chalicelib.matches import repository, service
from tests.matches.desk import Desk
from tests.matches.due_at_once import SPARE, THREADS, CrowdedStore, FarStore, store_matches, sweep_far
from tests.matches.emulated import EmulatedDesks

T = TypeVar("T")

DUE = 1_000
LIMIT = 55


def expired_once(desk: Desk, late: list[str]) -> bool:
    """Whether both seats of each of these matches are expired once, and their new decision is open."""
    rows = (repository.log(desk.env, name) for name in late)
    return all([(row.kind, row.seat) for row in log if row.kind != "started"] == EXPIRED for log in rows)


EXPIRED = [("expired", 0), ("expired", 1)]


def all_at_once(stored: int) -> tuple[Counter[str], list[str], Desk]:
    """What a sweep asked that had a thousand matches of so many to settle."""
    desk = Desk()
    late = store_matches(desk, DUE, stored - DUE)
    done, store = sweep_far(desk, LIMIT)
    assert (done.due, done.expired, done.failed, done.complete) == (DUE, 2 * DUE, [], True)
    return store.calls, late, desk


def test_a_thousand_deadlines_cost_the_same_among_two_thousand_matches_and_among_twenty_thousand() -> None:
    calls, late, desk = all_at_once(2_000)
    assert expired_once(desk, late)
    assert calls["query"] == DUE
    assert calls["commit"] == 2 * DUE + 1
    assert calls["index"] < 2 * repository.SHARDS + DUE // 100
    assert set(calls) == {"get", "index", "query", "commit"}
    assert all_at_once(20_000)[0] == calls


def test_a_sweep_that_has_no_time_for_all_goes_on_the_next_time_and_expires_none_twice() -> None:
    desk = Desk()
    late = store_matches(desk, 200, 200)
    first, _ = sweep_far(desk, SPARE + 0.5)
    assert (first.due, first.complete) == (200, False)
    assert 200 < first.expired < 400
    second, _ = sweep_far(desk, LIMIT)
    assert (second.expired, second.complete) == (400 - first.expired, True)
    assert expired_once(desk, late)
    assert service.sweep(desk.env).due == 0


def test_what_is_due_is_settled_by_all_threads_beside_each_other() -> None:
    desk = Desk()
    late = store_matches(desk, 2 * THREADS, 0)
    done = service.sweep(desk.over(CrowdedStore(desk.store)), threads=THREADS)
    assert (done.expired, done.failed) == (4 * THREADS, [])
    assert expired_once(desk, late)


def test_two_sweeps_at_the_same_time_expire_none_twice() -> None:
    desk = Desk()
    late = store_matches(desk, 40, 0)
    found: list[service.Sweep] = []

    class Interrupted(FarStore):
        """A store over which another sweep goes by as soon as the first match was read."""

        def around(self, method: str, call: Callable[[], T]) -> T:
            if method == "commit" and not found:
                found.append(service.sweep(desk.env, threads=THREADS))
            return super().around(method, call)

    done = service.sweep(desk.over(Interrupted(desk.store)))
    assert (done.expired, found[0].expired, done.failed + found[0].failed) == (0, 80, [])
    assert expired_once(desk, late)


def test_threads_settle_what_is_due_on_dynamodb_too(desks: EmulatedDesks) -> None:
    desk = desks.open()
    late = store_matches(desk, 24, 24)
    done = service.sweep(desk.env, threads=THREADS)
    assert (done.due, done.expired, done.failed, done.complete) == (24, 48, [], True)
    assert expired_once(desk, late)
    assert service.sweep(desk.env, threads=THREADS).due == 0


@pytest.mark.parametrize("threads", [1, THREADS])
def test_whoever_reads_a_match_that_is_not_due_would_fail(threads: int) -> None:
    desk = Desk()
    store_matches(desk, 1, 1)
    with pytest.raises(LookupError):
        repository.HEAD.body(desk.store.query("M#other0000000").items[0])["status"]
    assert service.sweep(desk.env, threads=threads).failed == []
