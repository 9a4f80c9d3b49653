"""Records the playthroughs anew, always with the same dice: `python -m tests.playthroughs.record [game [ending]]`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from chalicelib.games import keys
from tests.playthroughs.ending import Ending, recorded
from tests.playthroughs.playthrough import path_of, written


class OtherEndingError(RuntimeError):
    """The match of a script does not end in the way the script is there for."""


def endings(game: str) -> tuple[Ending, ...]:
    """The ways for a game to end, from the module beside this one that has its name."""
    module = importlib.import_module(f"tests.playthroughs.{game.replace('-', '_')}")
    found: tuple[Ending, ...] = module.ENDINGS
    return found


def record(game: str, ending: Ending) -> str:
    """Play an ending's match and write its file; the path. Raises OtherEndingError."""
    table, file = recorded(game, ending)
    if not ending.holds(table):
        raise OtherEndingError(f"{game}: {ending.name}")
    path = path_of(game, ending.name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(file), encoding="utf-8")
    return str(path)


def main(arguments: Sequence[str]) -> None:
    """Record what was asked for; everything when nothing was."""
    for game in arguments[:1] or keys():
        for ending in endings(game):
            if ending.name in (arguments[1:] or (ending.name,)):
                sys.stdout.write(f"{record(game, ending)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
