"""Desks on DynamoDB for whichever tests of matches ask for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.matches.emulated import EmulatedDesks


@pytest.fixture(scope="session")
def desks() -> Iterator[EmulatedDesks]:
    """One table for all tests of a worker; every desk is apart in it."""
    made = EmulatedDesks()
    yield made
    made.close()
