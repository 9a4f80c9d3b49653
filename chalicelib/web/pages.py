"""Pages of lists that are at hand whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from chalicelib.web import cursor, shapes

if TYPE_CHECKING:
    from chalicelib.players.ports import Env

T = TypeVar("T")


def page(env: Env, about: str, items: Sequence[T], asked: shapes.Paged) -> tuple[Sequence[T], str]:
    """The items of the page that is asked for, and the cursor of the next. Raises MalformedRequestError."""
    start = int(cursor.take(env, about, asked.cursor) or "0")
    end = start + asked.limit
    return items[start:end], cursor.give(env, about, str(end)) if end < len(items) else ""
