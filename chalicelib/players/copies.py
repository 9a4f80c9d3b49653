"""That what a player's matches have copied of them is out of date: one row a player, in the work index until it is not.

The row is stored in the very commit that changes the profile or deletes it, and bears the profile's version: whoever
has brought the matches up to date takes it away only if nothing has changed again meanwhile.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from chalicelib.players.ports import Delete, IndexKey, Item, Key, Put, Store, VersionIs
from chalicelib.players.profile import Profile
from chalicelib.players.stored import Stored

COPIES = Stored("copies")
DUE, SHARDS = "copies", 4
COPIED = ("name", "language", "zone", "quiet", "away", "reminders")
"""What of a profile stands in the matches of its player too."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Copies that a player's matches are owed; times are epoch seconds.

    `version` is that of the profile, `due` when somebody should see to it. `after` is how far its player's list of
    matches has been worked through, as a sort key, `left` how many before that could not be brought up to date,
    `tries` how often the whole list was gone through in vain.
    """

    player: str
    version: int
    due: int
    after: str = ""
    left: int = 0
    tries: int = 0

    def put(self, *, first: bool = False) -> Put:
        """What stores it: in any case where it is the `first` of its version, else in the place of what was read."""
        body = {"after": self.after, "left": self.left, "tries": self.tries, "due": self.due}
        work = IndexKey(shard(self.player), f"{self.due:010d}#{self.player}")
        item = COPIES.item(key(self.player), body, self.version, work=work)
        return Put(item, None if first else VersionIs(self.version))

    def done(self) -> Delete:
        """What takes it away, unless the profile has changed again."""
        return Delete(key(self.player), VersionIs(self.version))


def key(player: str) -> Key:
    """Where it stands that copies are owed."""
    return Key(f"P#{player}", "C#copies")


def shard(player: str) -> str:
    """The shard of the work index that a player's row stands in."""
    return f"{DUE}#{zlib.crc32(player.encode()) % SHARDS}"


def is_changed(before: Profile, after: Profile) -> bool:
    """Whether anything has changed that matches have a copy of."""
    return any(getattr(before, name) != getattr(after, name) for name in COPIED)


def owed(store: Store, player: str) -> Owed | None:
    """The copies that a player's matches are owed, or None."""
    item = store.get(key(player))
    return None if item is None else read(item)


def read(item: Item) -> Owed:
    """The copies that a row says are owed."""
    body = COPIES.body(item)
    player = item.key.partition.removeprefix("P#")
    return Owed(player, item.version, body["due"], body["after"], body["left"], body["tries"])
