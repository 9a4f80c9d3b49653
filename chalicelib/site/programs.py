"""The programs that people may run: those that check dice, and those of the two pages that have one."""

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
    "welcome.js": "text/javascript; charset=utf-8",
}
_RUN, _FETCH = "script-src 'self'; ", "connect-src 'self'; "
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


def let_run(page: Response, *, fetch: bool = False) -> Response:
    """The page, which may run our own programs beyond what others may; with `fetch` these may ask for pages of ours."""
    policy = str(page.headers["Content-Security-Policy"])
    more = f"{_RUN}{_FETCH if fetch else ''}style-src"
    page.headers["Content-Security-Policy"] = policy.replace("style-src", more, 1)
    return page
