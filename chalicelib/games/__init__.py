"""The registry: every folder beside this file that has a META is a game, and its key is its name with hyphens.

The rules that a match began with serve it until its end. A game whose legal play has changed keeps the rules of an
older version as a module or folder `v<version>` in its own folder, with a META and a GAME of its own.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chalicelib.rules import AnyGame, Meta, Migration


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


def _version(key: str, version: int) -> ModuleType:
    """The module with the META and GAME of a version. Raises UnknownGameError, UnknownRulesError."""
    module = _module(key)
    found: ModuleType | None = module
    if version not in (0, module.META.rules_version):
        found = _found(f"{module.__name__}.v{version}")
    if found is None:
        raise UnknownRulesError(f"{key} has no rules of version {version}")
    return found


def meta(key: str, version: int = 0) -> Meta:
    """What can be told of a game in a version (0: today's) without loading its rules.

    Raises UnknownGameError, UnknownRulesError.
    """
    found: Meta = _version(key, version).META
    return found


def get(key: str, version: int = 0) -> AnyGame:
    """The game with this key by the rules of a version (0: today's). Raises UnknownGameError, UnknownRulesError."""
    game: AnyGame = _version(key, version).GAME
    return game


def versions(key: str) -> tuple[int, ...]:
    """The versions of its rules that a game can be played by, oldest first; loads none. Raises UnknownGameError."""
    import pkgutil

    module = _module(key)
    names = (info.name for info in pkgutil.iter_modules(module.__path__))
    older = {int(name[1:]) for name in names if name[:1] == "v" and name[1:].isdecimal()}
    return tuple(sorted(older | {module.META.rules_version}))


def migration(key: str, before: int, after: int) -> Migration | None:
    """What carries a position without sealed choices from one version of the rules over to another, or None.

    It raises NotCarriedOverError where a position has no counterpart. Raises UnknownGameError, UnknownRulesError.
    """
    offered: Mapping[int, Migration] = getattr(_version(key, after), "MIGRATIONS", {})
    return offered.get(before)


def rules_text(key: str, language: str, version: int = 0) -> str:
    """The rules for players in one of LANGUAGES, as Markdown; an older version may have a text of its own.

    Raises UnknownGameError, UnknownRulesError.
    """
    import importlib.resources

    name = f"rules.{language}.md"
    places = [importlib.resources.files(module) for module in (_version(key, version), _module(key))]
    texts = (place.joinpath(name) for place in places)
    return next(text for text in texts if text.is_file()).read_text(encoding="utf-8")
