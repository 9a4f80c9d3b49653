"""Whether the items of a match have what such items can have: values of the right kind, and nothing beside them.

Programs read much that nobody can have written: a status that there is not, a kind of seat that nobody has. Whatever
stands there, it is named before anything is worked out from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from chalicelib.matches import repository
from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Head, Orders, Roster
from chalicelib.matches.origin import ORIGIN, origin_key
from chalicelib.matches.standing import ORDERS
from chalicelib.matches.talk import MESSAGE, Message, message_key
from chalicelib.players.ports import Item
from infra.admin.flaws import Sheet, equal, failed


def check(sheet: Sheet) -> None:
    """Hold every item against what its kind can be. Raises FlawError."""
    for field, shape, value in _values(sheet):
        _check_shape(field, shape, value)
    for item in sheet.items.values():
        _check_columns(sheet.match.id, item)
    seats = [orders.seat for orders in sheet.match.head.orders]
    if not set(seats) <= set(range(len(sheet.match.roster.seats))):
        raise failed(None, "A#orders", "there is no such seat", seats)


def _values(sheet: Sheet) -> Iterator[tuple[str, type[Any], Any]]:
    """What is looked at, with what each field of it is told by."""
    yield "", Roster, sheet.match.roster
    yield "", Head, replace(sheet.match.head, state=None, orders=())
    for row in sheet.rows:
        yield f"{repository.log_key(sheet.match.id, row.n, row.seat).sort}.", LogRow, row
    for sort, row in sheet.beside:
        yield f"{sort}.", LogRow, row
    for message in sheet.talk:
        yield f"{message_key(sheet.match.id, message.number).sort}.", Message, message
    for orders in sheet.match.head.orders:
        yield f"A#orders.{orders.seat}.", Orders, orders


_SHAPES: dict[type[Any], TypeAdapter[Any]] = {
    each: TypeAdapter(each) for each in (Roster, Head, LogRow, Message, Orders)
}


def _check_shape(field: str, shape: type[Any], value: Any) -> None:
    try:
        _SHAPES[shape].validate_json(json.dumps(asdict(value)), strict=True)
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        raise failed(None, f"{field}{where}", "nothing of the kind can stand there") from error


def _check_columns(match_id: str, item: Item) -> None:
    """What is stored beside the body: what it is, whether it vanishes by itself, and where an index has it."""
    kind, sort = _kind(match_id, item), item.key.sort
    if kind is None:
        return
    equal(None, f"{sort}.kind", "something else stands there", item.kind, kind)
    equal(None, f"{sort}.expires", "it vanishes, and is to stay", item.expires, 0)
    if kind != repository.HEAD.kind:
        equal(None, f"{sort}.list", "the lobby has no such thing", item.list, None)
    if kind not in (repository.HEAD.kind, repository.LOG.kind):
        equal(None, f"{sort}.work", "nothing is to be done about it", item.work, None)


def _kind(match_id: str, item: Item) -> str | None:
    """What has to stand under a key; None for what may go or was never part of the match."""
    if item.key.sort.startswith(("L#", "N#")):
        return repository.LOG.kind
    if item.key.sort.startswith("T#"):
        return MESSAGE.kind
    lasting = {
        repository.head_key(match_id): repository.HEAD.kind,
        repository.roster_key(match_id): repository.ROSTER.kind,
        repository.orders_key(match_id): ORDERS.kind,
        origin_key(match_id): ORIGIN.kind,
    }
    return lasting.get(item.key)
