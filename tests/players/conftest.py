"""Fixtures of the players' tests."""

from __future__ import annotations

import pytest

from tests.players.desk import Desk, open_desk


@pytest.fixture
def desk() -> Desk:
    """A fresh service."""
    return open_desk()
