"""Rules are changed as docs/adding-a-game.md says: what runs goes on by the rules it began with, on the same store.

A copy of all this in a temporary folder has the throw-away game, upgraded in the midst of matches; it is asked by
processes that know of the copy only, one step after the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guest.planting import KEY, plant
from tests.guest.upgrading import upgrade

pytestmark = pytest.mark.xdist_group("changing rules")  # one copy for all

ASKED = (
    "tests/games/test_laws.py",
    "tests/games/test_parts.py",
    "tests/games/test_registry.py",
    "tests/matches/test_game_values.py",
    "tests/playthroughs",
)
"""Where every version is asked something."""


def done(tree: Path, *arguments: str, status: int = 0) -> str:
    """What Python prints there; raises AssertionError with it when it ends in another way."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "", "DATA": str(tree / "data")}
    found = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == status, found.stdout[-4000:] + found.stderr[-4000:]
    return found.stdout


def asked(tree: Path, *arguments: str, status: int = 0) -> list[str]:
    """What the tests of the game there came to, a line each."""
    printed = done(tree, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "-q", "-k", KEY, *arguments, status=status)
    return [line for line in printed.splitlines() if line.startswith(("PASSED", "FAILED"))]


class Story:
    """A copy with a service's data, in which one thing happens after the other."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        (tree / "data").mkdir()
        plant(tree)
        done(tree, "-m", "tests.playthroughs.record", KEY)
        self.happens("before")
        done(tree, "-m", "infra.keep_rules", KEY)
        upgrade(tree)
        self.unrecorded = asked(tree, "tests/playthroughs", status=1)
        done(tree, "-m", "tests.playthroughs.record", KEY)
        self.recorded = asked(tree, *ASKED)

    def happens(self, step: str) -> None:
        """Let a step of the story be told."""
        done(self.tree, "-m", "tests.guest.story", step, str(self.tree / "data"))

    def admin(self, *arguments: str, status: int = 0) -> str:
        """What the operator's tools say."""
        return done(self.tree, "-m", "infra.admin", *arguments, status=status)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The game has been upgraded while matches run."""
    return Story(tmp_path_factory.mktemp("changed"))


def test_a_version_without_its_playthroughs_is_told_which_are_missing(story: Story) -> None:
    failed = {line.split("::")[1].split("[")[0] for line in story.unrecorded if line.startswith("FAILED")}
    assert "test_every_way_to_end_has_its_playthrough" in failed
    assert "test_every_version_is_recorded_and_what_is_recorded_can_be_played" in failed


def test_the_playthroughs_of_the_older_rules_replay_by_them(story: Story) -> None:
    replayed = [line for line in story.unrecorded if "test_a_replay_shows_the_same_at_every_step" in line]
    assert len(replayed) == 6
    assert all(line.startswith("PASSED") and f"{KEY}-v1-" in line for line in replayed)


@pytest.mark.parametrize("place", ASKED)
def test_every_version_is_asked_what_every_game_is_asked(story: Story, place: str) -> None:
    of_both = [line for line in story.recorded if line.startswith(f"PASSED {place}")]
    assert of_both
    if place == "tests/games/test_laws.py":
        older = [line for line in of_both if f"{KEY}-v1-" in line]
        assert 2 * len(older) == len(of_both)


def test_matches_go_on_by_their_rules_until_they_are_carried_over(story: Story) -> None:
    story.happens("after")
    assert "1 match can be carried over, 1 refused." not in story.admin("verify", "--all")
    tried = story.admin("migrate", "--game", KEY, "--from", "1", "--dry-run", status=1)
    assert "3 matches can be carried over, 1 refused." in tried
    carried = story.admin("migrate", "--game", KEY, "--from", "1", status=1)
    assert "cannot be carried over: So few stones" in carried
    assert "3 matches carried over, 1 refused." in carried
    story.happens("migrated")
    assert "none broken" in story.admin("verify", "--all")


def test_a_version_that_is_taken_away_is_missed_by_its_playthroughs(story: Story) -> None:
    older = story.tree / "chalicelib" / "games" / "take_away" / "v1"
    older.rename(story.tree / "v1")
    failed = asked(story.tree, "tests/playthroughs/test_playthroughs.py", status=1)
    (story.tree / "v1").rename(older)
    assert any("what_is_recorded_can_be_played" in line for line in failed if line.startswith("FAILED"))
