"""Sign up, log in, sign out, find somebody."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.players import service as players
from chalicelib.web import auth, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

bp = Blueprint(__name__)


def _owe(call: Call, asked: players.LoginRequest) -> shapes.LinkSent:
    from chalicelib.post import login

    login.owe(call.container.post, asked.address, asked.token, asked.language)
    return shapes.LinkSent(minutes=players.LINK_SECONDS // 60)


@bp.route("/players", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("conflict", "too_many_requests"), speaks=True))
def sign_up(call: Call, body: shapes.NewPlayer) -> shapes.LinkSent:
    """Ask for an account: a link is mailed, and using it makes the account.

    The answer is the same for an address that has an account already: its link logs in.
    """
    language = body.language or call.language
    return _owe(call, players.request_link(call.env, body.email, body.name, language, body.handle, body.zone))


@bp.route("/sessions", methods=["POST"])
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("unauthenticated", "forbidden", "too_many_requests"), speaks=True))
def log_in(call: Call, body: shapes.SessionWish) -> shapes.LinkSent | shapes.SignedIn:
    """Ask for a login link by mail, or use one.

    With an `email` a link is mailed: good for 15 minutes, used once. With the link's `token` a session starts.
    """
    if body.token is None:
        return _owe(call, players.request_link(call.env, body.email or "", language=call.language))
    auth.check_caller_site(call.container, call.request)
    session = players.confirm(call.env, body.token)
    call.headers["Set-Cookie"] = auth.cookie(call.container.settings.secure, session.token)
    return shapes.SignedIn(player=session.player, new=session.created, expires=shapes.moment(session.expires))


@bp.route("/sessions", methods=["DELETE"])
@endpoint(bp, Endpoint(Access.ANYBODY, status=204, refusals=("forbidden",)))
def sign_out(call: Call) -> None:
    """End this browser's session; API tokens are not touched."""
    token = auth.session_token(call.container, call.request)
    if token:
        auth.check_same_site(call.container, call.request)
        players.sign_out(call.env, token)
        call.container.credentials.forget(token)
    call.headers["Set-Cookie"] = auth.cookie(call.container.settings.secure, "")


@bp.route("/players/{handle}", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def find_player(call: Call, handle: str) -> shapes.PlayerFound:
    """Find somebody by handle, unless one of you has blocked the other."""
    return shapes.PlayerFound.model_validate(players.look_up(call.env, call.player, handle))
