"""No move is lost and none is applied twice, whichever request to DynamoDB goes wrong on the wire and however."""

from __future__ import annotations

import sys

import pytest

from tests.matches import faults
from tests.matches.emulated import EmulatedDesks

BY_NAME = {path.name: path for path in faults.PATHS}


@pytest.mark.parametrize("name", faults.WIRED)
def test_one_fault_anywhere_loses_nothing_and_doubles_nothing(desks: EmulatedDesks, name: str) -> None:
    path = BY_NAME[name]
    requests = faults.clean(path, desks.engine).calls
    sys.stdout.write(f"{name}: n = {len(requests)}: {' '.join(requests)}\n")
    assert len(requests) == path.calls
    found = faults.tally(path, desks.engine, faults.fitting(path, desks.engine))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met >= 2 * found.n


@pytest.mark.parametrize("name", faults.MOVES)
def test_two_faults_on_the_move_path_lose_nothing_and_double_nothing(desks: EmulatedDesks, name: str) -> None:
    found = faults.tally(BY_NAME[name], desks.engine, faults.pairs(BY_NAME[name], desks.engine))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met > found.runs


@pytest.mark.parametrize("name", BY_NAME)
def test_both_engines_end_alike(desks: EmulatedDesks, name: str) -> None:
    on_dynamo, on_sqlite = (faults.clean(BY_NAME[name], engine) for engine in (desks.engine, faults.SQLITE))
    assert (on_dynamo.stands, on_dynamo.told) == (on_sqlite.stands, on_sqlite.told)
