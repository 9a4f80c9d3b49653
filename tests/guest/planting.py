"""A copy of all this in a temporary folder, with one game more: its folders are put there, and nothing is changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from chalicelib.rules import LANGUAGES

KEY = "take-away"
PLACES = {
    "game": "chalicelib/games/take_away",
    "parts": "tests/games/take_away",
    "playthroughs.py": "tests/playthroughs/take_away.py",
}
"""Where what lies beside this file goes."""

_GUEST = Path(__file__).parent
_ROOT = _GUEST.parent.parent
_COPIED = ("app.py", "pyproject.toml", "requirements.txt", "chalicelib", "infra", "tests", "docs", ".chalice")
_NOT_COPIED = ("__pycache__", "*.pyc", "deployments")
_RULES = """# Take Away

A heap of stones lies on the table ({language}). In turn everybody takes one, two or three of them. Who takes
the last stone wins; there is nothing else to win, and nothing is hidden.

- The option `heap` says how many stones there are at the start: 4 to 30, and 21 if nobody chooses.
- Seat 0 begins, and the turn goes round.
- A move is written as the number that is taken: `1`, `2` or `3`. Passing is not possible.
- Who leaves takes no stones any more. The others play on; the last one left wins.
- Whose time is up takes one stone.
"""


def plant(tree: Path) -> None:
    """Copy all this to a folder, and put the game there."""
    for name in _COPIED:
        _copy(_ROOT / name, tree / name)
    for name, place in PLACES.items():
        _copy(_GUEST / name, tree / place)
    for language in LANGUAGES:
        rules = tree / PLACES["game"] / f"rules.{language}.md"
        rules.write_text(_RULES.format(language=language), encoding="utf-8")


def _copy(given: Path, to: Path) -> None:
    if given.is_dir():
        shutil.copytree(given, to, ignore=shutil.ignore_patterns(*_NOT_COPIED))
    else:
        shutil.copy(given, to)
