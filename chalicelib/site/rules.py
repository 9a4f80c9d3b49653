"""The rules of a game, for players."""

from __future__ import annotations

import re

from chalice.app import Response

from chalicelib.site.markdown import to_html
from chalicelib.site.pages import show
from chalicelib.site.visitor import Visitor
from chalicelib.web.errors import NotFoundError

_VERSION = re.compile(r"[1-9][0-9]{0,3}")


def rules_page(visitor: Visitor, key: str) -> Response:
    """One game's rules in the visitor's language; those of an older version where they are asked for."""
    games, asked = visitor.container.env.games, visitor.query("version")
    try:
        meta = games.meta(key)
        version = int(asked) if _VERSION.fullmatch(asked) else meta.rules_version
        text = games.rules_text(key, visitor.language, version)
    except LookupError:
        raise NotFoundError("There is no such game here.") from None
    older = 0 if version == meta.rules_version else version
    return show(visitor, "rules.html", meta=meta, older=older, rules=to_html(text))
