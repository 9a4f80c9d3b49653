"""Runs every check of the store's contract on every engine and behind every decorator."""

from pathlib import Path

import pytest

from tests.adapters.contract_table import keeps
from tests.adapters.engines import DECORATED, ENGINES, NOT_ASKED, asked, opened
from tests.adapters.store_contract import CHECKS


@pytest.mark.parametrize(
    ("engine", "check"), [(engine, check) for engine in [*ENGINES, *DECORATED] for check in asked(engine)]
)
def test_contract(engine: str, check: str, tmp_path: Path) -> None:
    with opened(engine, tmp_path) as opened_engine:
        CHECKS[check](opened_engine)


@pytest.mark.parametrize(
    ("engine", "check"), [(engine, check) for engine, excused in NOT_ASKED.items() for check in excused]
)
def test_what_is_not_asked_would_not_be_kept(engine: str, check: str) -> None:
    assert not keeps(engine, check), f"{engine} has learnt it: ask it"


def test_contract_has_not_shrunk() -> None:
    assert len(CHECKS) >= 121
    assert len(asked("ministack")) == len(CHECKS)
    assert len(asked("moto")) >= len(CHECKS) - 5
