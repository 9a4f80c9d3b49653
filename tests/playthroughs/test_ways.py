"""Every way to end of every game, seat count and option has its playthrough; a missing one is named."""

from __future__ import annotations

import importlib
from functools import cache

import pytest

from chalicelib.games import keys, meta
from tests.games.parts import part
from tests.playthroughs.playthrough import FOLDER, read
from tests.playthroughs.record import endings, set_up
from tests.playthroughs.ways import Recorded, Way, missing, seen, unlisted, ways

OF_THE_RULES = {"normal", "move_limit", "resigned"}
"""The terminations that the rules know; the others are the application's."""

MATCH = Recorded(2, "normal", "out", {"lead": "lot", "target": 101})


@cache
def _recorded(game: str) -> tuple[Recorded, ...]:
    return tuple(seen(read(game, ending.name)) for ending in endings(game))


@pytest.mark.parametrize("game", keys())
def test_every_way_to_end_has_its_playthrough(game: str) -> None:
    assert missing(game, _recorded(game), set_up(game)) == [], f"record these in {FOLDER.name}/{game}"


@pytest.mark.parametrize("game", keys())
def test_what_no_playthrough_shows_is_a_limit_that_a_test_sets_up(game: str) -> None:
    for termination, test in set_up(game).items():
        module, _, name = test.rpartition(".")
        assert termination == "move_limit"
        assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize("game", keys())
def test_every_playthrough_ends_in_a_listed_way(game: str) -> None:
    assert unlisted(game, _recorded(game)) == []


@pytest.mark.parametrize("game", keys())
def test_the_list_has_every_seat_count_once_and_the_terminations_of_the_rules(game: str) -> None:
    listed = part(game, "ends").WAYS
    assert sorted(seats for together in listed for seats in together) == list(meta(game).seats)
    for terminations in listed.values():
        assert {"normal", "resigned"} <= set(terminations) <= OF_THE_RULES
        assert all(len(set(ends)) == len(ends) > 0 for ends in terminations.values())


@pytest.mark.parametrize("game", keys())
def test_the_table_has_every_seat_count_and_every_option(game: str) -> None:
    rows = ways(game)
    assert {(way.seats, way.termination) for way in rows} >= {((seats,), "normal") for seats in meta(game).seats}
    assert {way.option[0] for way in rows if way.option} == {option.key for option in meta(game).options}


@pytest.mark.parametrize("game", keys())
def test_a_playthrough_that_is_gone_is_missed(game: str) -> None:
    normal = [match for match in _recorded(game) if match.termination != "resigned"]
    assert {line.split(": ")[1].split(" ")[0] for line in missing(game, normal, set_up(game))} == {"resigned"}
    assert len(missing(game, ())) == len(ways(game))


@pytest.mark.parametrize(
    ("way", "shown"),
    [
        (Way((2,), "normal"), True),
        (Way((2, 3), "normal", "out"), True),
        (Way((2,), "normal", option=("lead", "lot")), True),
        (Way((3,), "normal"), False),
        (Way((2,), "resigned"), False),
        (Way((2,), "normal", "blocked"), False),
        (Way((2,), "normal", option=("lead", "rotate")), False),
        (Way((2,), "normal", option=("partnership", False)), False),
    ],
)
def test_what_a_match_shows(way: Way, shown: bool) -> None:
    assert way.is_shown_by(MATCH) == shown
