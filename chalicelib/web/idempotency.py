"""Idempotency-Key: the same request sent again is answered from what the first one made, and makes nothing more.

The row that remembers it is written in the commit of the request itself and kept for 24 hours. It holds what was made
(the id of a match, say), not the answer: the repeat shows that thing as it is today, and a secret is never kept.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from chalice.app import Request

from chalicelib.players.ports import Absent, Env, Key, Put
from chalicelib.players.stored import Stored
from chalicelib.web.errors import KeyReusedError, MalformedRequestError

IDEMPOTENCY = Stored("idempotency")
KEPT_SECONDS = 86_400
MAX_KEY = 255
PATTERN = "^[ -~]+$"
_KEY = re.compile(f"[ -~]{{1,{MAX_KEY}}}")


@dataclass(frozen=True, slots=True)
class Once:
    """A request that bears a key: where its row lies, and what tells the request from others."""

    key: Key
    print: str
    expires: int

    def made(self, env: Env) -> str | None:
        """What the first request with this key made, or None if this is the first. Raises KeyReusedError."""
        item = env.store.get(self.key)
        if item is None:
            return None
        body = IDEMPOTENCY.body(item)
        if body["print"] != self.print:
            raise KeyReusedError("This Idempotency-Key was used for another request.")
        return str(body["made"])

    def write(self, made: str) -> Put:
        """What remembers the request, for its own commit."""
        body = {"print": self.print, "made": made}
        return Put(IDEMPOTENCY.item(self.key, body, expires=self.expires), Absent())


def once(env: Env, request: Request, path: str, subject: str) -> Once | None:
    """The key that a request of `subject` bears, or None. Raises MalformedRequestError."""
    name = request.headers.get("idempotency-key")
    if name is None or not subject:
        return None
    if not _KEY.fullmatch(name):
        raise MalformedRequestError(f"An Idempotency-Key has 1 to {MAX_KEY} printable ASCII characters.")
    raw = request.raw_body
    body = raw.encode() if isinstance(raw, str) else raw
    row = Key(f"I#{subject}#{hashlib.sha256(name.encode()).hexdigest()[:32]}", "A")
    mark = hashlib.sha256(b"\x00".join((request.method.encode(), path.encode(), body))).hexdigest()[:32]
    return Once(row, mark, env.clock.now() + KEPT_SECONDS)
