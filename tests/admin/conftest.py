"""A service whose operator has the tools."""

from __future__ import annotations

import pytest

from tests.admin.desk import AdminOffice


@pytest.fixture
def office(capsys: pytest.CaptureFixture[str]) -> AdminOffice:
    return AdminOffice(capsys)
