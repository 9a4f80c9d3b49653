"""The programs that people may run: those that check dice, and the one that lets a page do so."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from chalice.app import Response

_FOLDER = Path(__file__).parent
_KINDS = {
    "verify_dice.py": "text/plain; charset=utf-8",
    "verify_dice.js": "text/javascript; charset=utf-8",
    "fairness.js": "text/javascript; charset=utf-8",
}
_YEAR = 365 * 86_400


@functools.cache
def source(name: str) -> str:
    """The text of a program."""
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


@functools.cache
def versions() -> dict[str, str]:
    """Every program by its name, with a name for this state of it, so that browsers may keep it."""
    return {name: hashlib.sha256(source(name).encode()).hexdigest()[:12] for name in _KINDS}


def answer(name: str, version: str) -> Response:
    """A program to run or to read; one that is asked for in this state of it may be kept."""
    kept = f"public, max-age={_YEAR}, immutable" if version == versions()[name] else "public, no-cache"
    headers: dict[str, str | list[str]] = {
        "Content-Type": _KINDS[name],
        "Cache-Control": kept,
        "X-Content-Type-Options": "nosniff",
    }
    return Response(source(name), headers)
