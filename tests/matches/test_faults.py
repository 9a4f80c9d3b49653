"""No move is lost and none is applied twice, whichever store call fails and however."""

from __future__ import annotations

import sys

import pytest

from tests.matches import faults

BY_NAME = {path.name: path for path in faults.PATHS}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_clean_run_makes_as_many_store_calls_as_the_table_says(name: str) -> None:
    calls = faults.clean(BY_NAME[name]).calls
    sys.stdout.write(f"{name}: n = {len(calls)}: {' '.join(calls)}\n")
    assert len(calls) == BY_NAME[name].calls


@pytest.mark.parametrize("name", BY_NAME)
def test_one_fault_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    found = faults.tally(BY_NAME[name], faults.SQLITE, faults.singles(BY_NAME[name], faults.SQLITE))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met >= 3 * found.n


@pytest.mark.parametrize("name", faults.WIRED)
def test_two_faults_on_the_paths_of_a_move_lose_nothing_and_double_nothing(name: str) -> None:
    found = faults.tally(BY_NAME[name], faults.SQLITE, faults.pairs(BY_NAME[name], faults.SQLITE))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met > found.runs
