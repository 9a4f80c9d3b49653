"""One store file under several processes, and under processes that die without notice."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock
from tests.adapters.store_workers import COUNTER, increment, pair_item

ROOT = Path(__file__).parents[2]


def _worker(job: str, path: Path, argument: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.adapters.store_workers", job, str(path), argument]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_eight_processes_lose_no_update(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    workers = [_worker("increment", path, "200") for _ in range(8)]
    for worker in workers:
        worker.communicate(timeout=120)
    assert [worker.returncode for worker in workers] == [0] * 8
    with SqliteStore(path, FixedClock()) as store:
        counter = store.get(COUNTER)
    assert counter is not None
    assert (counter.version, counter.body["value"]) == (1_600, 1_600)


@pytest.mark.parametrize("place", ["file", "memory"])
def test_eight_threads_lose_no_update(place: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db" if place == "file" else ":memory:"
    with SqliteStore(path, FixedClock()) as store, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda times: increment(store, times), [50] * 8))
        counter = store.get(COUNTER)
    assert counter is not None
    assert counter.body["value"] == 400


def test_a_killed_writer_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    for patience in (1, 7, 20, 33):
        acknowledged = _kill_after(path, patience)
        assert len(acknowledged) >= patience
        with SqliteStore(path, FixedClock()) as store:
            left, right = store.query("left#w").items, store.query("right#w").items
        assert [item.body for item in left] == [item.body for item in right]
        assert left == tuple(pair_item("left", "w", number) for number in range(len(left)))
        assert len(left) > acknowledged[-1]


def test_a_survivor_goes_on_when_another_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqliteStore(path, FixedClock()) as store:
        _kill_after(path, 5)
        increment(store, 3)
        counter = store.get(COUNTER)
    assert counter is not None
    assert counter.body["value"] == 3


def _kill_after(path: Path, lines: int) -> list[int]:
    """Start a writer, kill it when it has acknowledged so many pairs, and tell all that it acknowledged."""
    with _worker("append", path, "w") as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        told += writer.stdout.readlines()
    return [int(line) for line in told if line.endswith("\n")]
