"""A match of every game at a running service by a client that knows nothing but its API: people beside bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib import games
from tests.local.process import running
from tests.local.visitors import Visitors
from tests.web import scripted
from tests.web.exported import check

TABLES: dict[str, tuple[tuple[int, ...], scripted.Options]] = {
    "keer-op-keer": ((0, 1, 0), {"sheet": "orange"}),
    "keer-op-keer-3": ((0, 2, 0), {"chips": "4-3-3-0"}),
    "passing-game": ((0, 1, 0, 2), {"partnership": True, "lead": "rotate"}),
    "sequence-dice": ((0, 0, 2, 1), {}),
}
"""Who sits where, 0 for a person and else a bot's level, and the options."""


@pytest.fixture(scope="module")
def visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    """People at one running service."""
    folder: Path = tmp_path_factory.mktemp("data")
    with running(folder) as process:
        yield Visitors(process)


@pytest.mark.parametrize("game", TABLES)
def test_people_and_bots_finish_a_match(visitors: Visitors, game: str) -> None:
    levels, options = TABLES[game]
    record = scripted.play(visitors, scripted.Wish(game, levels, options), "random", 1)
    assert record["outcome"]["termination"] == "normal"
    assert [seat["level"] for seat in record["seats"]] == list(levels)
    check(record)


def test_no_game_is_left_out(visitors: Visitors) -> None:
    assert set(TABLES) == set(games.keys())
    told = visitors.ask("GET", "/games").json["games"]
    assert {each["key"] for each in told} == set(TABLES)
