"""Which kinds of items there are, and how new the format is that this release reads of each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType

from chalicelib import matches, players, post, web
from chalicelib.players.stored import Stored
from infra.admin.errors import AdminError

_PACKAGES = (players, matches, post, web)


def formats() -> dict[str, int]:
    """The newest format of every kind of item, from wherever a module of the service says so."""
    return {stored.kind: stored.format for module in _modules() for stored in _of(module)}


def check(known: Mapping[str, int], kind: str, number: int) -> None:
    """Raises AdminError for an item that this release cannot read."""
    newest = known.get(kind, 0)
    if not 1 <= number <= newest:
        what = f"format {number} of the kind {kind!r}" if newest else f"the kind {kind!r}"
        raise AdminError(f"There are items of {what} in it, which this release does not know: take a later one.")


def _modules() -> Iterator[ModuleType]:
    for package in _PACKAGES:
        for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(info.name)


def _of(module: ModuleType) -> Iterator[Stored]:
    for value in vars(module).values():
        if isinstance(value, Stored):
            yield value
        elif isinstance(value, Mapping):
            yield from (each for each in value.values() if isinstance(each, Stored))
