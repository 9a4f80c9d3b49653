"""Every recorded match replays: the same decisions, moves, views and facts at every step, the same end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from chalicelib.games import keys
from tests.games.table import Table
from tests.playthroughs.ending import Ending, match_name, recorded
from tests.playthroughs.playthrough import (
    FOLDER,
    changes,
    from_record,
    moves_of,
    path_of,
    read,
    replayed,
    stride_of,
    written,
)
from tests.playthroughs.record import MissingScriptsError, endings, scripted

SCRIPTED = scripted(keys())
ENDINGS = [
    pytest.param(game, ending, id=f"{game}-{ending.name}", marks=pytest.mark.xdist_group(f"{game} {ending.name}"))
    for game in SCRIPTED
    for ending in endings(game)
]
over_endings = pytest.mark.parametrize(("game", "ending"), ENDINGS, scope="module")
"""Hand a test each recorded match; all tests look at one before the next, so that it is played again once."""
_MOST_BYTES = 200_000
_MOST_BYTES_A_GAME = 1_500_000


@lru_cache(maxsize=1)
def _replayed(game: str, name: str) -> tuple[Table, dict[str, Any]]:
    return replayed(read(game, name))


@pytest.mark.parametrize("game", keys())
def test_every_script_has_its_file_and_every_file_its_script(game: str) -> None:
    assert {path.stem for path in (FOLDER / game).glob("*.json")} == {ending.name for ending in endings(game)}


def test_a_game_without_scripts_is_told_what_to_write_and_stops_no_other() -> None:
    with pytest.raises(MissingScriptsError, match=r"tests/playthroughs/no_game\.py yet: write one with `ENDINGS`"):
        endings("no-game")
    assert scripted(("keer-op-keer", "no-game")) == ("keer-op-keer",)


@over_endings
def test_a_replay_shows_the_same_at_every_step(game: str, ending: Ending) -> None:
    file = read(game, ending.name)
    table, again = _replayed(game, ending.name)
    for number, (before, now) in enumerate(zip(file["positions"], again["positions"], strict=True)):
        assert now == before, f"{ending.name}: row {number} differs"
    assert again == file
    assert ending.holds(table)


@over_endings
def test_the_record_alone_leads_to_the_same_position(game: str, ending: Ending) -> None:
    file = read(game, ending.name)
    played, _ = _replayed(game, ending.name)
    table = from_record(file, played.record)
    assert table.state == played.state
    assert moves_of(table, stride_of(file)) == file["moves"]


@over_endings
def test_a_file_is_small_and_written_as_the_recorder_writes(game: str, ending: Ending) -> None:
    path = path_of(game, ending.name)
    assert path.stat().st_size < _MOST_BYTES
    assert path.read_text(encoding="utf-8") == written(read(game, ending.name))
    assert read(game, ending.name)["match"] == match_name(game, ending)


@pytest.mark.parametrize("game", keys())
def test_all_files_of_a_game_are_small(game: str) -> None:
    assert sum(path.stat().st_size for path in (FOLDER / game).glob("*.json")) < _MOST_BYTES_A_GAME


@pytest.mark.parametrize("game", SCRIPTED)
def test_a_script_records_the_same_match_every_time(game: str) -> None:
    shortest = min(endings(game), key=lambda ending: path_of(game, ending.name).stat().st_size)
    assert recorded(game, shortest)[1] == recorded(game, shortest)[1]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, {"/b/1": 3}),
        ([["G4"], 1], [["G3", "G4", "H5"], 1], {"/0": {"+": [[0, "G3"], [2, "H5"]]}}),
        ({"a": [1, 2, 3]}, {"a": [3]}, {"/a": [3]}),
        ({"a": []}, {"a": [3]}, {"/a": [3]}),
        ({"a": None}, {"a": {"b": 1}}, {"/a": {"b": 1}}),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "x"}]}, {}),
    ],
)
def test_what_a_row_notes_of_a_change(before: Any, after: Any, found: dict[str, Any]) -> None:
    assert changes(before, after) == found
