"""How people are brought to a table: invitations by handle and by mail, and links to join by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError
from chalicelib.web.table_view import answer, looked, pace_shown

if TYPE_CHECKING:
    from chalicelib.matches.match import Match

bp = Blueprint(__name__)


@bp.route("/matches/{match}/invite", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.PLAYER,
        refusals=("forbidden", "seat_taken", "invalid_option", "conflict", "too_many_requests"),
        once=True,
        speaks=True,
    ),
)
def invite(call: Call, match: str, body: shapes.InviteWish) -> shapes.MatchShown:
    """Keep an open seat of your own match for somebody, who is told.

    By mail the answer is the same for every address, and one mail goes to an address until it has answered.
    """
    if call.made is not None:
        return looked(call, match)
    by_mail = service.SeatWish("invite", email=body.email, name=body.name, language=body.language)
    wish = service.SeatWish("player", body.handle) if body.handle else by_mail
    return answer(call, service.invite(call.env, call.player, match, wish, body.seat, call.also(match)))


@bp.route("/matches/{match}/invite/{seat}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("forbidden", "seat_taken", "conflict"), speaks=True))
def uninvite(call: Call, match: str, seat: str) -> shapes.MatchShown:
    """Take an invitation to your own match back; the seat is open then."""
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 9):
        raise NotFoundError
    return answer(call, service.uninvite(call.env, call.player, match, int(seat)))


@bp.route("/matches/{match}/link", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("forbidden", "conflict")))
def read_link(call: Call, match: str) -> shapes.JoinLinkShown:
    """The link to join by of your own match, while it waits."""
    return _link_shown(call, match, service.my_link(call.env, call.player, match))


@bp.route("/matches/{match}/link", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("forbidden", "conflict"), once=True))
def make_link(call: Call, match: str, body: shapes.Asked) -> shapes.JoinLinkShown:  # noqa: ARG001 - it takes no fields
    """Make a link by which people can join your match, a private one too. One made before is good for nothing then."""
    if call.made is not None:
        return read_link_of(call, match)
    made = service.make_link(call.env, call.player, match, call.also(match))
    return _link_shown(call, match, service.join_token(call.env, made))


def read_link_of(call: Call, match: str) -> shapes.JoinLinkShown:
    """The link as it is now. Raises MatchNotFoundError, ForbiddenError, WrongStatusError."""
    return _link_shown(call, match, service.my_link(call.env, call.player, match))


def _link_shown(call: Call, match: str, token: str) -> shapes.JoinLinkShown:
    url = f"{call.container.settings.base_url}/m/{match}?{urlencode({'join': token})}"
    return shapes.JoinLinkShown(match=match, link=token, url=url)


@bp.route("/matches/{match}/link", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204, refusals=("forbidden", "conflict")))
def revoke_link(call: Call, match: str) -> None:
    """Make the link to join by of your own match good for nothing."""
    service.revoke_link(call.env, call.player, match)


@bp.route("/invitations", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("not_found",)))
def read_invitation(call: Call, query: shapes.InvitationQuery) -> shapes.InvitationShown:
    """An invitation that came by mail."""
    found = service.asked(call.env, query.token)
    return shapes.InvitationShown(
        state=found.state,
        inviter=found.inviter,
        until=shapes.moment(found.until),
        **_about(found.match),
    )


def _about(match: Match | None) -> dict[str, Any]:
    if match is None:
        return {"match": None, "game": None, "seats": [], "options": {}, "pace": None}
    roster = match.roster
    seats = [seat.name for seat in roster.seats]
    told = {"match": match.id, "game": roster.game, "seats": seats, "options": dict(roster.options)}
    return {**told, "pace": pace_shown(roster.pace)}


@bp.route("/invitations", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.GUEST, refusals=("not_found", "conflict", "invalid_option")))
def answer_invitation(call: Call, body: shapes.InvitationAnswer) -> shapes.InvitationAnswered:
    """Answer an invitation that came by mail. Only to accept takes an account."""
    if body.answer == "accept":
        if not call.player:
            raise UnauthenticatedError("To accept takes an account: sign up or log in first, by any address.")
        match = service.accept(call.env, call.player, body.token, body.nonce)
        return shapes.InvitationAnswered(answer=body.answer, match=match.id)
    (service.decline if body.answer == "decline" else service.never_again)(call.env, body.token)
    return shapes.InvitationAnswered(answer=body.answer, match=None)
