"""The reasons that a game of the family gives an error with, read from its source."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import chalicelib.games.keer_family as family
from chalicelib.rules import typed

_ERROR = re.compile(r"""(?:Illegal|Malformed|NothingTo|NotTo|MatchOver)\w*Error\(.*?, "(\w+)"\)""", re.DOTALL)


def _folder(package: ModuleType) -> Path:
    return Path(str(package.__file__)).parent


def reasons(package: ModuleType) -> set[str]:
    """Every reason in the modules of a game's package that refuse, and in those of its family and of all games."""
    paths = [_folder(package) / f"{name}.py" for name in ("refusals", "notation", "game")]
    paths += [_folder(family) / f"{name}.py" for name in ("refusals", "turns", "typed")]
    paths.append(Path(typed.__file__))
    found = _ERROR.findall("".join(path.read_text(encoding="utf-8") for path in paths))
    return {*found, "ambiguous"}
