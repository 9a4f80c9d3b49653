"""One store under several threads and processes, and a file under processes that die without notice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chalicelib.adapters.dynamo import DynamoStore
from chalicelib.adapters.dynamo_table import create_table
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.players.ports import FixedClock, Store
from tests.adapters.emulated import TABLE, access, emulated_store, emulator
from tests.adapters.store_workers import COUNTER, increment, pair_item

ROOT = Path(__file__).parents[2]


def _worker(job: str, store: str, argument: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.adapters.store_workers", job, store, argument]
    told = {**os.environ, **(environment or {})}
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=told)


def _eight_times(times: int, store: str, environment: Mapping[str, str] | None = None) -> None:
    """Let eight processes, once all are ready, add so much each."""
    workers = [_worker("increment", store, str(times), environment) for _ in range(8)]
    ready = [worker.stdout.readline() for worker in workers if worker.stdout]
    assert ready == ["ready\n"] * 8
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    beaten = sum(int(worker.communicate(timeout=240)[0]) for worker in workers)
    assert [worker.returncode for worker in workers] == [0] * 8
    assert beaten > 0, "they never met, so that nothing could be lost"


def _counted(store: Store) -> tuple[int, int]:
    counter = store.get(COUNTER)
    assert counter is not None
    return counter.version, counter.body["value"]


def test_eight_processes_lose_no_update_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    _eight_times(100, str(path))
    with SqliteStore(path, FixedClock()) as store:
        assert _counted(store) == (800, 800)


def test_eight_processes_lose_no_update_in_dynamodb() -> None:
    account = emulator().account()
    create_table(TABLE, access(account))
    _eight_times(25, f"dynamodb:{TABLE}", account.environment)
    with DynamoStore(TABLE, FixedClock(), access=access(account)) as store:
        assert _counted(store) == (200, 200)


@pytest.mark.parametrize("place", ["file", "memory"])
def test_eight_threads_lose_no_update_in_sqlite(place: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db" if place == "file" else ":memory:"
    with SqliteStore(path, FixedClock()) as store, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda times: increment(store, times), [50] * 8))
        assert _counted(store) == (400, 400)


def test_eight_threads_lose_no_update_in_dynamodb() -> None:
    with emulated_store(FixedClock()) as store, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda times: increment(store, times), [25] * 8))
        assert _counted(store) == (200, 200)


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
    with _worker("append", str(path), "w") as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        told += writer.stdout.readlines()
    return [int(line) for line in told if line.endswith("\n")]
