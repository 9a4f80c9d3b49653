"""The clock of the service: what falls due is found through the work index and settled match by match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from dataclasses import asdict, dataclass
from typing import TypeVar

from chalicelib.matches import repository, settling
from chalicelib.matches.playing import HEARTBEAT, STORED_HEARTBEAT, heartbeat
from chalicelib.matches.settling import Settled, TimeLeft
from chalicelib.players.ports import Env, Put

PAGE = 100
BEAT = 30
"""The heartbeat is written at most once in so many seconds, however often the sweep runs."""

A = TypeVar("A")
B = TypeVar("B")


@dataclass(slots=True)
class Sweep(Settled):
    """What one sweep did.

    `due` counts the matches found due as it began, `oldest` says for how many seconds the one that was due longest had
    been so; `complete` whether it came to all of them.
    """

    due: int = 0
    oldest: int = 0


def sweep(env: Env, time_left: TimeLeft = lambda: True, threads: int = 1) -> Sweep:
    """Settle every match that is due, longest first, until `time_left` says no; a full pass is noted as the heartbeat.

    So many `threads` look through the shards of the index, and then settle matches, beside each other. A match that
    cannot be settled is named in `failed` and does not keep the heartbeat back: it would excuse every late move
    everywhere. Raises StoreError where the index cannot be read.
    """
    done, now, last = Sweep(), env.clock.now(), heartbeat(env)
    shards = _beside(threads, lambda number: _due(env, number, now, time_left), range(repository.SHARDS))
    done.complete = all(shard.complete for shard in shards)
    found = sorted(each for shard in shards for each in shard.found)
    done.due, done.oldest = len(found), max((now - due for due, _ in found), default=0)
    if done.complete:
        for settled in _beside(threads, lambda each: settling.settle(env, each[1], last, time_left), found):
            done.add(settled)
    if done.complete and time_left() and now - last.at >= BEAT:
        env.store.commit([Put(STORED_HEARTBEAT.item(HEARTBEAT, asdict(last.beat(now))))])
    return done


def _beside(threads: int, do: Callable[[A], B], things: Iterable[A]) -> Sequence[B]:
    """Do it with all things, begun in their order, so many at a time; each in a copy of this context."""
    if threads == 1:
        return [do(each) for each in things]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        begun = [pool.submit(copy_context().run, do, each) for each in things]
        return [each.result() for each in begun]


@dataclass(frozen=True, slots=True)
class _Shard:
    """The matches that a shard of the index calls due, and since when, in that order; whether these are all."""

    found: tuple[tuple[int, str], ...]
    complete: bool


def _due(env: Env, number: int, now: int, time_left: TimeLeft) -> _Shard:
    """What a shard calls due; each match is loaded before that is believed."""
    shard, after, found = f"{repository.DUE}#{number}", None, list[tuple[int, str]]()
    while time_left():
        hints = env.store.index("work", shard, up_to=f"{now:010d}$", after=after, limit=PAGE)
        found += ((int(hint.place[:10]), hint.partition.removeprefix("M#")) for hint in hints)
        if len(hints) < PAGE:
            return _Shard(tuple(found), complete=True)
        after = hints[-1].place
    return _Shard(tuple(found), complete=False)
