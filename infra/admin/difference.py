"""Where two values of JSON first differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """The path of what differs, such as `state.hands.1`, and what stands there on either side (None: nothing)."""

    path: str
    stored: Any
    expected: Any


def first_difference(path: str, stored: Any, expected: Any) -> Difference | None:
    """The first difference of two values of JSON, or None if they are equal; `path` is where they stand."""
    if isinstance(stored, Mapping) and isinstance(expected, Mapping):
        return _of_parts(path, stored, expected, [*expected, *(name for name in stored if name not in expected)])
    if _is_list(stored) and _is_list(expected):
        places = range(max(len(stored), len(expected)))
        return _of_parts(path, dict(enumerate(stored)), dict(enumerate(expected)), places)
    if type(stored) is type(expected) and stored == expected:
        return None
    return Difference(path, stored, expected)


def _of_parts(
    path: str, stored: Mapping[Any, Any], expected: Mapping[Any, Any], names: Sequence[Any]
) -> Difference | None:
    for name in names:
        if name not in stored or name not in expected:
            return Difference(f"{path}.{name}", stored.get(name), expected.get(name))
        if found := first_difference(f"{path}.{name}", stored[name], expected[name]):
            return found
    return None


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)
