"""The page of one match: look, join or leave, choose, send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.matches import service
from chalicelib.matches.errors import InvalidMatchError, MatchNotFoundError
from chalicelib.matches.match import Caller
from chalicelib.rules.errors import MalformedMoveError
from chalicelib.site import again, around, asking, away, notes, orders, own_mail, talk
from chalicelib.site.act import Act, known, number, read_names, seat_of, sure
from chalicelib.site.pages import go, missing, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.seats import seat_lines
from chalicelib.site.table import Table, open_table
from chalicelib.site.visitor import Visitor, seat_cookie
from chalicelib.web.errors import KNOWN, MalformedRequestError


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
    act = _acts(table).get(what, _UNKNOWN)
    try:
        target = act.do(table)
    except KNOWN as error:
        refusal = refusal_of(error, visitor.language, table.game)
        refusal = replace(refusal, field=refusal.field or act.field)
        return _show(open_table(visitor, table.match.id), refusal, what, act.at)
    done = "nonce" if what == "join" and visitor.form.get("nonce") else what
    asked = {"done": done} if act.told or done == "nonce" else {}
    if visitor.join and table.seat is None and what != "join":  # whoever sees a private match by its link still does
        asked["join"] = visitor.join
    here = f"/m/{table.match.id}{'?' if asked else ''}{urlencode(asked)}#{act.then}"
    return go(visitor, target or here, seat_cookie(visitor) if table.is_by_link else "")


def _acts(table: Table) -> Mapping[str, Act]:
    """What the forms of the page do as long as the match stands so."""
    anytime = {**_ANYTIME, **talk.ACTS, **notes.ACTS, **own_mail.ACTS, **away.ACTS}
    if table.status == "waiting":
        return {**anytime, **_WAITING, **asking.ACTS}
    return {**anytime, **_STARTED, **around.ACTS, **orders.ACTS, **again.ACTS}


def _unknown(table: Table) -> str:
    raise MalformedRequestError(f"This form is not known in a match that is {table.status}. Look at the match again.")


def _choose(table: Table) -> str:
    return _play(table, table.visitor.form.get("move", ""), "Choose a move first.")


def _type(table: Table) -> str:
    return _play(table, table.visitor.form.get("text", ""), "Type a move first.")


def _play(table: Table, text: str, missing: str) -> str:
    if not text:
        raise MalformedMoveError(missing, "nothing")
    visitor = table.visitor
    seat, n = seat_of(table), number(table, "n")

    def play(meant: str) -> None:
        service.play(table.env, table.match.id, seat, n, {"text": meant}, visitor.caller, visitor.language)

    read_names(table, text, play)
    return ""


def _retract(table: Table) -> str:
    service.retract(table.env, table.match.id, seat_of(table), number(table, "n"), table.visitor.caller)
    return ""


def _resign(table: Table) -> str:
    seat_of(table)
    sure(table, "Tick the box first: giving up cannot be taken back.")
    service.resign(table.env, table.match.id, table.visitor.caller)
    return ""


def _join(table: Table) -> str:
    known(table)
    typed = table.visitor.form.get("nonce", "")
    visitor = table.visitor
    link = visitor.caller.join
    service.join(table.env, visitor.player, table.match.id, nonce=typed.encode().hex(), link=link)
    return ""


def _link(table: Table) -> str:
    known(table)
    service.make_link(table.env, table.visitor.player, table.match.id)
    return ""


def _unlink(table: Table) -> str:
    known(table)
    service.revoke_link(table.env, table.visitor.player, table.match.id)
    return ""


def _leave(table: Table) -> str:
    known(table)
    sure(table, "Tick the box first.")
    service.leave(table.env, table.visitor.player, table.match.id)
    return "/?done=leave"


def _nonce(table: Table) -> str:
    typed = table.visitor.form.get("nonce", "")
    seat_of(table)
    if not typed:
        raise InvalidMatchError("Type something first.")
    service.set_nonce(table.env, table.match.id, typed.encode().hex(), table.visitor.caller)
    return ""


def _revoke(table: Table) -> str:
    known(table)
    # a link cannot do this itself: whoever found one could lock its player out
    service.revoke_links(table.env, table.match.id, Caller(table.visitor.player))
    return ""


_ANYTIME: Mapping[str, Act] = {"revoke": Act(_revoke, told=True)}
_WAITING: Mapping[str, Act] = {
    "join": Act(_join),
    "leave": Act(_leave),
    "nonce": Act(_nonce, "dice", told=True),
    "link": Act(_link),
    "unlink": Act(_unlink),
}
_STARTED: Mapping[str, Act] = {
    "choose": Act(_choose, "moves"),
    "type": Act(_type, "moves"),
    "retract": Act(_retract),
    "resign": Act(_resign),
}
_UNKNOWN = Act(_unknown)


def _show(table: Table, refusal: Refusal | None = None, doing: str = "", at: str = "now") -> Response:
    parts = _parts(table)
    return show(
        table.visitor,
        "match.html",
        refusal.status if refusal else 200,
        table=table,
        seats=seat_lines(table),
        now=table.env.clock.now(),
        free=around.free_seats(table),
        before=again.match_before(table),
        around=parts,
        refusal=refusal,
        doing=doing,
        at=at if parts.get(at) else "now",
        join=service.join_token(table.env, table.match),
        address=f"{table.visitor.container.settings.base_url}/m/{table.match.id}",
        done=table.visitor.query("done"),
        everything=table.visitor.query("log") == "all",
    )


def _parts(table: Table) -> dict[str, object]:
    """What is on the page, by the anchor at which it stands and tells what was refused; nothing for what is not."""
    bot = around.stand_in(table)
    return {
        "moves": None if bot and bot.lent else table.decision,
        "dice": table.status == "waiting" and table.seat is not None,
        "nudge": around.nudge(table),
        "draw": around.draw(table),
        "bot": bot,
        "substitute": around.calls(table),
        "away": away.away_part(table),
        "orders": orders.orders_part(table),
        "talk": talk.talk_part(table),
        "notes": notes.note_part(table),
        "mail": own_mail.mail_part(table),
        "again": again.again(table),
        "invite": asking.asking(table),
    }
