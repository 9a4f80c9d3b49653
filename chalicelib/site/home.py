"""The first page: what this is, the visitor's own matches, the tables that wait for players."""

from __future__ import annotations

from collections.abc import Sequence

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.pace import overdue
from chalicelib.matches.service import MyMatch
from chalicelib.site import tables
from chalicelib.site.pages import show, stylesheet
from chalicelib.site.visitor import Visitor

_YEAR = 365 * 86_400


def home(visitor: Visitor) -> Response:
    """What there is to see and to do."""
    env = visitor.container.env
    metas = list(map(env.games.meta, env.games.keys()))
    matches = service.mine(env, visitor.player, handed_on=True) if visitor.player else []
    now = env.clock.now()
    return show(
        visitor,
        "home.html",
        done=visitor.query("done"),
        games=metas,
        mine=_sorted(matches),
        now=now,
        late={match.id for match in matches if overdue(match.due, now)},
        away=_away(visitor),
        names={meta.key: meta.name for meta in metas},
        found=tables.found(visitor, metas),
    )


def _sorted(matches: Sequence[MyMatch]) -> dict[str, list[MyMatch]]:
    """The matches in which a seat is kept for the visitor, those that go on or wait, and those that are done with.

    Those that go on without the visitor, who gave the seat away, stand apart.
    """
    kinds: dict[str, list[MyMatch]] = {"asked": [], "on": [], "done": [], "given": []}
    for match in matches:
        goes_on = match.status in ("waiting", "running")
        live = "asked" if match.invited else "given" if match.handed_on else "on"
        kinds[live if goes_on else "done"].append(match)
    return kinds


def _away(visitor: Visitor) -> int:
    """Until when the visitor is away in all matches (epoch seconds), 0 if they are there."""
    now, absences = visitor.container.env.clock.now(), visitor.profile.away if visitor.profile else ()
    return next((until for since, until in absences if since <= now < until), 0)


def styles() -> Response:
    """The styles of all pages; the pages name this state of them, so that browsers may keep it."""
    return Response(
        stylesheet()[0],
        {"Content-Type": "text/css; charset=utf-8", "Cache-Control": f"public, max-age={_YEAR}, immutable"},
    )
