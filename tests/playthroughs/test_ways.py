"""Every way to end of every game, seat count and option has its playthrough; a missing one is named."""

from __future__ import annotations

import importlib
from functools import cache

import pytest

from chalicelib.games import keys, meta
from tests.games.parts import part
from tests.games.walks import editions
from tests.playthroughs.playthrough import FOLDER, folder_of, kept_of, read
from tests.playthroughs.record import set_up
from tests.playthroughs.ways import Recorded, Way, missing, seen, unlisted, ways

OF_THE_RULES = {"normal", "move_limit", "resigned"}
"""The terminations that the rules know; the others are the application's."""

MATCH = Recorded(2, "normal", "out", {"lead": "lot", "target": 101})


over_editions = pytest.mark.parametrize(("game", "version"), editions())


@cache
def _recorded(game: str, version: int = 0) -> tuple[Recorded, ...]:
    names = kept_of(game).get(version or meta(game).rules_version, ())
    return tuple(seen(read(game, name, version)) for name in names)


@over_editions
def test_every_way_to_end_has_its_playthrough(game: str, version: int) -> None:
    folder = folder_of(game, version).relative_to(FOLDER.parent)
    assert missing(game, _recorded(game, version), set_up(game), version) == [], f"record these in {folder}"


@pytest.mark.parametrize("game", keys())
def test_what_no_playthrough_shows_is_a_limit_that_a_test_sets_up(game: str) -> None:
    for termination, test in set_up(game).items():
        module, _, name = test.rpartition(".")
        assert termination == "move_limit"
        assert callable(getattr(importlib.import_module(module), name))


@over_editions
def test_every_playthrough_ends_in_a_listed_way(game: str, version: int) -> None:
    assert unlisted(game, _recorded(game, version), version) == []


@over_editions
def test_the_list_has_every_seat_count_once_and_the_terminations_of_the_rules(game: str, version: int) -> None:
    listed = part(game, "ends", version).WAYS
    assert sorted(seats for together in listed for seats in together) == list(meta(game, version).seats)
    for terminations in listed.values():
        assert {"normal", "resigned"} <= set(terminations) <= OF_THE_RULES
        assert all(len(set(ends)) == len(ends) > 0 for ends in terminations.values())


@over_editions
def test_the_table_has_every_seat_count_and_every_option(game: str, version: int) -> None:
    rows, about = ways(game, version), meta(game, version)
    assert {(way.seats, way.termination) for way in rows} >= {((seats,), "normal") for seats in about.seats}
    assert {way.option[0] for way in rows if way.option} == {option.key for option in about.options}


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
