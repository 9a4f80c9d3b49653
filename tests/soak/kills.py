"""The embedded service killed in the middle of matches."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.local import kills
from tests.soak.found import Scale


def soak_kill_in_mid_match(scale: Scale) -> Iterator[str]:
    """Every acknowledged move is there after every kill -9."""
    times = scale.of(50)
    with tempfile.TemporaryDirectory() as folder:
        moves = kills.survive(Path(folder), times)
    yield f"{times} kills: all {moves} acknowledged moves in the log, each once, and everybody told of the end"
