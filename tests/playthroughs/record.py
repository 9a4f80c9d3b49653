"""Records the playthroughs anew, always with the same dice: `python -m tests.playthroughs.record [game [ending]]`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress

from chalicelib.games import keys
from tests.playthroughs.ending import Ending, recorded
from tests.playthroughs.playthrough import path_of, written


class OtherEndingError(RuntimeError):
    """The match of a script does not end in the way the script is there for."""


class MissingScriptsError(AssertionError):
    """A game has no module with its ways to end; the message says what to write."""


def endings(game: str) -> tuple[Ending, ...]:
    """The ways for a game to end, from the module beside this one that has its name. Raises MissingScriptsError."""
    name = f"tests.playthroughs.{game.replace('-', '_')}"
    try:
        found: tuple[Ending, ...] = importlib.import_module(name).ENDINGS
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
    else:
        return found
    raise MissingScriptsError(
        f"{game} has no {name.replace('.', '/')}.py yet: write one with `ENDINGS`, a tuple with an Ending for every "
        f"way to end, and record them with `python -m tests.playthroughs.record {game}`."
    )


def set_up(game: str) -> dict[str, str]:
    """The terminations that a game's scripts leave to a test, by name, with the test that plays them."""
    module = importlib.import_module(f"tests.playthroughs.{game.replace('-', '_')}")
    return dict(getattr(module, "SET_UP", {}))


def scripted(games: Sequence[str]) -> tuple[str, ...]:
    """Those of these games that have scripts."""
    found = []
    for game in games:
        with suppress(MissingScriptsError):
            endings(game)
            found.append(game)
    return tuple(found)


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
