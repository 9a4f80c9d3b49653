"""The tables with a place to take, as the first page lists them: what is looked for, and what there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chalicelib.matches import service
from chalicelib.matches.pace import DAY
from chalicelib.matches.service import Lobby, Wanted
from chalicelib.site.visitor import Visitor

AT_ONCE = 20
"""Tables that are listed at a time."""
TIMES = {"short": (0, DAY), "middle": (DAY, 3 * DAY), "long": (3 * DAY, 0)}
"""The times for a decision to look for: at least and at most, in seconds (0: any)."""
_WEEKENDS = {"yes": True, "no": False}
_COUNT = re.compile(r"[0-9]{1,2}")
_MOST = 32


@dataclass(frozen=True, slots=True)
class Found:
    """What was looked for, as its form has it, and what there is; `more` is the rest of the address of the next page.

    `sizes` are the numbers of seats that tables can have, and `is_narrow` says that something is looked for.
    """

    wanted: Wanted
    lobby: Lobby
    more: str
    sizes: tuple[int, ...]
    time: str
    is_narrow: bool


def found(visitor: Visitor, metas: Sequence[Any]) -> Found:
    """The tables that the visitor asks for; what cannot be asked for counts as not said."""
    wanted = _wanted(visitor, [meta.key for meta in metas])
    lobby = _lobby(visitor, wanted)
    sizes = tuple(sorted({count for meta in metas for count in meta.seats if count > 1}))
    more = visitor.again(after=lobby.cursor) if lobby.cursor else ""
    time = visitor.query("time")
    return Found(wanted, lobby, more, sizes, time if time in TIMES else "", wanted != Wanted(wanted.status))


def _wanted(visitor: Visitor, games: Sequence[str]) -> Wanted:
    query = visitor.query
    fastest, slowest = TIMES.get(query("time"), (0, 0))
    return Wanted(
        status="substitute" if query("status") == "substitute" else "open",
        game=query("game") if query("game") in games else "",
        seats=_count(query("seats"), 0),
        free=_count(query("free"), 1),
        fastest=fastest,
        slowest=slowest,
        weekends=_WEEKENDS.get(query("weekends")),
        sits=query("player").strip().removeprefix("@"),
        joinable=query("joinable") == "yes" and bool(visitor.player),
    )


def _count(text: str, least: int) -> int:
    return min(max(int(text), least), _MOST) if _COUNT.fullmatch(text) else least


def _lobby(visitor: Visitor, wanted: Wanted) -> Lobby:
    env, after = visitor.container.env, visitor.query("after")
    try:
        return service.lobby(env, wanted, after, AT_ONCE, visitor.player)
    except ValueError:  # an address that somebody has shortened
        return service.lobby(env, wanted, "", AT_ONCE, visitor.player)
