"""One deployed service for all tests here; each makes its own people and matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from infra.emulator import Emulator
from tests.deployed.cloud import Cloud, emulator
from tests.shown import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]


@pytest.fixture(scope="session")
def running() -> Iterator[Emulator]:
    with emulator() as started:
        yield started


@pytest.fixture(scope="session")
def cloud(running: Emulator) -> Cloud:
    return Cloud(running)
