"""The page of one match: look, choose, send."""

from __future__ import annotations

import re
from collections.abc import Callable

from chalice import Blueprint, Response

from chalicelib.matches import service
from chalicelib.matches.errors import MatchNotFoundError, NotYourSeatError
from chalicelib.rules.errors import MalformedMoveError
from chalicelib.site.pages import Refusal, go, page, refusal_of, show
from chalicelib.site.table import Table, open_table
from chalicelib.site.visitor import Visitor, seat_cookie
from chalicelib.web.errors import KNOWN, MalformedRequestError

bp = Blueprint(__name__)

_ID = re.compile(r"[0-9a-z-]{1,64}")
_NUMBER = re.compile(r"[0-9]{1,9}")


@page(bp, "/m/{match}")
def match_page(visitor: Visitor, match: str) -> Response:
    """The board, and what the visitor can do there."""
    if not _ID.fullmatch(match):
        raise MatchNotFoundError
    table = open_table(visitor, match)
    if visitor.request.method != "POST":
        return _show(table)
    return _do(table)


def _do(table: Table) -> Response:
    """Do what a form asks for, and go on to the page as it is then; what is refused is told on the page itself."""
    visitor, what = table.visitor, table.visitor.form.get("do", "")
    try:
        _actions(table).get(what, _unknown)(table)
    except KNOWN as error:
        return _show(open_table(visitor, table.match.id), refusal_of(error), what)
    return go(visitor, f"/m/{table.match.id}#now", seat_cookie(visitor) if visitor.seat_link else "")


def _actions(table: Table) -> dict[str, Callable[[Table], None]]:
    if table.status == "waiting":
        return {"join": _join}
    return {"choose": _choose, "type": _type, "retract": _retract, "resign": _resign}


def _unknown(table: Table) -> None:
    raise MalformedRequestError(f"This form is not known in a match that is {table.status}. Look at the match again.")


def _choose(table: Table) -> None:
    _play(table, table.visitor.form.get("move", ""), "Choose a move first.")


def _type(table: Table) -> None:
    _play(table, table.visitor.form.get("text", ""), "Type a move first.")


def _play(table: Table, text: str, missing: str) -> None:
    if not text:
        raise MalformedMoveError(missing, "nothing")
    visitor = table.visitor
    seat, n = _seat(table), _n(table)
    service.play(table.env, table.match.id, seat, n, {"text": text}, visitor.caller, visitor.language)


def _retract(table: Table) -> None:
    service.retract(table.env, table.match.id, _seat(table), _n(table), table.visitor.caller)


def _resign(table: Table) -> None:
    if table.visitor.form.get("sure") != "yes":
        raise MalformedRequestError("Tick the box first: giving up cannot be taken back.")
    service.resign(table.env, table.match.id, table.visitor.caller)


def _join(table: Table) -> None:
    service.join(table.env, table.visitor.player, table.match.id)


def _seat(table: Table) -> int:
    if table.seat is None:
        raise NotYourSeatError
    return table.seat


def _n(table: Table) -> int:
    text = table.visitor.form.get("n", "")
    if not _NUMBER.fullmatch(text):
        raise MalformedRequestError("This form is incomplete. Look at the match again.")
    return int(text)


def _show(table: Table, refusal: Refusal | None = None, doing: str = "") -> Response:
    return show(
        table.visitor,
        "match.html",
        refusal.status if refusal else 200,
        table=table,
        refusal=refusal,
        doing=doing,
        everything=table.visitor.query("log") == "all",
    )
