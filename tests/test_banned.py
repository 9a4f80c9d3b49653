"""What lint forbids, it finds: an import of `random` anywhere in the tree ends the check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def _found(path: str, text: str) -> list[str]:
    """The rules that a file of this text would break at this place."""
    asked = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--output-format=concise",
        "--stdin-filename",
        path,
        "-",
    ]
    done = subprocess.run(asked, input=text, capture_output=True, text=True, cwd=ROOT, check=False)
    return [line.split(" ")[1] for line in done.stdout.splitlines() if line.startswith(path)]


@pytest.mark.parametrize(
    "path", ["chalicelib/rules/x.py", "chalicelib/site/x.py", "infra/x.py", "tests/x.py", "app.py"]
)
@pytest.mark.parametrize("line", ["import random", "from random import choice", "import random as dice"])
def test_random_is_banned_everywhere(path: str, line: str) -> None:
    assert "TID251" in _found(path, f'"""Rolls."""\n\n{line}\n')


def test_what_is_not_banned_is_let_pass() -> None:
    assert _found("chalicelib/rules/x.py", '"""Rolls."""\n\nimport math\n\nROLL = math.pi\n') == []


def test_nobody_has_an_ignore_for_it() -> None:
    text = ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8")
    assert '"random".msg' in text
    assert text.count("TID") == 1
    shipped = [ROOT / "app.py", *ROOT.joinpath("chalicelib").rglob("*.py"), *ROOT.joinpath("infra").rglob("*.py")]
    assert [path.name for path in shipped if "noqa: TID251" in path.read_text(encoding="utf-8")] == []
