"""The file that everything is exported to: a line of JSON that says what it is, one an item, and one that sums up.

The items stand in the order of their keys, so the same items make the same lines, whatever engine they come from.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from chalicelib.adapters.limits import checked
from chalicelib.matches import pace
from chalicelib.players.ports import IndexKey, InvalidWriteError, Item, Key, Put
from infra.admin.errors import AdminError

FORMAT = 1
"""Of the lines; what the items hold has formats of its own."""
_WHAT = "turnpost-export"
_FIELDS = ("pk", "sk", "kind", "version", "format", "work", "list", "expires", "body")


class ExportFileError(AdminError):
    """The file is none of ours, not whole, or of a later release; the sentence says which."""


@dataclass(slots=True)
class Sum:
    """What the last line says of those between: how many items of each kind, and the SHA-256 of their lines."""

    kinds: Counter[str] = field(default_factory=Counter)
    digest: Any = field(default_factory=hashlib.sha256)

    def add(self, kind: str, line: str) -> None:
        """Take a line into account, its end included."""
        self.kinds[kind] += 1
        self.digest.update(line.encode())

    @property
    def items(self) -> int:
        """How many items there are."""
        return self.kinds.total()

    def told(self) -> dict[str, Any]:
        """As the last line has it."""
        kinds = dict(sorted(self.kinds.items()))
        return {"end": True, "items": self.items, "kinds": kinds, "sha256": self.digest.hexdigest()}


def write(file: IO[str], items: Iterable[Item], now: int) -> Sum:
    """Write all of it. `items` come in the order of their keys, `now` is the time that the first line tells."""
    found = Sum()
    file.write(_text({"what": _WHAT, "format": FORMAT, "at": pace.stamp(now)}))
    for item in items:
        line = _text(_told(item))
        file.write(line)
        found.add(item.kind, line)
    file.write(_text(found.told()))
    return found


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _told(item: Item) -> dict[str, Any]:
    told: dict[str, Any] = {"pk": item.key.partition, "sk": item.key.sort, "kind": item.kind}
    told |= {"version": item.version, "format": item.format}
    told |= {name: list(place) for name in ("work", "list") if (place := getattr(item, name)) is not None}
    if item.expires:
        told["expires"] = item.expires
    return {**told, "body": item.body}


def check(path: Path) -> Sum:
    """Read the whole file and hold its lines against its last one. Raises ExportFileError, OSError."""
    found, before = Sum(), (b"", b"")
    for number, line, told in _lines(path):
        item = _item(path, number, told)
        key = (item.key.partition.encode(), item.key.sort.encode())
        if key <= before:
            raise ExportFileError(f"{path}, line {number}: the items are not in the order of their keys.")
        before = key
        found.add(item.kind, line)
    last = _last(path)
    if last != found.told():
        raise ExportFileError(f"{path} is not as it was written: its last line does not go with those before it.")
    return found


def items(path: Path) -> Iterator[Item]:
    """The items of a file that was checked. Raises ExportFileError, OSError."""
    for number, _, told in _lines(path):
        yield _item(path, number, told)


def _lines(path: Path) -> Iterator[tuple[int, str, Any]]:
    """The lines with items, by number, as text and as value. Raises ExportFileError."""
    with path.open(encoding="utf-8", newline="\n") as file:
        try:
            _check_first(path, _value(path, 1, file.readline()))
            for number, line in enumerate(file, 2):
                told = _value(path, number, line)
                if isinstance(told, dict) and "end" in told:
                    if file.readline():
                        raise ExportFileError(f"{path} goes on after its last line, number {number}.")
                    return
                yield number, line, told
        except UnicodeDecodeError:
            raise ExportFileError(f"{path} is no text in UTF-8.") from None
    raise ExportFileError(f"{path} is not whole: it breaks off without its last line.")


def _value(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        if number == 1:
            raise ExportFileError(f"{path} is no export of this service.") from None
        why = "is no JSON" if line.endswith("\n") else "breaks off"
        raise ExportFileError(f"{path} is not whole: line {number} {why}.") from None


def _check_first(path: Path, told: Any) -> None:
    if not isinstance(told, dict) or told.get("what") != _WHAT or not isinstance(told.get("format"), int):
        raise ExportFileError(f"{path} is no export of this service.")
    if told["format"] > FORMAT:
        raise ExportFileError(
            f"{path} has format {told['format']}, this release reads format {FORMAT}: it was written by a later one."
        )


def _last(path: Path) -> Any:
    """The last line of a file; all lines before it were read."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 65_536))
        return json.loads(file.read().splitlines()[-1])


def _item(path: Path, number: int, told: Any) -> Item:
    try:
        if not isinstance(told, dict) or not told.keys() <= set(_FIELDS) or not isinstance(told["body"], dict):
            raise ValueError("other fields than an item has")
        item = Item(
            Key(told["pk"], told["sk"]),
            told["kind"],
            told["body"],
            told["version"],
            told["format"],
            IndexKey(*told["work"]) if "work" in told else None,
            IndexKey(*told["list"]) if "list" in told else None,
            told.get("expires", 0),
        )
        checked([Put(item)])
    except (KeyError, TypeError, ValueError, InvalidWriteError) as error:
        raise ExportFileError(f"{path}, line {number}: it is no item of a store ({error}).") from None
    return item
