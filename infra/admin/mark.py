"""How far a restore came; it stands in the store while one is under way, and keeps `make play` from starting there."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.players.ports import Absent, Item, Key, Put, VersionIs, Write
from chalicelib.players.stored import Stored

MARK = Key("S#restore", "A")
"""Stands there from the moment a restore has a store until it is over."""
RESTORE = Stored("restore")


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the restore of the file with this checksum came: so many items are there; `version` is the row's."""

    digest: str
    done: int = 0
    version: int = 1

    def after(self, items: int) -> Mark:
        """The mark when so many more are there."""
        return Mark(self.digest, self.done + items, self.version + 1)

    def write(self) -> Write:
        """What stores it, if the one before it still stands there."""
        item = RESTORE.item(MARK, {"sha256": self.digest, "done": self.done}, self.version)
        return Put(item, VersionIs(self.version - 1) if self.version > 1 else Absent())


def mark_of(item: Item) -> Mark:
    """The mark that an item holds. Raises NewerFormatError."""
    body = RESTORE.body(item)
    return Mark(body["sha256"], body["done"], item.version)
