"""Before the rules of a game change: keep those of today as a version of their own, and begin the next one.

python -m infra.keep_rules KEY

Copies the game's folder to `v<N>` inside it, lets the copy import itself, moves the playthroughs of that version beside
the next ones, keeps what its tests say of its ends and invariants, and raises `rules_version`. docs/adding-a-game.md
tells what to do then.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from chalicelib import games

ROOT = Path(__file__).parent.parent
PARTS = ("ends.py", "invariants.py")
"""What a game's tests say of a version of its rules."""


class NotKeptError(RuntimeError):
    """The rules could not be kept; the message says why."""


def keep(key: str, root: Path = ROOT) -> tuple[Path, ...]:
    """Keep today's rules of a game; where they, their playthroughs and their parts of the tests lie now.

    Raises NotKeptError, UnknownGameError.
    """
    name, version = key.replace("-", "_"), games.meta(key).rules_version
    game = root / "chalicelib" / "games" / name
    made = (
        game / f"v{version}",
        root / "tests" / "playthroughs" / key / f"v{version}",
        root / "tests" / "games" / name / f"v{version}",
    )
    for folder in made:
        if folder.exists():
            raise NotKeptError(f"{folder.relative_to(root)} is there already: version {version} was kept before")
    rules, recorded, parts = made
    _copy(game, rules, name, version)
    recorded.mkdir(parents=True)
    for file in sorted(recorded.parent.glob("*.json")):
        file.rename(recorded / file.name)
    parts.mkdir()
    for part in ("__init__.py", *PARTS):
        _written(parts / part, _inside((parts.parent / part).read_text(encoding="utf-8"), name, version))
    _raise_version(game / "__init__.py", version)
    return made


def _copy(game: Path, to: Path, name: str, version: int) -> None:
    """A folder of the game without the versions in it; its modules import one another there."""
    shutil.copytree(game, to, ignore=shutil.ignore_patterns("v[0-9]*", "__pycache__"))
    for module in to.rglob("*.py"):
        _written(module, _inside(module.read_text(encoding="utf-8"), name, version))


def _inside(source: str, name: str, version: int) -> str:
    return re.sub(rf"\bchalicelib\.games\.{name}\b(?!\.v[0-9])", f"chalicelib.games.{name}.v{version}", source)


def _raise_version(module: Path, version: int) -> None:
    source = module.read_text(encoding="utf-8")
    raised, count = re.subn(rf"\brules_version={version}\b", f"rules_version={version + 1}", source)
    if count != 1:
        raise NotKeptError(f"{module.name} does not say rules_version={version} once: raise it by hand")
    _written(module, raised)


def _written(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Keep the rules of the game that is named; the exit status."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        made = keep(arguments[0])
    except (NotKeptError, games.UnknownGameError) as error:
        print(f"Nothing was kept: {error}", file=sys.stderr)
        return 1
    print("\n".join(str(folder.relative_to(ROOT)) for folder in made))
    print("Now change the rules, record their playthroughs, and say in CHANGELOG.md what is new.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
