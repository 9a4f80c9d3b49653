"""Finds a Chromium for the tests, and fetches one where there is none: `python -m infra.browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What lets it run as root, in a container, without asking anything of the network."""


class NoBrowserError(Exception):
    """No Chromium on this machine, and none could be fetched."""


def find() -> str | None:
    """The path of a Chromium: $CHROMIUM, else one on the PATH, else Playwright's own download."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    on_path = next((path for path in map(shutil.which, NAMES) if path), None)
    return on_path or _downloaded()


def _downloaded() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _fetch() -> None:
    """Try Playwright's download, with its libraries where we may install them, and then the system's package."""
    is_root = os.geteuid() == 0
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    if _succeeds([*playwright, "--no-shell"]) and (
        not is_root or _succeeds([*playwright[:3], "install-deps", "chromium"])
    ):
        return
    if is_root and shutil.which("apt-get"):
        _succeeds(["apt-get", "update", "-qq"])
        _succeeds(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])


def _succeeds(command: list[str]) -> bool:
    print("+", " ".join(command), flush=True)
    return subprocess.run(command, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}).returncode == 0


def provide() -> str:
    """The path of a Chromium, fetched if need be. Raises NoBrowserError."""
    found = find()
    if found is None and "CHROMIUM" not in os.environ:
        _fetch()
        found = find()
    if found is None:
        raise NoBrowserError("no Chromium found; install one, or name it: CHROMIUM=/path/to/chrome make test")
    return found


if __name__ == "__main__":
    try:
        provide()
    except NoBrowserError as error:
        sys.exit(str(error))
