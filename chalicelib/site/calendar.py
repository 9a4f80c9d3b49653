"""The link to one's calendar, on the page of settings: made, shown this once, taken back."""

from __future__ import annotations

from chalice.app import Response

from chalicelib.players import feed
from chalicelib.players.errors import UnauthenticatedError, UnknownPlayerError
from chalicelib.site.pages import show
from chalicelib.site.visitor import Visitor


def make(visitor: Visitor) -> Response:
    """The page that shows a new link; the one before opens nothing any more.

    Raises UnauthenticatedError (deleted by now), BusyError.
    """
    try:
        key = feed.make_feed(visitor.container.env, visitor.player)
    except UnknownPlayerError:
        raise UnauthenticatedError("This account was deleted.") from None
    url = f"{visitor.container.settings.base_url}{feed.path_of(key)}"
    return show(visitor, "calendar.html", url=url, subscribed=f"webcal:{url.partition(':')[2]}")


def revoke(visitor: Visitor) -> None:
    """Take the link back. Raises BusyError."""
    feed.revoke_feed(visitor.container.env, visitor.player)
