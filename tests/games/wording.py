"""What a game's words have to be in every language: the same ones, with the same places for what is filled in."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Mapping
from typing import Any


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in nested data, and where it stands."""
    if isinstance(value, str):
        yield path, value
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield from leaves(inner, f"{path}/{key}")


def placeholders(text: str) -> list[str]:
    """What is filled into a text, by name."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def check_same_words(words: Mapping[str, Any], english: Mapping[str, Any], free: Collection[str] = ()) -> None:
    """Raise AssertionError where words or their places differ from English; `free` places may lack or recur."""

    def places(text: str) -> list[str]:
        found = placeholders(text)
        return sorted(set(found).difference(free)) if free else found

    assert {path: places(text) for path, text in leaves(words)} == {
        path: places(text) for path, text in leaves(english)
    }
    assert all(text.strip() for _, text in leaves(words))
