"""Every recorded match replays by the rules of its version: the same decisions, views, facts, dice and states.

This is what keeps the legal play, dice and states of a version that was released as they are.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from chalicelib import games
from chalicelib.games import keys
from chalicelib.matches import proof, repository
from chalicelib.matches.record_form import Record
from tests.games.table import Table
from tests.playthroughs.ending import Ending, match_name, recorded
from tests.playthroughs.playthrough import changes, folder_of, kept_of, path_of, read, replayed, written
from tests.playthroughs.record import MissingScriptsError, endings, scripted
from tests.playthroughs.recording import record_of

SCRIPTED = scripted(keys())


class Kept(NamedTuple):
    """A playthrough that is kept."""

    game: str
    version: int
    name: str

    def __str__(self) -> str:
        older = "" if folder_of(self.game, self.version) == folder_of(self.game) else f"-v{self.version}"
        return f"{self.game}{older}-{self.name}"

    def read(self) -> dict[str, Any]:
        """The file."""
        return read(self.game, self.name, self.version)


KEPT = [Kept(game, version, name) for game in keys() for version, names in kept_of(game).items() for name in names]
over_kept = pytest.mark.parametrize(
    "kept",
    [pytest.param(kept, id=str(kept), marks=pytest.mark.xdist_group(str(kept))) for kept in KEPT],
    scope="module",
)
"""Hand a test each playthrough; all tests look at one before the next, so that it is played again once."""
_MOST_BYTES = 200_000
_MOST_BYTES_A_VERSION = 1_500_000


def _scripts(kept: Kept) -> list[Ending]:
    """What recorded it; of older rules no scripts are left."""
    is_todays = kept.version == games.meta(kept.game).rules_version
    return [ending for ending in endings(kept.game) if is_todays and ending.name == kept.name]


@lru_cache(maxsize=1)
def _replayed(kept: Kept) -> tuple[Table, dict[str, Any]]:
    return replayed(kept.read())


@pytest.mark.parametrize("game", keys())
def test_every_script_has_its_file_and_every_file_its_script(game: str) -> None:
    assert set(kept_of(game)[games.meta(game).rules_version]) == {ending.name for ending in endings(game)}


@pytest.mark.parametrize("game", keys())
def test_every_version_is_recorded_and_what_is_recorded_can_be_played(game: str) -> None:
    assert games.versions(game) == tuple(sorted(kept_of(game))), f"see docs/adding-a-game.md on {game}"
    assert all(kept_of(game).values())


@over_kept
def test_a_playthrough_lies_where_its_version_says(kept: Kept) -> None:
    record = kept.read()["record"]
    assert (record["game"], record["rules_version"]) == (kept.game, kept.version), (
        f"{kept.game} has rules of version {games.meta(kept.game).rules_version} now: move the playthroughs of version "
        f"{record['rules_version']} to {kept.game}/v{record['rules_version']}/ and record those of the new one"
    )


def test_a_game_without_scripts_is_told_what_to_write_and_stops_no_other() -> None:
    with pytest.raises(MissingScriptsError, match=r"tests/playthroughs/no_game\.py yet: write one with `ENDINGS`"):
        endings("no-game")
    assert scripted(("keer-op-keer", "no-game")) == ("keer-op-keer",)


@over_kept
def test_a_replay_shows_the_same_at_every_step(kept: Kept) -> None:
    file, (_, again) = kept.read(), _replayed(kept)
    for number, (before, now) in enumerate(zip(file["positions"], again["positions"], strict=True)):
        assert now == before, f"{kept}: row {number} differs"
    assert again == file


@over_kept
def test_its_record_verifies_and_leads_to_the_same_position(kept: Kept) -> None:
    record = Record.model_validate_json(json.dumps(record_of(kept.read())))
    assert proof.check(games, record).state == _replayed(kept)[0].state


@over_kept
def test_what_a_store_keeps_of_it_is_read_as_it_was_meant(kept: Kept) -> None:
    game, (acts, data) = games.get(kept.game, kept.version), kept.read()["stored"]
    reader = repository.adapter(game.State)
    state = reader.validate_python(data)
    assert reader.dump_python(state, mode="json", exclude_defaults=True) == data
    assert acts > 0
    assert game.to_move(state)


@over_kept
def test_a_file_is_small_and_written_as_the_recorder_writes(kept: Kept) -> None:
    path = path_of(kept.game, kept.name, kept.version)
    assert path.stat().st_size < _MOST_BYTES
    assert path.read_text(encoding="utf-8") == written(kept.read())


@over_kept
def test_a_playthrough_ends_as_its_script_wants_and_is_of_its_dice(kept: Kept) -> None:
    table, _ = _replayed(kept)
    for ending in _scripts(kept):
        assert kept.read()["record"]["match"] == match_name(kept.game, ending)
        assert ending.holds(table)


@pytest.mark.parametrize("game", keys())
def test_all_files_of_a_version_are_small(game: str) -> None:
    for version in kept_of(game):
        files = folder_of(game, version).glob("*.json")
        assert sum(path.stat().st_size for path in files) < _MOST_BYTES_A_VERSION


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
