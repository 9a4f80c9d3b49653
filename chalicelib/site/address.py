"""The mail address on the page of settings: where mails go, and a mail to prove that they arrive."""

from __future__ import annotations

from chalicelib.players import sessions
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.post import login
from chalicelib.site.visitor import Visitor

BACK = "/settings"


def check(visitor: Visitor) -> None:
    """Mail a link to the visitor's own address, which proves it when it is used: it has all mail again from there on.

    It is a link to log in by, and counts as one of those that an address is sent in an hour.
    Raises UnauthenticatedError, TooManyRequestsError, BusyError, QueueUnavailableError.
    """
    if visitor.profile is None:
        raise UnauthenticatedError("This account was deleted.")
    container = visitor.container
    owed = sessions.request_link(container.env, visitor.profile.email, language=visitor.language)
    login.owe(container.post, owed.address, owed.token, owed.language, BACK)
