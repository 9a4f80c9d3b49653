"""Logging in: ask for a link by mail, then use it up with a button, since mail scanners open links."""

from __future__ import annotations

from chalice.app import Response

from chalicelib.matches import inviting
from chalicelib.players import sessions
from chalicelib.post import login
from chalicelib.site import way, welcome
from chalicelib.site.pages import go, show
from chalicelib.site.refusals import Refusal, refusal_of
from chalicelib.site.visitor import Visitor
from chalicelib.web import auth
from chalicelib.web.errors import KNOWN


def login_page(visitor: Visitor) -> Response:
    """The form for a mail address, or the button that uses a link up."""
    if visitor.request.method != "POST":
        is_done = visitor.profile is not None and _way(visitor) != way.FRONT
        return go(visitor, _way(visitor)) if is_done else _show(visitor)
    try:
        return _confirm(visitor) if "token" in visitor.form else _ask(visitor)
    except KNOWN as error:
        return _show(visitor, refusal_of(error, visitor.language))


def logout_page(visitor: Visitor) -> Response:
    """The button that ends the session."""
    if visitor.request.method != "POST":
        return show(visitor, "logout.html")
    container = visitor.container
    token = auth.session_token(container, visitor.request)
    if token:
        sessions.sign_out(container.env, token)
        container.credentials.forget(token)
    return go(visitor, "/", auth.cookie(container.settings.secure, ""))


def _ask(visitor: Visitor) -> Response:
    container = visitor.container
    wanted = visitor.form
    owed = sessions.request_link(
        container.env, wanted.get("email", ""), name=wanted.get("name", ""), language=visitor.language
    )
    then = _way(visitor)
    login.owe(container.post, owed.address, owed.token, owed.language, "" if then == way.FRONT else then)
    return show(visitor, "login.html", 202, asked=owed.address, token="", refusal=None, then=then, called="")


def _confirm(visitor: Visitor) -> Response:
    container = visitor.container
    session = sessions.confirm(container.env, visitor.form["token"])
    target = welcome.first(_way(visitor)) if session.created else _way(visitor)
    return go(visitor, target, auth.cookie(container.settings.secure, session.token))


def _show(visitor: Visitor, refusal: Refusal | None = None) -> Response:
    token = visitor.form.get("token") or visitor.query("token")
    is_spent = refusal is not None and "token" in visitor.form
    return show(
        visitor,
        "login.html",
        refusal.status if refusal else 200,
        asked="",
        token="" if is_spent else token,
        refusal=refusal,
        then=_way(visitor),
        called=_called(visitor),
    )


def _called(visitor: Visitor) -> str:
    """What whoever invited the visitor calls them, where an invitation led here; "" where that is not known."""
    try:
        token = way.invitation(_way(visitor))
        return inviting.asked(visitor.container.env, token).called if token else ""
    except KNOWN:
        return ""


def _way(visitor: Visitor) -> str:
    """The page to go on to once somebody is logged in."""
    return way.back(visitor.form.get("next") or visitor.query("next"))
