"""Counters on costly verbs: so many in a window of time, kept as rows that expire with it."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.players.errors import TooManyRequestsError
from chalicelib.players.ports import Absent, Env, Key, Put, VersionIs
from chalicelib.players.stored import Stored

COUNTER = Stored("counter")


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `limit` times `verb` for one subject in every window of so many `seconds`."""

    verb: str
    limit: int
    seconds: int
    refusal: str


def left(env: Env, rate: Rate, subject: str) -> int:
    """How many times more the verb is allowed in this window."""
    counter = env.store.get(Key(f"R#{rate.verb}#{subject}#{env.clock.now() // rate.seconds}", "A"))
    return max(0, rate.limit - (COUNTER.body(counter)["count"] if counter else 0))


def spend(env: Env, rate: Rate, subject: str, times: int = 1) -> Put:
    """The write that counts so many `times` more, to stand in the same commit as what is counted.

    Raises TooManyRequestsError where that would be more than the limit.
    """
    now = env.clock.now()
    window = now // rate.seconds
    ends = (window + 1) * rate.seconds
    key = Key(f"R#{rate.verb}#{subject}#{window}", "A")
    counter = env.store.get(key)
    count = times + (COUNTER.body(counter)["count"] if counter else 0)
    if count > rate.limit:
        raise TooManyRequestsError(rate.refusal, ends - now)
    if counter is None:
        return Put(COUNTER.item(key, {"count": count}, expires=ends), Absent())
    raised = COUNTER.item(key, {"count": count}, counter.version + 1, expires=ends)
    return Put(raised, VersionIs(counter.version))
