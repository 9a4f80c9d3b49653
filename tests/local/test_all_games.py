"""A match of every game at a running service by a client that knows nothing but its API: people beside bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from chalicelib import games
from tests.local.process import running, wait_for
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
    for name in scripted.PEOPLE[: levels.count(0)]:
        told = wait_for(partial(_told, visitors, name, record["match"]), "the mail that tells the end")
        assert told <= {"accepted", "overtaken", "pending"}, "of what was sent nothing failed"


def _told(visitors: Visitors, name: str, match: str) -> set[str]:
    """How the mails of a match fared, once the last one was sent."""
    sent = visitors.ask("GET", "/me/deliveries?limit=100", by=name).json["deliveries"]
    mine = [each for each in sent if each["match"] == match]
    ended = any(each["state"] == "accepted" for each in mine if each["category"] == "match_ended")
    return {each["state"] for each in mine} if ended else set()


def test_no_game_is_left_out(visitors: Visitors) -> None:
    assert set(TABLES) == set(games.keys())
    told = visitors.ask("GET", "/games").json["games"]
    assert {each["key"] for each in told} == set(TABLES)
