"""Before rules change, those of today are kept: a copy that plays by itself, however its modules import one another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chalicelib.games import UnknownGameError
from infra.keep_rules import NotKeptError, keep, main
from tests.guest.planting import plant

GAME, NAME, RECORDED = "keer-op-keer-3", "keer_op_keer_3", "solo-resigned"
REPLAYED = f"""
from chalicelib import games
from tests.playthroughs.playthrough import read, replayed

file = read({GAME!r}, {RECORDED!r}, 1)
table, again = replayed(file)
assert again == file
assert type(table.state).__module__ == "chalicelib.games.{NAME}.v1.state", type(table.state)
assert games.versions({GAME!r}) == (1, 2)
assert games.get({GAME!r}).rules_version == 2
view = table.game.view(table.state, 0)
assert table.game.text(view, "sv") and table.game.html(view, "af")
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all this in which the rules of a game have been kept."""
    tree = tmp_path_factory.mktemp("kept")
    plant(tree)
    assert len(keep(GAME, tree)) == 3
    return tree


def test_the_copy_imports_itself_and_nothing_of_todays_rules(kept: Path) -> None:
    rules = kept / "chalicelib" / "games" / NAME / "v1"
    sources = {path.name: path.read_text(encoding="utf-8") for path in rules.glob("*.py")}
    assert sources.keys() >= {"__init__.py", "game.py", "state.py", "rolls.py"}
    assert all(f"chalicelib.games.{NAME}." not in text.replace(f"{NAME}.v1", "") for text in sources.values())
    assert "chalicelib.games.keer_family" in sources["rolls.py"]
    assert (rules / "rules.af.md").exists()
    assert not (rules / "v1").exists()


def test_it_plays_by_itself(kept: Path) -> None:
    done = subprocess.run([sys.executable, "-c", REPLAYED], cwd=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_playthroughs_go_with_it_and_its_tests_parts_stay_with_both(kept: Path) -> None:
    recorded = kept / "tests" / "playthroughs" / GAME
    assert [path.name for path in recorded.iterdir()] == ["v1"]
    assert (recorded / "v1" / f"{RECORDED}.json").exists()
    parts = kept / "tests" / "games" / NAME
    for name in ("ends.py", "invariants.py"):
        assert (parts / name).exists()
        assert (parts / "v1" / name).exists()


def test_a_version_is_kept_once(kept: Path) -> None:
    with pytest.raises(NotKeptError, match="is there already: version 1 was kept before"):
        keep(GAME, kept)


def test_what_cannot_be_kept_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownGameError):
        keep("no-game", tmp_path)
    assert main(["no-game"]) == 1
    assert "Nothing was kept: no-game" in capsys.readouterr().err
    assert main([]) == 2
    assert "python -m infra.keep_rules KEY" in capsys.readouterr().err
