"""What a run of tests showed, in a line at its end, for whoever started it: `make package`, `make deployed`."""

from __future__ import annotations

import pytest

SHOWN = "shown"
"""The property of a test that holds such a line."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the lines of the tests that passed."""
    for report in terminalreporter.stats.get("passed", ()):
        for name, text in report.user_properties:
            if name == SHOWN:
                terminalreporter.write_line(text)
