"""Changes that nobody in the service would make, to what is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from chalicelib.matches import packing, repository
from chalicelib.matches.match import Match
from chalicelib.players.ports import Item, Key, Put
from tests.matches.desk import Desk

Body = dict[str, Any]


def item_at(desk: Desk, match: Match, sort: str) -> Item:
    """The only item of a match whose sort key begins so."""
    (found,) = desk.store.query(repository.partition(match.id), prefix=sort).items
    return found


def edited(desk: Desk, match: Match, sort: str, edit: Callable[[Body], object], **fields: Any) -> None:
    """Change the body of the only item whose sort key begins so, and other `fields` of it."""
    copied(desk, match, sort, item_at(desk, match, sort).key.sort, edit, **fields)


def put_at(path: tuple[Any, ...], value: Any) -> Callable[[Body], None]:
    """Put a value at a path of a body; a function makes it of what is there."""

    def edit(body: Any) -> None:
        *way, last = path
        for step in way:
            body = body[step]
        body[last] = value(body[last]) if callable(value) else value

    return edit


def copied(
    desk: Desk, match: Match, sort: str, to: str, edit: Callable[[Body], object] = lambda _: None, **fields: Any
) -> None:
    """Have the only item whose sort key begins so stand at another one as well, changed or as it is."""
    item = item_at(desk, match, sort)
    body: Body = json.loads(json.dumps(packing.unpack(item.body)))
    edit(body)
    desk.store.commit([Put(replace(item, key=Key(item.key.partition, to), body=body, **fields))])
