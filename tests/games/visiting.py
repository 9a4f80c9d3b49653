"""A throw-away game among the games for a while: its folder is put on the path of chalicelib.games, and taken out."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chalicelib import games
from chalicelib.rules import LANGUAGES

GUEST = "take-away"
_PACKAGE = "take_away"
_RULES = """# Take Away

A heap of stones lies on the table, {language}. In turn everybody takes one, two or three of them. Who takes
the last stone wins; there is nothing else to win, and nothing is hidden.

- The option `heap` says how many stones there are at the start: 4 to 30, and 21 if nobody chooses.
- Seat 0 begins, and the turn goes round.
- A move is written as the number that is taken: `1`, `2` or `3`. Passing is not possible.
- Who leaves takes no stones any more. The others play on; the last one left wins.
- Whose time is up takes one stone.
"""


@contextmanager
def guest(folder: Path) -> Iterator[str]:
    """The key of the throw-away game, which is one of the games until the block ends."""
    _write(folder / _PACKAGE)
    games.__path__.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield GUEST
    finally:
        games.__path__.remove(str(folder))
        name = f"{games.__name__}.{_PACKAGE}"
        for loaded in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            del sys.modules[loaded]
        vars(games).pop(_PACKAGE, None)
        sys.path_importer_cache.pop(str(folder), None)
        importlib.invalidate_caches()


def _write(package: Path) -> None:
    package.mkdir()
    shutil.copy(Path(__file__).with_name("guest.py"), package / "__init__.py")
    for language in LANGUAGES:
        (package / f"rules.{language}.md").write_text(_RULES.format(language=language), encoding="utf-8")
