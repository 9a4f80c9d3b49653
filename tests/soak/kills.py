"""The embedded service killed in the middle of matches."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.local import kills
from tests.soak.found import Scale


def soak_kill_in_mid_match(scale: Scale) -> Iterator[str]:
    """Every acknowledged move is there after every kill -9."""
    yield _survived(scale.of(50), STORE="sqlite")


def soak_kill_on_the_emulator(scale: Scale) -> Iterator[str]:
    """The same on DynamoDB, which its emulator writes down when it has been left alone."""
    yield _survived(scale.of(10), STORE="dynamodb")


def _survived(times: int, **settings: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        moves = kills.survive(Path(folder), times, **settings)
    return f"{times} kills: all {moves} acknowledged moves in the log, each once, and everybody told of the end"
