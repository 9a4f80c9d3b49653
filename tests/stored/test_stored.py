"""Every format of every kind of item is read to this day, none changes unseen, and a newer one is left alone."""

from __future__ import annotations

import ast
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import chalicelib
from chalicelib.adapters import layout
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import lists
from chalicelib.players.ports import ConditionFailedError, FixedClock, Item, Key, NewerFormatError, Put
from chalicelib.players.stored import Stored
from tests.matches.desk import Desk
from tests.stored.fixtures import FOLDER, OtherValueError, by_layout, env_of, grown, jsonable, told
from tests.stored.readers import READERS
from tests.stored.world import GAME, kinds, stored

KINDS = kinds()
FILES = sorted(FOLDER.glob("*.json"))
ENTRIES = [
    pytest.param(entry, id=f"{path.stem}-{number}")
    for path in FILES
    for number, entry in enumerate(json.loads(path.read_text(encoding="utf-8")), 1)
]
over_entries = pytest.mark.parametrize("entry", ENTRIES)
UNREAD = ("bringer",)
"""Kinds that only have to be there: nothing of theirs is read."""


@pytest.fixture(scope="module")
def today() -> dict[str, dict[str, Item]]:
    """What is stored today: an item of every layout, by kind."""
    return by_layout(stored())


def _rows(path: Path, *images: layout.Image) -> None:
    """Put items into a file as SQLite has them, past everything that writes there now."""
    SqliteStore(path, FixedClock()).close()
    with sqlite3.connect(path) as connection:
        for image in images:
            places = [image[name]["S"].encode() if name in image else None for name in _PLACES]
            keys = [image[name]["S"].encode() for name in ("pk", "sk")]
            numbers = [int(image[name]["N"]) for name in ("version", "format")]
            expires = int(image.get("expires", {"N": "0"})["N"])
            row = [*keys, image["kind"]["S"], *numbers, *places, expires, image["body"]["S"]]
            connection.execute(f"INSERT INTO items VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
    connection.close()


_PLACES = ("work_pk", "work_sk", "list_pk", "list_sk")


def test_every_format_of_every_kind_is_frozen() -> None:
    wanted = {f"{kind}-{number}" for kind, about in KINDS.items() for number in range(1, about.format + 1)}
    assert {path.stem for path in FILES} == wanted, "freeze it: python -m tests.stored.fixtures"
    assert READERS.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_stored_today_has_a_layout_of_todays_format(kind: str, today: dict[str, dict[str, Item]]) -> None:
    path = FOLDER / f"{kind}-{KINDS[kind].format}.json"
    known = {told(layout.item(entry["image"])) for entry in json.loads(path.read_text(encoding="utf-8"))}
    assert today[kind]
    for name, item in today[kind].items():
        assert item.format == KINDS[kind].format
        assert name in known, f"{kind} has another layout now: give it a new format and an upgrade of the old one"


@over_entries
def test_it_is_read_on_both_engines(entry: dict[str, Any], tmp_path: Path) -> None:
    images = (entry["image"], *entry["beside"])
    _rows(tmp_path / "file", *images)
    store = SqliteStore(tmp_path / "file", FixedClock())
    for image in images:
        item = layout.item(image)
        assert layout.image(item) == image
        assert store.get(item.key) == item
    item = layout.item(entry["image"])
    assert json.loads(json.dumps(jsonable(READERS[item.kind](env_of(store), item)))) == entry["value"]
    store.close()


@pytest.mark.parametrize("now", [{"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": None}])
def test_what_is_read_of_a_frozen_item_may_grow(now: dict[str, Any]) -> None:
    assert grown({"a": [1, {"b": 2}]}, now) == now


@pytest.mark.parametrize("now", [{"a": [1, {"b": 3}]}, {"a": [1, {}]}, {"a": [1]}, {"d": None}, None])
def test_but_says_for_good_what_it_said(now: Any) -> None:
    with pytest.raises(OtherValueError):
        grown({"a": [1, {"b": 2}]}, now)


@over_entries
def test_one_of_a_newer_format_is_refused_and_never_overwritten(entry: dict[str, Any]) -> None:
    item = layout.item(entry["image"])
    newer = replace(item, format=KINDS[item.kind].format + 1)
    store = SqliteStore(":memory:", FixedClock())
    store.commit([Put(each) for each in (newer, *map(layout.item, entry["beside"]))])
    if item.kind not in UNREAD:
        with pytest.raises(NewerFormatError, match="the newest known here"):
            READERS[item.kind](env_of(store), newer)
    with pytest.raises(ConditionFailedError):
        store.commit([Put(replace(item, format=KINDS[item.kind].format))])
    assert store.get(item.key) == newer


@pytest.mark.parametrize(
    ("format_", "body", "found"),
    [
        (1, {"a": 1}, {"b": 1, "c": "x"}),
        (2, {"b": 1}, {"b": 1, "c": "x"}),
        (3, {"b": 1, "c": "y"}, {"b": 1, "c": "y"}),
    ],
)
def test_an_older_layout_is_brought_up_to_todays(format_: int, body: dict[str, Any], found: dict[str, Any]) -> None:
    thing = Stored("thing", {1: lambda old: {"b": old["a"]}, 2: lambda old: {**old, "c": "x"}})
    item = Item(Key("p", "s"), "thing", body, format=format_)
    assert thing.body(item) == found
    assert item.body == body
    assert thing.item(item.key, found).format == 3


def test_items_are_made_where_their_layout_is_known_and_nowhere_else() -> None:
    root = Path(chalicelib.__file__).parent.parent
    makers = {
        path.relative_to(root).as_posix()
        for path in (*root.glob("chalicelib/**/*.py"), *root.glob("infra/**/*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Item"
    }
    copying = {f"chalicelib/adapters/{name}.py" for name in ("layout", "sqlite")} | {"infra/admin/export_file.py"}
    assert makers == {"chalicelib/players/stored.py", *copying}


def test_a_match_that_a_newer_service_stored_keeps_no_other_off_a_list() -> None:
    desk = Desk()
    one, other = (desk.table("anna", "bram", game=GAME) for _ in range(2))
    for item in desk.store.query(f"M#{one.id}", prefix="A#").items:
        desk.store.commit([Put(replace(item, format=9))])
    assert [match.id for match in lists.mine(desk.env, "anna")] == [other.id]
    with pytest.raises(NewerFormatError):
        desk.play(one, 0)
