"""The walls of the house: every import of every module, and proof that the walker sees a breach."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arrows import violations

ROOT = Path(__file__).parent.parent


def test_every_import_follows_an_arrow() -> None:
    assert violations(ROOT) == []


def _house(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


BREACHES = [
    ("chalicelib/rules/game.py", "import pydantic", "rules may not import pydantic"),
    ("chalicelib/rules/game.py", "import random", "random is banned in rules"),
    ("chalicelib/rules/game.py", "from time import time", "time is banned in rules"),
    ("chalicelib/rules/game.py", "from chalicelib.games import keys", "rules may not import games"),
    ("chalicelib/games/go/board.py", "def f():\n    import os", "os is banned in games"),
    ("chalicelib/games/go/board.py", "from chalicelib.matches import match", "games may not import matches"),
    ("chalicelib/games/go/board.py", "from chalicelib.games.chess import moves", "one game may not import another"),
    ("chalicelib/games/go/board.py", "from ..chess import moves", "one game may not import another"),
    ("chalicelib/games/go/board.py", "__import__(name)", "only the registry imports by a computed name"),
    ("chalicelib/players/ports.py", "from chalicelib.matches import match", "players may not import matches"),
    ("chalicelib/players/ports.py", "from chalicelib import settings", "players may not import settings"),
    ("chalicelib/matches/match.py", "from chalicelib.post import relay", "matches may not import post"),
    ("chalicelib/matches/match.py", "from chalicelib.games import get", "matches may not import games"),
    ("chalicelib/matches/match.py", "import boto3", "matches may not import boto3"),
    ("chalicelib/post/mail.py", "import jinja2", "post may import jinja2 only inside a function"),
    ("chalicelib/post/mail.py", "from chalicelib.adapters.smtp import Smtp", "post may not import adapters.smtp"),
    ("chalicelib/adapters/sqlite.py", "import chalice", "adapters may not import chalice"),
    ("chalicelib/adapters/sqlite.py", "from chalicelib.matches import service", "adapters may not import matches"),
    ("chalicelib/web/errors.py", "from chalicelib.rules import Chance", "web may not import rules"),
    ("chalicelib/web/errors.py", "import pynamodb", "web may not import pynamodb"),
    ("chalicelib/web/errors.py", "from chalicelib.site import pages", "web may not import site"),
    ("chalicelib/site/pages.py", "from chalicelib.adapters import sqlite", "site may not import adapters"),
    ("chalicelib/site/pages.py", "from chalicelib.web.matches import bp", "site may not import web.matches"),
    ("chalicelib/site/pages.py", "import app", "nobody imports app"),
    ("chalicelib/bootstrap.py", "from chalicelib.web import bp", "bootstrap may not import web"),
    ("chalicelib/helpers/text.py", "import re", "the house has no part helpers"),
    ("app.py", "from chalicelib.matches import service", "app may not import matches"),
]


@pytest.mark.parametrize(("path", "source", "reason"), BREACHES)
def test_a_breach_is_seen(tmp_path: Path, path: str, source: str, reason: str) -> None:
    rooms = {
        "app.py": "",
        "chalicelib/__init__.py": "",
        "chalicelib/games/go/__init__.py": "META = 1",
        "chalicelib/games/chess/__init__.py": "META = 1",
        "chalicelib/games/chess/moves.py": "",
    }
    rooms |= {f"chalicelib/{part}/__init__.py": "" for part in ("games", "matches", "post", "site", "adapters")}
    house = _house(tmp_path, {**rooms, "chalicelib/adapters/sqlite.py": "", path: source})
    found = violations(house)
    assert [line.startswith(f"{path}:") and reason in line for line in found] == [True]


def test_what_the_arrows_allow_is_left_alone(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        {
            "app.py": "import chalice\nfrom chalicelib import bootstrap\nfrom chalicelib.web import errors",
            "chalicelib/__init__.py": "",
            "chalicelib/bootstrap.py": "from chalicelib.adapters import sqlite",
            "chalicelib/games/__init__.py": "import importlib\nimportlib.import_module(key)",
            "chalicelib/games/keer.py": "import math",
            "chalicelib/games/go/__init__.py": "META = 1\nfrom .board import x",
            "chalicelib/games/go/board.py": "from chalicelib.games import keer\nfrom chalicelib.rules import Chance",
            "chalicelib/adapters/sqlite.py": "import sqlite3\nfrom chalicelib.players.ports import Store",
            "chalicelib/players/ports.py": "import time\nfrom chalicelib.rules import Meta",
            "chalicelib/post/mail.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import jinja2",
            "chalicelib/site/pages.py": "def page():\n    import jinja2",
            "chalicelib/web/errors.py": "from chalicelib.rules.errors import RuleError\nimport chalicelib.bootstrap",
        },
    )
    assert violations(house) == []
