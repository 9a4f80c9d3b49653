"""Around a running match: bots that stand in, substitutes, nudges, and a draw by agreement."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.matches.errors import MatchNotFoundError
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.table_view import answer, looked

bp = Blueprint(__name__)

_CLOSED = ("not_your_seat", "not_to_move", "match_over", "conflict")


@bp.route("/matches/{match}/bot", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("invalid_option", *_CLOSED), once=True, speaks=True))
def lend_seat(call: Call, match: str, body: shapes.BotWish) -> shapes.MatchShown:
    """Let a bot play in your seat until you take it back. It plays on at once; a second time changes nothing.

    Somebody else has to be there: a match of bots alone would end.
    """
    if call.made is not None:
        return looked(call, match)
    return answer(call, service.lend(call.env, match, call.caller, body.level, call.also(match)))


@bp.route("/matches/{match}/bot", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=_CLOSED, speaks=True))
def take_seat_back(call: Call, match: str) -> shapes.MatchShown:
    """Play in your own seat again. A decision that is open begins anew; what the bot has sealed can be changed.

    A call for a substitute for the seat ends.
    """
    return answer(call, service.take_back(call.env, match, call.caller))


@bp.route("/matches/{match}/substitute", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.CALLER,
        refusals=("not_your_seat", "seat_taken", "invalid_option", "match_over", "conflict", "too_many_requests"),
        once=True,
        speaks=True,
    ),
)
def find_substitute(call: Call, match: str, body: shapes.SubstituteWish) -> shapes.MatchShown:
    """At the table: look for somebody who takes a seat over for good. Else: take the seat that is wanted.

    Whoever takes one plays on from where it stands and sees what the seat sees; links that were mailed for it are
    worthless from then on. Who sat at a table before cannot come back so. A seat of a private match needs a `handle`.
    """
    if call.made is not None:
        return looked(call, match)
    found = service.substitute(call.env, match, call.caller, body.seat, body.handle, call.also(match))
    return answer(call, found)


@bp.route("/matches/{match}/substitute", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat", "match_over", "conflict"), speaks=True))
def end_call(call: Call, match: str, query: shapes.CallQuery) -> shapes.MatchShown | None:
    """Look for nobody any more, or decline the seat that is kept for you.

    There is nothing to show to somebody who declined a seat of a private match.
    """
    found = service.end_call(call.env, match, call.caller, query.seat)
    try:
        return answer(call, found)
    except MatchNotFoundError:
        return None


@bp.route("/matches/{match}/nudge", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=(*_CLOSED, "too_many_requests"), once=True, speaks=True))
def nudge(call: Call, match: str, body: shapes.Asked) -> shapes.MatchShown:  # noqa: ARG001 - it takes no fields
    """Remind those who have kept the others waiting for an hour or more, in your name; once a day and match."""
    if call.made is not None:
        return looked(call, match)
    return answer(call, service.nudge(call.env, match, call.caller, call.also(match)))


@bp.route("/matches/{match}/draw", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=(*_CLOSED, "too_many_requests"), once=True, speaks=True))
def offer_draw(call: Call, match: str, body: shapes.Asked) -> shapes.MatchShown:  # noqa: ARG001 - as above
    """Offer a draw, or accept one; once all who have not given up want it, the match ends. An offer a day and match."""
    if call.made is not None:
        return looked(call, match)
    return answer(call, service.offer_draw(call.env, match, call.caller, call.also(match)))


@bp.route("/matches/{match}/draw", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=_CLOSED, speaks=True))
def decline_draw(call: Call, match: str) -> shapes.MatchShown:
    """Withdraw your offer of a draw; without one of yours decline those of the others, which ends them all."""
    return answer(call, service.decline_draw(call.env, match, call.caller))
