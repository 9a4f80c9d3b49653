"""A game is added by its folder alone: laws, playthroughs, interface, pages, mails and records take it as it comes.

A copy of all this in a temporary folder gets a throw-away game, by the steps of docs/adding-a-game.md and no other
change; then everything that is asked of every game is asked of this one, in processes that know of the copy only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from infra.package import SOURCE
from tests.games import test_laws
from tests.guest.planting import KEY, plant

pytestmark = pytest.mark.xdist_group("adding a game")  # one copy for all

ASKED = (
    "tests/games/test_laws.py",
    "tests/games/test_many.py",
    "tests/games/test_parts.py",
    "tests/playthroughs/test_playthroughs.py",
    "tests/playthroughs/test_ways.py",
    "tests/matches/test_game_values.py",
    "tests/site/test_markdown.py",
    "tests/test_every_game.py",
    "tests/web/test_scripted.py",
)
"""Where every game is asked something."""

WHOLE = ("tests/games/test_registry.py", "tests/test_imports.py")
"""What looks at all games together."""


def run(tree: Path, *arguments: str) -> str:
    """What Python prints there; raises AssertionError with it when it fails."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": ""}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def asked_of(tree: Path, *arguments: str) -> set[str]:
    """The tests that were run in the copy, without what they were given; all of them have passed."""
    quiet = ("-p", "no:cacheprovider", "-rA", "-q")
    printed = run(tree, "-m", "pytest", *quiet, *arguments).splitlines()
    return {line.split()[1].split("[")[0] for line in printed if line.startswith("PASSED")}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with the game's playthroughs recorded."""
    made = tmp_path_factory.mktemp("tree")
    plant(made)
    run(made, "-m", "tests.playthroughs.record", KEY)
    return made


@pytest.fixture(scope="module")
def passed(tree: Path) -> set[str]:
    """What was asked of the game in the copy."""
    return asked_of(tree, "-k", KEY, *ASKED)


def test_every_law_holds_for_it(passed: set[str]) -> None:
    laws = {f"tests/games/test_laws.py::{name}" for name in vars(test_laws) if name.startswith("test_")}
    assert len(laws) > 20
    assert laws <= passed


@pytest.mark.parametrize("file", ASKED)
def test_it_is_asked_what_every_game_is_asked(passed: set[str], file: str) -> None:
    assert any(test.startswith(f"{file}::") for test in passed)


def test_it_is_a_game_among_the_others(tree: Path) -> None:
    assert len(asked_of(tree, *WHOLE)) > 10


def test_it_is_in_what_ships(tree: Path) -> None:
    run(tree, "-c", "from infra import package; package.gather()")
    shown = "print(games.keys(), games.get(key).name, len(games.rules_text(key, 'sv')))"
    printed = run(tree / SOURCE, "-c", f"from chalicelib import games; key = {KEY!r}; {shown}")
    assert KEY in printed
    assert "Take Away" in printed
