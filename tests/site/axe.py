"""What axe-core, which knows what shuts people out, has against a page."""

from __future__ import annotations

import importlib.resources
from typing import Any

from playwright.sync_api import Page

AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def complaints_of(page: Page) -> list[Any]:
    """What axe-core has against the page, and against which of its elements."""
    page.evaluate(AXE)
    found: list[Any] = page.evaluate("axe.run({resultTypes: ['violations']}).then(each => each.violations)")
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
