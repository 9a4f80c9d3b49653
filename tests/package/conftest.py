"""What was shown of the package is told at the end."""

from tests.shown import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]
