"""Accounts, credentials and webhooks are made, changed and taken away once, whichever store call fails and however."""

from __future__ import annotations

import sys

import pytest

from tests.players import faults

BY_NAME = {path.name: path for path in faults.PATHS}


@pytest.mark.parametrize("name", BY_NAME)
def test_one_fault_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    path = BY_NAME[name]
    calls = faults.run(path, {}).calls
    sys.stdout.write(f"{name}: n = {len(calls)}: {' '.join(calls)}\n")
    assert len(calls) == path.calls
    found = faults.tally(path)
    assert found.lost == []
    assert found.met >= 3 * len(calls)
