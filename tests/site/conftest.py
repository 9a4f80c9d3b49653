"""Fixtures of the pages' tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.house import House, house


@pytest.fixture
def home() -> Iterator[House]:
    """A fresh service behind the app."""
    with house() as made:
        yield made
