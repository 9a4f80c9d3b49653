"""The page that a mailed invitation leads to: what it is, and the answers to it. Opening it changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from chalice.app import Response

from chalicelib.matches import inviting, repository, service
from chalicelib.matches.errors import ForbiddenError
from chalicelib.matches.inviting import Asked
from chalicelib.matches.match import Match
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.post.game_words import settings
from chalicelib.post.language import catalogue
from chalicelib.post.names import name_of
from chalicelib.site import way
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor, is_one_click
from chalicelib.web.errors import KNOWN, MalformedRequestError


def invitation_page(visitor: Visitor) -> Response:
    """The invitation, and what its reader can answer; the link in a mail brings its token in the query."""
    token = visitor.form.get("token") or visitor.query("token")
    if visitor.request.method != "POST":
        return _show(visitor, token)
    what = "unsubscribe" if is_one_click(visitor.form) else visitor.form.get("do", "")
    try:
        return _ANSWERS.get(what, _unknown)(visitor, token)
    except KNOWN as error:
        return _show(visitor, token, refusal_of(error, visitor.language))


def _accept(visitor: Visitor, token: str) -> Response:
    if not visitor.player:
        raise UnauthenticatedError("You are not logged in, or not any more. Log in, and you are back here.")
    match = inviting.accept(visitor.container.env, visitor.player, token)
    return go(visitor, f"/m/{match.id}#now")


def _decline(visitor: Visitor, token: str) -> Response:
    inviting.decline(visitor.container.env, token)
    return _again(visitor, token, done="decline")


def _never(visitor: Visitor, token: str) -> Response:
    if visitor.form.get("sure") != "yes":
        raise MalformedRequestError("Tick the box first.")
    inviting.never_again(visitor.container.env, token)
    return _again(visitor, token, done="never")


def _unsubscribe(visitor: Visitor, token: str) -> Response:
    """The same by a program of mail, which is led nowhere else (RFC 8058)."""
    inviting.never_again(visitor.container.env, token)
    return _show(visitor, token)


def _unknown(_: Visitor, __: str) -> Response:
    raise MalformedRequestError("This form is incomplete. Look at the page again.")


_ANSWERS: dict[str, Callable[[Visitor, str], Response]] = {
    "accept": _accept,
    "decline": _decline,
    "never": _never,
    "unsubscribe": _unsubscribe,
}


def _again(visitor: Visitor, token: str, **more: str) -> Response:
    return go(visitor, f"/i?{urlencode({'token': token, 'language': visitor.language, **more})}")


def _show(visitor: Visitor, token: str, refusal: Refusal | None = None) -> Response:
    asked = inviting.asked(visitor.container.env, token)
    return show(
        visitor,
        "invitation.html",
        refusal.status if refusal else 200,
        token=token,
        asked=asked,
        refusal=refusal,
        table=None,
        done=visitor.query("done"),
        enter=way.login(f"/i?token={token}"),
        **_table(visitor, asked),
    )


def _table(visitor: Visitor, asked: Asked) -> dict[str, object]:
    """What is played, by whom and how, in the reader's language."""
    if asked.match is None:
        return {"game": None, "names": (), "settings": (), "roster": None, "is_own": False, "refused": ""}
    roster, words = asked.match.roster, catalogue(visitor.language)
    game = repository.rules(visitor.container.env, roster)
    return {
        "game": game,
        "names": [name_of(words, seat) for seat in roster.seats],
        "settings": settings(game, roster.options, len(roster.seats), visitor.language),
        "roster": roster,
        "is_own": asked.match.seat_of(visitor.player) is not None,
        "refused": _refused(visitor, asked.match) if visitor.player else "",
    }


def _refused(visitor: Visitor, match: Match) -> str:
    """Why the visitor cannot sit at this table, as they would be told once they accepted, in English."""
    try:
        service.check_company(visitor.container.env, match, visitor.player)
    except ForbiddenError as error:
        return error.message
    return ""
