"""Time that passes while the sweep runs as it should, so that no deadline falls into a silence of it."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.matches import service
from chalicelib.matches.match import Match
from tests.matches.desk import Desk


def run_out(desk: Desk, seconds: int) -> None:
    """Let so many seconds pass; what is due at their end has not been settled."""
    service.sweep(desk.env)
    if seconds > 60:
        desk.clock.advance(seconds - 60)
        service.sweep(desk.env)
    desk.clock.advance(min(seconds, 60))


def until_due(desk: Desk, match: Match) -> service.Sweep:
    """Let time pass until the sweep has to look at a match, and let it."""
    run_out(desk, max(desk.load(match).head.due - desk.clock.now(), 0))
    done = service.sweep(desk.env)
    assert done.failed == []
    return done


def left_alone(desk: Desk, match: Match, limit: int = 400) -> Iterator[Match]:
    """The match as it is after each look of the sweep, until it ends, while nobody does anything."""
    for _ in range(limit):
        until_due(desk, match)
        after = desk.load(match)
        yield after
        if after.head.status != "running":
            return
    raise AssertionError("the match does not end by itself")
