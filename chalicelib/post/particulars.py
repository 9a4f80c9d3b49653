"""What a webhook is told of a notice beside how the match stands: who did what, in the words of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chalicelib.matches import nudging, pace
from chalicelib.matches.events import TABLE, LogRow
from chalicelib.matches.match import Match
from chalicelib.players.ports import Env
from chalicelib.post import happenings, occasions
from chalicelib.post.delivery import Notice

Told = dict[str, Any]


def about(env: Env, match: Match, notice: Notice) -> Told | None:
    """What the notice is about, as everybody at the table may know it; None where the match itself says it all."""
    if notice.category in _BY_NOTICE:
        return _BY_NOTICE[notice.category](env, match, notice)
    if notice.category not in _BY_ROW:
        return None
    row = occasions.row_of(env, match, notice)
    return _BY_ROW[notice.category](row) if row else None


def _nudge(env: Env, match: Match, notice: Notice) -> Told:
    return {"seat": nudging.nudger(env, match.id, notice)}


def _draw(_: Env, match: Match, __: Notice) -> Told:
    return {"seats": list(match.head.offers)}


def _messages(env: Env, match: Match, notice: Notice) -> Told:
    """As many of the newest as there is room for, and how many there are in all."""
    heard = occasions.heard(env, match, notice)
    shown = [
        {"number": each.number, "at": pace.stamp(each.at), "seat": each.seat, "name": each.name, "text": each.text}
        for each in occasions.newest(heard)
    ]
    return {"count": len(heard), "messages": shown}


def _timed_out(row: LogRow) -> Told:
    """A choice that was sealed for the player is nobody else's yet."""
    opened = any(entry.seat == row.seat for entry in row.entries)
    return {"kind": row.kind, "text": row.text if opened or row.kind == "retired" else None}


def _changed(row: LogRow) -> Told:
    return {"seat": row.seat if row.seat != TABLE else None, "kind": row.kind, "text": row.text}


def _away(row: LogRow) -> Told:
    since, until = map(pace.stamp, happenings.period(row.text) or (0, 0))
    return {"seat": row.seat, "from": since or None, "until": until or None}


_BY_NOTICE: dict[str, Callable[[Env, Match, Notice], Told]] = {
    "nudge": _nudge,
    "draw_offered": _draw,
    "message": _messages,
}
_BY_ROW: dict[str, Callable[[LogRow], Told]] = {
    "timed_out": _timed_out,
    "seat_changed": _changed,
    "away": _away,
    "called_off": _changed,
}
