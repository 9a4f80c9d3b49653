"""Matches that end soon, for tests that want to look back at them."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from chalicelib.matches import origin, service
from chalicelib.matches.match import Caller, Match
from chalicelib.matches.record_form import Record
from chalicelib.rules import NotToMoveError
from tests.games.cheap import many
from tests.games.walks import Setting
from tests.matches.desk import Desk
from tests.matches.exports import exported


def given_up(desk: Desk, match: Match, decisions: int = 8) -> Match:
    """The match after so many more decisions, the first legal move each time, and everybody's giving up in turn."""
    for _ in range(decisions):
        match = desk.play(match, desk.to_move(match)[0]).match
    for seat in match.roster.seats:
        match = desk.load(match)
        if seat.kind == "player" and match.head.status == "running":
            with suppress(NotToMoveError):  # whoever has left already
                service.resign(desk.env, match.id, Caller(seat.player))
    while desk.load(match).head.status == "running":  # bots play on for partners
        service.sweep(desk.env)
    return desk.load(match)


def ended(desk: Desk, *names: str, decisions: int = 8, **wish: Any) -> Match:
    """A match of these players that ended soon."""
    return given_up(desk, desk.table(*names, **wish), decisions)


@lru_cache(maxsize=8)
def short(key: str) -> tuple[Setting, Record]:
    """A record of a few moves, which ended by somebody giving up, after others had where there were others."""
    settings = (each for each in many(key, 400, 0) if each.stormy)
    found = ((each, told) for each in settings if 4 < len((told := exported(each)).moves) < 24)
    return next(each for each in found if len(origin.left(each[1])) > 1 or each[0].seats == 2)
