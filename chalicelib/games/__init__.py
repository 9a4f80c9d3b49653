"""The registry: every folder beside this file that has a META is a game, and its key is its name with hyphens.

The rules that a match began with serve it until its end. A game whose legal play has changed keeps the rules of an
older version as a module or folder `v<version>` in its own folder, with a GAME of its own.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.rules import AnyGame, Meta


class UnknownGameError(LookupError):
    """No game has this key."""


class UnknownRulesError(LookupError):
    """The game has no rules of this version, or not any more."""


def _found(name: str) -> ModuleType | None:
    """The module of this name, or None where there is none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def _module(key: str) -> ModuleType:
    name = key.replace("-", "_")
    if not (key and name.isidentifier() and key == name.replace("_", "-")):
        raise UnknownGameError(key)
    module = _found(f"{__name__}.{name}")
    if module is None or not hasattr(module, "META"):
        raise UnknownGameError(key)
    return module


def keys() -> tuple[str, ...]:
    """The keys of all games, in alphabetical order; loads no rules."""
    import pkgutil

    folders = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)
    found = ((name.replace("_", "-"), importlib.import_module(f"{__name__}.{name}")) for name in folders)
    return tuple(key for key, module in found if hasattr(module, "META"))


def meta(key: str) -> Meta:
    """What can be told of a game without loading its rules. Raises UnknownGameError."""
    found: Meta = _module(key).META
    return found


def get(key: str, version: int = 0) -> AnyGame:
    """The game with this key by the rules of a version (0: today's). Raises UnknownGameError, UnknownRulesError."""
    module = _module(key)
    found: ModuleType | None = module
    if version not in (0, module.META.rules_version):
        found = _found(f"{module.__name__}.v{version}")
    if found is None:
        raise UnknownRulesError(f"{key} has no rules of version {version}")
    game: AnyGame = found.GAME
    return game


def versions(key: str) -> tuple[int, ...]:
    """The versions of its rules that a game can be played by, oldest first; loads none. Raises UnknownGameError."""
    import pkgutil

    module = _module(key)
    names = (info.name for info in pkgutil.iter_modules(module.__path__))
    older = {int(name[1:]) for name in names if name[:1] == "v" and name[1:].isdecimal()}
    return tuple(sorted(older | {module.META.rules_version}))


def rules_text(key: str, language: str) -> str:
    """The rules for players in one of LANGUAGES, as Markdown. Raises UnknownGameError."""
    import importlib.resources

    folder = importlib.resources.files(_module(key))
    return folder.joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
