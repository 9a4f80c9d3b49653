"""Leaving for good, as the page of settings has it: it is confirmed by typing one's handle."""

from __future__ import annotations

from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.players.authentication import authenticate
from chalicelib.players.errors import InvalidProfileError
from chalicelib.site.pages import go
from chalicelib.site.visitor import Visitor
from chalicelib.web import auth


def leave_for_good(visitor: Visitor) -> Response:
    """Delete the visitor's account, and end the session.

    Raises InvalidProfileError (not the handle), UnauthenticatedError, UnknownPlayerError, BusyError.
    """
    container, typed = visitor.container, visitor.form.get("confirm", "").removeprefix("@").lower()
    if visitor.profile is None or typed != visitor.profile.handle:
        raise InvalidProfileError("confirm", "Type your own handle, as it stands here.")
    token = auth.session_token(container, visitor.request)
    known = authenticate(container.env, token, container.credentials)
    service.leave_for_good(container.env, known.player, known.credential)
    container.credentials.forget_player(known.player)
    there = urlencode({"done": "gone", "language": visitor.language})
    return go(visitor, f"/?{there}", auth.cookie(container.settings.secure, ""))
