"""Fixtures of the interface's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib import bootstrap
from tests.web.desk import Desk, open_desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A fresh service behind the app."""
    yield open_desk()
    bootstrap.use(None)
