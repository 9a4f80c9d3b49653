"""The rules of a game, for players."""

from __future__ import annotations

from chalice.app import Response

from chalicelib.site.markdown import to_html
from chalicelib.site.pages import show
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import NotFoundError


def rules_page(visitor: Visitor, key: str) -> Response:
    """One game's rules in the visitor's language."""
    games = visitor.container.env.games
    try:
        meta = games.meta(key)
    except LookupError:
        raise NotFoundError("There is no such game here.") from None
    return show(visitor, "rules.html", meta=meta, rules=to_html(games.rules_text(key, visitor.language)))
