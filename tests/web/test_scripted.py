"""A client that knows nothing but the API finishes matches of every game and seat count."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.rules import commitment
from tests.web import scripted
from tests.web.desk import Desk

TABLES = [(key, seats) for key in sorted(games.keys()) for seats in games.meta(key).seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("style", scripted.STYLES)
def test_a_scripted_client_finishes_a_match(desk: Desk, game: str, seats: int, style: str) -> None:
    record: dict[str, Any] = scripted.play(desk, game, seats, style, lot=1)
    assert record["outcome"]["termination"] in ("normal", "move_limit")
    assert commitment(bytes.fromhex(record["seed"]), record["match"], record["rules_version"]) == record["commitment"]
    assert [move["ply"] for move in record["moves"]] == list(range(1, len(record["moves"]) + 1))
