"""The one place of the use cases: every name it promises is there, and only what is asked for is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chalicelib.matches import service


def test_every_promised_name_is_there() -> None:
    assert [name for name in service.__all__ if not hasattr(service, name)] == []


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="no use case is called cheat"):
        _ = getattr(service, "cheat")  # noqa: B009 - written as a name, a type checker refuses it


def test_only_what_is_asked_for_is_loaded() -> None:
    asked = (
        "import sys; from chalicelib.matches import service; "
        "before = 'chalicelib.matches.reading' in sys.modules; service.look; "
        "print(before, 'chalicelib.matches.reading' in sys.modules, 'chalicelib.matches.seating' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["False", "True", "False"]
