"""The layouts of what is stored: how new that of every kind of item is, and how older ones are read.

An item says in `format` which layout it was written in. What an older service wrote is read into today's layout; what a
newer one wrote is refused, as after a rollback, and the store lets nothing overwrite it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chalicelib.players.ports import Body, IndexKey, Item, Key
from chalicelib.players.store_errors import NewerFormatError

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A kind of item. `upgrades` holds for every older format what makes the next one of its body; 1 is the oldest."""

    kind: str
    upgrades: Mapping[int, Upgrade] = field(default_factory=dict)

    @property
    def format(self) -> int:
        """The format that is written today."""
        return len(self.upgrades) + 1

    def item(
        self,
        key: Key,
        body: Body,
        version: int = 1,
        *,
        work: IndexKey | None = None,
        list: IndexKey | None = None,  # noqa: A002 - the index's name
        expires: int = 0,
    ) -> Item:
        """An item of this kind with a body of today's layout."""
        return Item(key, self.kind, body, version, self.format, work, list, expires)

    def body(self, item: Item) -> Body:
        """The item's body in today's layout. Raises NewerFormatError."""
        newest = self.format
        if item.format == newest:
            return item.body
        if item.format > newest:
            raise NewerFormatError(item.key.partition, item.key.sort, item.format, newest)
        body = dict(item.body)
        for older in range(item.format, newest):
            body = self.upgrades[older](body)
        return body
