"""The secret link to a player's calendar: made, made anew, taken back; only its hash is stored.

`C#calendar` in the player's partition is that there is one, so that it goes with the account. The key that the link
bears names the player, so that whoever asks with it costs one cheap read, and holds 32 random bytes.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from urllib.parse import urlencode

from chalicelib.players import credentials, repository
from chalicelib.players.errors import UnknownFeedError
from chalicelib.players.ports import Delete, Env, Key, Put, Write
from chalicelib.players.stored import Stored

CALENDAR = Stored("calendar")
PATH = "/calendar.ics"

_KEY = re.compile(r"([0-9A-Za-z]{1,64})\.([0-9A-Za-z_-]{43})")


def make_feed(env: Env, player: str, also: Sequence[Write] = ()) -> str:
    """The key of a new link; the one before is worth nothing any more. `also` is written in the same commit.

    Raises UnknownPlayerError (deleted by now), BusyError, ConditionFailedError (of `also`).
    """
    secret = credentials.new_opaque(env.ids)
    row = CALENDAR.item(_key(player), {"hash": credentials.digest(secret), "created": env.clock.now()})
    repository.commit_for(env, player, [Put(row), *also])
    return f"{player}.{secret}"


def feed_since(env: Env, player: str) -> int:
    """When the player's link was made, in epoch seconds; 0 where there is none."""
    row = env.store.get(_key(player))
    return int(CALENDAR.body(row)["created"]) if row else 0


def revoke_feed(env: Env, player: str) -> None:
    """Make the player's link worthless, if there is one. Raises BusyError."""
    repository.commit(env, [Delete(_key(player))], env.ids.name(20))


def read_feed(env: Env, key: str) -> str:
    """Whose calendar a key opens; it may be a moment old. Raises UnknownFeedError."""
    found = _KEY.fullmatch(key)
    row = env.store.get(_key(found[1]), consistent=False) if found else None
    told = str(CALENDAR.body(row)["hash"]) if row else ""
    if found is None or not hmac.compare_digest(told, credentials.digest(found[2])):
        raise UnknownFeedError("There is no calendar at this link, or not any more.")
    return found[1]


def path_of(key: str) -> str:
    """What a calendar is fetched by, below where people reach the service."""
    return f"{PATH}?{urlencode({'key': key})}"


def _key(player: str) -> Key:
    return Key(f"P#{player}", "C#calendar")
