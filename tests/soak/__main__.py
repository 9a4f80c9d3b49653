"""`python -m tests.soak [--scale F] [--only WORD] [--game KEY]`: run the long runs, say what was found; 1 if broken."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator

from chalicelib import games
from tests.soak.found import Scale, soaks


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def told(name: str, lines: Iterator[str]) -> bool:
    """Whether a run came to its end; prints what it found."""
    began = time.monotonic()
    try:
        for line in lines:
            say(f"{name}: {line}")
    except AssertionError:
        say(f"{name}: BROKEN\n{traceback.format_exc()}")
        return False
    say(f"{name}: done in {time.monotonic() - began:.0f} s")
    return True


def main(arguments: list[str]) -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="part of the full sizes, such as 0.1")
    parser.add_argument("--only", default="", help="only runs with this in their name")
    parser.add_argument("--game", default="", choices=games.keys(), help="only this game, in runs that go over games")
    asked = parser.parse_args(arguments)
    runs = [(name, soak) for name, soak in soaks() if asked.only in name]
    broken = [name for name, soak in runs if not told(name, soak(Scale(asked.scale, asked.game)))]
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
