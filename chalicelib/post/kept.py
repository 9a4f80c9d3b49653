"""What was sent to a webhook, byte by byte, kept for as long as somebody may want it again.

`K#...` beside a delivery, under the rest of its key, is the body of the newest attempt.
"""

from __future__ import annotations

import json
from typing import Any

from chalicelib.players.ports import Env, Key, Put
from chalicelib.players.stored import Stored
from chalicelib.post.delivery import Notice

SENT = Stored("sent")
KEPT = 7 * 86_400
"""Seconds for which a body is kept: names and talk are in it, so it is for no longer than it may be of use."""
_OF_A_VERSION = ("version", "to_move")
"""What a body says of one version of its match, which stays as true as it was of that."""


def find(env: Env, notice: Notice) -> bytes:
    """The body that was sent (b"": none is kept). Raises StoreError."""
    item = env.store.get(_key(notice))
    return b"" if item is None else str(SENT.body(item)["text"]).encode()


def keep(env: Env, notice: Notice, content: bytes) -> None:
    """Keep a body that is about to be sent. Raises StoreError."""
    item = SENT.item(_key(notice), {"text": content.decode()}, expires=env.clock.now() + KEPT)
    env.store.commit([Put(item)])


def is_same(before: bytes, now: bytes) -> bool:
    """Whether two bodies say the same, but for which version of the match they say it of, and whose turn that was."""
    return bool(_said(before) == _said(now))


def _said(content: bytes) -> Any:
    told = json.loads(content)
    if isinstance(told.get("data"), dict):
        for name in _OF_A_VERSION:
            told["data"].pop(name, None)
    return told


def _key(notice: Notice) -> Key:
    partition, sort = notice.key
    return Key(partition, f"K#{sort.removeprefix('D#')}")
