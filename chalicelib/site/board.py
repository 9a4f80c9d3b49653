"""The page of one match: look, join or leave, choose, send."""

from __future__ import annotations

import re
from collections.abc import Callable

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.errors import InvalidMatchError, MatchNotFoundError, NotYourSeatError
from chalicelib.matches.match import Caller
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.post.names import with_seats
from chalicelib.rules.errors import MalformedMoveError
from chalicelib.site.pages import go, missing, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.table import Table, open_table
from chalicelib.site.visitor import Visitor, seat_cookie
from chalicelib.web.errors import KNOWN, MalformedRequestError

_TOLD = ("nonce", "revoke")
"""What the page says has been done, since it would not be seen otherwise."""

_NUMBER = re.compile(r"[0-9]{1,9}")


def match_page(visitor: Visitor, match: str) -> Response:
    """The board, and what the visitor can do there."""
    try:
        table = open_table(visitor, match)
    except MatchNotFoundError:
        return missing(visitor, match)
    return _do(table) if visitor.request.method == "POST" else _show(table)


def _do(table: Table) -> Response:
    """Do what a form asks for, and go on to the page as it is then; what is refused is told on the page itself."""
    visitor, what = table.visitor, table.visitor.form.get("do", "")
    try:
        _actions(table).get(what, _unknown)(table)
    except KNOWN as error:
        return _show(open_table(visitor, table.match.id), refusal_of(error, visitor.language, table.game), what)
    done = "nonce" if what == "join" and visitor.form.get("nonce") else what
    told = f"?done={done}" if done in _TOLD else ""
    target = "/?done=leave" if what == "leave" else f"/m/{table.match.id}{told}#now"
    return go(visitor, target, seat_cookie(visitor) if table.is_by_link else "")


def _actions(table: Table) -> dict[str, Callable[[Table], None]]:
    if table.status == "waiting":
        acts = {"join": _join, "leave": _leave, "nonce": _nonce, "revoke": _revoke}
        return {**acts, "link": _link, "unlink": _unlink}
    return {"choose": _choose, "type": _type, "retract": _retract, "resign": _resign, "revoke": _revoke}


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

    def play(meant: str) -> None:
        service.play(table.env, table.match.id, seat, n, {"text": meant}, visitor.caller, visitor.language)

    try:
        play(text)
    except MalformedMoveError:
        # rules know seats, people know names
        if (meant := with_seats(text, table.names)) == text:
            raise
        play(meant)


def _retract(table: Table) -> None:
    service.retract(table.env, table.match.id, _seat(table), _n(table), table.visitor.caller)


def _resign(table: Table) -> None:
    _seat(table)
    _sure(table, "Tick the box first: giving up cannot be taken back.")
    service.resign(table.env, table.match.id, table.visitor.caller)


def _join(table: Table) -> None:
    _known(table)
    typed = table.visitor.form.get("nonce", "")
    visitor = table.visitor
    link = visitor.caller.join
    service.join(table.env, visitor.player, table.match.id, nonce=typed.encode().hex(), link=link)


def _link(table: Table) -> None:
    _known(table)
    service.make_link(table.env, table.visitor.player, table.match.id)


def _unlink(table: Table) -> None:
    _known(table)
    service.revoke_link(table.env, table.visitor.player, table.match.id)


def _leave(table: Table) -> None:
    _known(table)
    _sure(table, "Tick the box first.")
    service.leave(table.env, table.visitor.player, table.match.id)


def _sure(table: Table, otherwise: str) -> None:
    if table.visitor.form.get("sure") != "yes":
        raise MalformedRequestError(otherwise)


def _nonce(table: Table) -> None:
    typed = table.visitor.form.get("nonce", "")
    _seat(table)
    if not typed:
        raise InvalidMatchError("Type something first.")
    service.set_nonce(table.env, table.match.id, typed.encode().hex(), table.visitor.caller)


def _revoke(table: Table) -> None:
    _known(table)
    # a link cannot do this itself: whoever found one could lock its player out
    service.revoke_links(table.env, table.match.id, Caller(table.visitor.player))


def _seat(table: Table) -> int:
    if table.seat is None:
        _known(table)
        raise NotYourSeatError
    return table.seat


def _known(table: Table) -> None:
    """Send on to the login who has no session, or none any more. Raises UnauthenticatedError."""
    if not table.visitor.player and table.seat is None:
        raise UnauthenticatedError("You are not logged in, or not any more. Log in, and you are back here.")


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
        join=service.join_token(table.env, table.match),
        address=f"{table.visitor.container.settings.base_url}/m/{table.match.id}",
        done=table.visitor.query("done"),
        everything=table.visitor.query("log") == "all",
    )
