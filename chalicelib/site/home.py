"""The first page: what this is, the visitor's own matches, the tables that wait for players."""

from __future__ import annotations

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.pace import overdue
from chalicelib.site.pages import show, stylesheet
from chalicelib.site.visitor import Visitor

OPEN_TABLES = 20
_YEAR = 365 * 86_400


def home(visitor: Visitor) -> Response:
    """What there is to see and to do."""
    env = visitor.container.env
    metas = list(map(env.games.meta, env.games.keys()))
    matches = service.mine(env, visitor.player) if visitor.player else []
    return show(
        visitor,
        "home.html",
        done=visitor.query("done"),
        games=metas,
        matches=matches,
        late={match.id for match in matches if overdue(match.due, env.clock.now())},
        names={meta.key: meta.name for meta in metas},
        tables=service.lobby(env, limit=OPEN_TABLES, player=visitor.player).matches,
    )


def styles() -> Response:
    """The styles of all pages; the pages name this state of them, so that browsers may keep it."""
    return Response(
        stylesheet()[0],
        {"Content-Type": "text/css; charset=utf-8", "Cache-Control": f"public, max-age={_YEAR}, immutable"},
    )
