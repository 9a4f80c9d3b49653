"""What a form on the page of a match does: the thing itself, where the page goes on, and what all forms ask alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from chalicelib.matches.errors import NotYourSeatError
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.post.names import with_seats
from chalicelib.rules.errors import MalformedMoveError
from chalicelib.site.table import Table
from chalicelib.web.errors import MalformedRequestError

_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Act:
    """What a form does, and where on the page that is seen.

    `do` returns the page to go on to, "" for that of the match. `at` is the part in which the page tells why something
    was refused, `then` the one that it goes on with otherwise, and `told` says that it has to say what was done. A
    refusal that names no field means `field`.
    """

    do: Callable[[Table], str]
    at: str = "now"
    then: str = "now"
    told: bool = False
    field: str = ""


def seat_of(table: Table) -> int:
    """The seat that the visitor acts for. Raises UnauthenticatedError, NotYourSeatError."""
    if table.seat is None:
        known(table)
        raise NotYourSeatError
    return table.seat


def known(table: Table) -> None:
    """Send on to the login who has no session, or none any more. Raises UnauthenticatedError."""
    if not table.visitor.player and table.seat is None:
        raise UnauthenticatedError("You are not logged in, or not any more. Log in, and you are back here.")


def player_of(table: Table) -> str:
    """Who is logged in, for what no seat link can do. Raises UnauthenticatedError."""
    if not table.visitor.player:
        raise UnauthenticatedError("You are not logged in, or not any more. Log in, and you are back here.")
    return table.visitor.player


def sure(table: Table, otherwise: str) -> None:
    """Ask for the tick that stands before what cannot be undone. Raises MalformedRequestError."""
    if table.visitor.form.get("sure") != "yes":
        raise MalformedRequestError(otherwise)


def number(table: Table, name: str, default: int | None = None) -> int:
    """The whole number in a field of the form; without one the default. Raises MalformedRequestError."""
    text = table.visitor.form.get(name, "")
    if not text and default is not None:
        return default
    if not _NUMBER.fullmatch(text):
        raise MalformedRequestError("This form is incomplete. Look at the page again.")
    return int(text)


def read_names(table: Table, text: str, use: Callable[[str], object]) -> None:
    """Use a move as it was typed; if that is none, with the seats of the people named in it: rules know only seats."""
    try:
        use(text)
    except MalformedMoveError:
        if (meant := with_seats(text, table.names)) == text:
            raise
        use(meant)
