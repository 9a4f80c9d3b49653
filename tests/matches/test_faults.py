"""No move is lost and none is applied twice, whichever store call fails and however."""

from __future__ import annotations

import pytest

from tests.matches import faults

BY_NAME = {path.name: path for path in faults.PATHS}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_clean_run_makes_as_many_store_calls_as_the_table_says(name: str) -> None:
    path = BY_NAME[name]
    _, calls = faults.clean(path)
    print(f"{name}: n = {len(calls)}: {' '.join(calls)}")  # noqa: T201 - the table is what this test shows
    assert len(calls) == path.calls


@pytest.mark.parametrize("name", BY_NAME)
def test_one_fault_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    path = BY_NAME[name]
    expected, calls = faults.clean(path)
    met = 0
    for plan in faults.singles(path, len(calls)):
        stands, here, told = faults.faulty(path, plan)
        met += len(here)
        assert (stands, told) == (expected, "OutOfTimeError" if name == "play late" else ""), plan
    assert met >= 3 * len(calls)


@pytest.mark.parametrize("name", ["seal", "play", "play late"])
def test_two_faults_on_the_move_path_lose_nothing_and_double_nothing(name: str) -> None:
    path = BY_NAME[name]
    expected, calls = faults.clean(path)
    for plan in faults.pairs(path, len(calls)):
        stands, _, told = faults.faulty(path, plan)
        assert (stands, told) == (expected, "OutOfTimeError" if name == "play late" else ""), plan
