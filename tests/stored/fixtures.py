"""The frozen items: a file for every kind and format, never changed again. `python -m tests.stored.fixtures` adds some.

Only a format of which there is no file yet gets one, so a layout that changes needs a new number. A file has an item of
every layout that the format comes in (fields that are not always there), as DynamoDB and SQLite keep it, those that
have to stand beside it, and the value that our own functions read from it. That value grows where our values get a
field that the item says nothing of; what it said before it says for good.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from chalicelib import games
from chalicelib.adapters import layout
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.matches import packing
from chalicelib.matches.repository import plain
from chalicelib.players.ports import Env, FixedClock, Item, Put, SequenceIds, Store
from tests.matches.desk import SECRET
from tests.stored.readers import READERS
from tests.stored.world import kinds, stored

FOLDER = Path(__file__).parent
_OPEN = ("state", "options")
"""What a game fills: its states are kept by the playthroughs."""
_LOOSE = ("facts", "own")
"""What holds what games tell."""


def shape(value: Any, name: str = "") -> Any:
    """The layout of a JSON value: its names and types, not what it says."""
    if name in _OPEN:
        return "the game's"
    if isinstance(value, Mapping):
        if name in _LOOSE:
            return ["by seat", *_each(value.values(), "facts")]
        return {key: shape(item, key) for key, item in sorted(value.items())}
    if isinstance(value, list | tuple):
        return ["list", *_each([each[0] for each in value], "")] if name in _LOOSE else ["list", *_each(value, "")]
    return type(value).__name__


def _each(values: Iterable[Any], name: str) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if (layout := shape(value, name)) not in found:
            found.append(layout)
    return sorted(found, key=json.dumps)


def unpacked(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body whose long parts are not squeezed: how they are is zlib's business."""
    if "packed" not in body:
        return dict(body)
    if "kind" in body:
        return {**packing.unpack(body), "packed": "in base 85"}
    return {**body, "packed": shape(json.loads(packing.unsqueezed(body["packed"])))}


def told(item: Item) -> str:
    """The layout of an item, as text."""
    places = {"work": bool(item.work), "list": bool(item.list), "expires": bool(item.expires)}
    return json.dumps([shape(unpacked(item.body)), item.key.partition[:2], places], sort_keys=True)


def env_of(store: Store) -> Env:
    """What the service's functions read a store with, at a moment at which nothing has expired."""
    return Env(store, FixedClock(), SequenceIds(), games, SECRET)


def value_of(item: Item, beside: Iterable[Item]) -> Any:
    """What our own functions read, as JSON data."""
    env = env_of(SqliteStore(":memory:", FixedClock()))
    env.store.commit([Put(each) for each in (item, *beside)])
    return jsonable(READERS[item.kind](env, item))


def jsonable(value: Any) -> Any:
    """A value of ours as JSON data."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value if isinstance(value, dict) else plain(value)


def by_layout(items: Iterable[Item]) -> dict[str, dict[str, Item]]:
    """One item of every layout, by kind."""
    found: dict[str, dict[str, Item]] = {}
    for item in items:
        found.setdefault(item.kind, {}).setdefault(told(item), item)
    return found


def path_of(kind: str, format_: int) -> Path:
    """Where the items of a format are kept."""
    return FOLDER / f"{kind}-{format_}.json"


def frozen(items: list[Item], chosen: Iterable[Item]) -> list[dict[str, Any]]:
    """The items as a file has them, with the other half of a match where one is needed."""
    last = {item.key: item for item in items}
    made = []
    for item in chosen:
        others = [each for key, each in last.items() if key.sort.startswith("A#") and key != item.key]
        beside = [each for each in others if item.kind in ("head", "roster") and each.key[0] == item.key[0]]
        images = [layout.image(each) for each in beside]
        made.append({"image": layout.image(item), "beside": images, "value": value_of(item, beside)})
    return made


def written(entries: list[dict[str, Any]]) -> str:
    """The text of a file."""
    return json.dumps(entries, ensure_ascii=False, indent=1) + "\n"


class OtherValueError(AssertionError):
    """What is frozen reads otherwise than it did."""


def grown(before: Any, now: Any, place: str = "") -> Any:
    """A value that says all it did before, and more where our values have got more to say.

    Raises OtherValueError with the place of what it says otherwise.
    """
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() <= now.keys():
        kept = {name: grown(value, now[name], f"{place}.{name}") for name, value in before.items()}
        return {name: kept.get(name, value) for name, value in now.items()}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [grown(*each, f"{place}.{number}") for number, each in enumerate(zip(before, now, strict=True))]
    if before != now:
        raise OtherValueError(f"{place[1:]}: {before!r} is read as {now!r} now")
    return now


def _let_grow(path: Path) -> None:
    """Put what our functions have got to say of frozen items beside what they said. Raises OtherValueError."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    for entry in entries:
        item, *beside = map(layout.item, (entry["image"], *entry["beside"]))
        now = json.loads(json.dumps(value_of(item, beside)))
        entry["value"] = grown(entry["value"], now, f".{path.stem}")
    path.write_text(written(entries), encoding="utf-8")


def main() -> None:
    """Freeze what is not frozen yet, and let the values of the others grow."""
    for path in sorted(FOLDER.glob("*.json")):
        _let_grow(path)
    items = stored()
    for kind, layouts in by_layout(items).items():
        path = path_of(kind, kinds()[kind].format)
        if not path.exists():
            path.write_text(written(frozen(items, layouts.values())), encoding="utf-8")
            sys.stdout.write(f"{path.name}: {len(layouts)}\n")


if __name__ == "__main__":
    main()
