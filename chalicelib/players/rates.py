"""Counters on costly verbs: so many in a window of time, kept as rows that expire with it."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.players.errors import TooManyRequestsError
from chalicelib.players.ports import Absent, Env, Item, Key, Put, VersionIs


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `limit` times `verb` for one subject in every window of so many `seconds`."""

    verb: str
    limit: int
    seconds: int
    refusal: str


def spend(env: Env, rate: Rate, subject: str) -> Put:
    """The write that counts one more, to stand in the same commit as what is counted. Raises TooManyRequestsError."""
    now = env.clock.now()
    window = now // rate.seconds
    ends = (window + 1) * rate.seconds
    key = Key(f"R#{rate.verb}#{subject}#{window}", "A")
    counter = env.store.get(key)
    if counter is None:
        return Put(Item(key, "counter", {"count": 1}, expires=ends), Absent())
    count = counter.body["count"]
    if count >= rate.limit:
        raise TooManyRequestsError(rate.refusal, ends - now)
    raised = Item(key, "counter", {"count": count + 1}, counter.version + 1, expires=ends)
    return Put(raised, VersionIs(counter.version))
