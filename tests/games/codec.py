"""Values of a game to JSON and back by their type hints alone, so that the laws need nothing installed."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from enum import Enum
from functools import cache
from typing import Any


def dump(value: Any) -> str:
    """The value as JSON text; equal values give equal text."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def load(kind: Any, text: str) -> Any:
    """The value of this type that the JSON text stands for. Raises TypeError where it stands for none."""
    return _typed(kind, json.loads(text))


_AS_THEY_ARE = frozenset((int, str, bool, type(None)))


def plain(value: Any) -> Any:
    """The value as what JSON is read to. Raises TypeError where it is no value of a game."""
    kind: Any = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is tuple:
        return [item if type(item) in _AS_THEY_ARE else plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in _names(kind)}
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"no value of a game: {value!r}")


def stored(value: Any) -> Any:
    """The value as a store keeps it: as `plain`, but what has its default left out."""
    kind: Any = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is tuple:
        return [stored(item) for item in value]
    if dataclasses.is_dataclass(value):
        told = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {field.name: stored(found) for field, found in told if found != field.default}
    return plain(value)


def kept(kind: Any, data: Any) -> Any:
    """The value of this type that stored data stands for. Raises TypeError where it stands for none."""
    return _typed(kind, data)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _typed(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin is typing.Literal:
        return _checked(data, data in typing.get_args(kind), kind)
    if origin in (typing.Union, types.UnionType):
        return _one_of(typing.get_args(kind), data)
    if origin is tuple:
        return _tuple(typing.get_args(kind), data)
    if dataclasses.is_dataclass(kind):
        hints = _hints(typing.cast(Any, kind))
        return typing.cast(Any, kind)(**{name: _typed(hints[name], item) for name, item in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    return _checked(data, type(data) is (type(None) if kind is None else kind), kind)


def _checked(data: Any, holds: bool, kind: Any) -> Any:
    if not holds:
        raise TypeError(f"{data!r} is no {kind}")
    return data


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    for kind in kinds:
        try:
            return _typed(kind, data)
        except (TypeError, ValueError, AttributeError):
            continue
    raise TypeError(f"{data!r} is none of {kinds}")


def _tuple(kinds: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    _checked(data, isinstance(data, list), kinds)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_typed(kinds[0], item) for item in data)
    _checked(data, len(data) == len(kinds), kinds)
    return tuple(_typed(kind, item) for kind, item in zip(kinds, data, strict=True))
