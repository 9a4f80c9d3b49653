"""Runs every check of the store's contract on every engine and behind every decorator."""

from pathlib import Path

import pytest

from tests.adapters.engines import DECORATED, ENGINES, opened
from tests.adapters.store_contract import CHECKS


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("engine", [*ENGINES, *DECORATED])
def test_contract(engine: str, check: str, tmp_path: Path) -> None:
    with opened(engine, tmp_path) as opened_engine:
        CHECKS[check](opened_engine)


def test_contract_has_not_shrunk() -> None:
    assert len(CHECKS) >= 120
