"""The registry: every folder beside this file that has a META is a game, and its key is its name with hyphens."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.rules import AnyGame, Meta


class UnknownGameError(LookupError):
    """No game has this key."""


def _module(key: str) -> ModuleType:
    name = key.replace("-", "_")
    if not (key and name.isidentifier() and key == name.replace("_", "-")):
        raise UnknownGameError(key)
    try:
        module = importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise UnknownGameError(key) from None
    if not hasattr(module, "META"):
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


def get(key: str) -> AnyGame:
    """The game with this key. Raises UnknownGameError."""
    game: AnyGame = _module(key).GAME
    return game


def rules_text(key: str, language: str) -> str:
    """The rules for players in one of LANGUAGES, as Markdown. Raises UnknownGameError."""
    import importlib.resources

    folder = importlib.resources.files(_module(key))
    return folder.joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
