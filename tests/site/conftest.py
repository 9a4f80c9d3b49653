"""Fixtures of the pages' tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from infra.browser import FLAGS, provide
from tests.site.house import House, house


@pytest.fixture
def home() -> Iterator[House]:
    """A fresh service behind the app."""
    with house() as made:
        yield made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A real browser: one for all tests of a worker; each opens windows that know nothing of one another."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=provide(), args=list(FLAGS))
        yield browser
        browser.close()
