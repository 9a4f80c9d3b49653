"""Being away in all of one's matches, as the page of settings has it."""

from __future__ import annotations

from chalicelib.matches import service
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.site.visitor import Visitor
from chalicelib.site.wall import typed_moment


def announce(visitor: Visitor) -> None:
    """Announce an absence, from and until as the visitor's wall shows it.

    Raises InvalidMatchError, UnknownPlayerError, TooManyRequestsError, BusyError.
    """
    since, until = typed_moment(visitor, "from"), typed_moment(visitor, "until")
    if not until:
        raise InvalidMatchError("Say until when you are away.", "until")
    service.announce(visitor.container.env, visitor.player, since, until)


def withdraw(visitor: Visitor) -> None:
    """End an absence, or call one off that has not begun.

    Raises AbsenceNotFoundError, UnknownPlayerError, BusyError.
    """
    service.withdraw(visitor.container.env, visitor.player, visitor.form.get("id", ""))
