"""How far a restore came; it stands in the store while one is under way, and keeps `make play` from starting there."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.players.ports import Absent, Item, Key, Put, VersionIs, Write

MARK = Key("S#restore", "A")
"""Stands there from the first lot of a restore until it is over."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the restore of the file with this checksum came: so many items are there; `version` is the row's."""

    digest: str
    done: int
    version: int = 0

    def after(self, items: int) -> Mark:
        """The mark when so many more are there."""
        return Mark(self.digest, self.done + items, self.version + 1)

    def write(self) -> Write:
        """What stores it, if the one before it still stands there."""
        item = Item(MARK, "restore", {"sha256": self.digest, "done": self.done}, version=self.version)
        return Put(item, VersionIs(self.version - 1) if self.version > 1 else Absent())
