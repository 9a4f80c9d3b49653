"""Matches before and around their moves: set up, join, leave, look, list."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import cursor, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError
from chalicelib.web.table_view import answer, looked, move_answer, pace_shown

bp = Blueprint(__name__)


@bp.route("/matches", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.PLAYER,
        refusals=("invalid_option", "invalid_record", "not_found", "too_many_requests"),
        once=True,
        speaks=True,
    ),
)
def create_match(call: Call, body: shapes.MatchWish) -> shapes.MatchMade:
    """Set up a match. It starts by itself as soon as every seat is taken."""
    match_id = call.made or service.new_id(call.env)
    if call.made is None:
        service.create(call.env, call.player, _wish(body), call.also(match_id), match_id)
    call.headers["Location"] = f"{call.container.settings.base_url}/matches/{match_id}"
    return shapes.MatchMade.model_validate(dict(looked(call, match_id)))


def _wish(body: shapes.MatchWish) -> service.MatchWish:
    return service.MatchWish(
        game=body.game,
        seats=tuple(service.SeatWish(**seat.model_dump()) for seat in body.seats),
        options=body.options,
        pace=_pace(body.pace),
        visibility=body.visibility if "visibility" in body.model_fields_set else None,
        name=body.name,
        hold=body.hold,
        origin=_origin(body.origin) if body.origin else None,
        muted=body.muted,
    )


def _pace(wish: shapes.PaceWish) -> service.Pace:
    told = wish.model_dump(exclude={"then", "reminders"})
    return service.Pace(**told, then=wish.then or "", ladder=tuple(wish.reminders))


def _origin(wish: shapes.OriginWish) -> service.From:
    return service.From("match" if wish.match else "record", wish.match or wish.record, wish.ply)


@bp.route("/matches", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_found",)))
def list_open_matches(call: Call, query: shapes.LobbyQuery) -> shapes.Lobby:
    """Matches that wait for players, or that look for a substitute, oldest first.

    A page may be short before the end of the list where few matches fit: go on while there is a cursor. Matches with
    players you have blocked, or who have blocked you, are left out.
    """
    if query.game and query.game not in call.env.games.keys():  # noqa: SIM118 - not a mapping
        raise NotFoundError("There is no game of this name here.")
    about = f"lobby {query.status} {query.game}"
    place = cursor.take(call.env, about, query.cursor)
    found = service.lobby(call.env, _wanted(query), place, query.limit, call.player)
    shown = [_open_match(each) for each in found.matches]
    return shapes.Lobby(matches=shown, cursor=cursor.give(call.env, about, found.cursor))


def _wanted(query: shapes.LobbyQuery) -> service.Wanted:
    return service.Wanted(
        status=query.status,
        game=query.game,
        seats=query.seats,
        free=query.free,
        fastest=query.min_decision_time,
        slowest=query.max_decision_time,
        weekends=query.weekends,
        sits=query.player,
        joinable=query.joinable,
    )


def _open_match(found: service.OpenMatch) -> shapes.OpenMatch:
    told = {name: getattr(found, name) for name in found.__slots__}
    return shapes.OpenMatch.model_validate({**told, "pace": pace_shown(found.pace)})


@bp.route("/matches/{match}", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, speaks=True))
def read_match(call: Call, match: str, query: shapes.MatchQuery) -> shapes.MatchShown:
    """A match, as you may see it. Asking with If-None-Match is cheap while nothing has changed."""
    call.join = service.read_join_token(call.env, query.join) if query.join else None
    return looked(call, match)


@bp.route("/matches/{match}/join", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(Access.PLAYER, refusals=("seat_taken", "forbidden", "invalid_option", "conflict"), once=True, speaks=True),
)
def join_match(call: Call, match: str, body: shapes.JoinWish) -> shapes.MatchShown:
    """Take a seat. Joining a second time changes nothing."""
    if call.made is not None:
        return looked(call, match)
    link = service.read_join_token(call.env, body.link) if body.link else None
    return answer(call, service.join(call.env, call.player, match, body.seat, call.also(match), body.nonce, link))


@bp.route("/matches/{match}/leave", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat", "conflict"), once=True, speaks=True))
def leave_match(call: Call, match: str, body: shapes.Asked) -> shapes.MatchShown:  # noqa: ARG001 - it takes no fields
    """Give your seat back before the start. A table without any player is called off."""
    if call.made is not None:
        return looked(call, match)
    return answer(call, service.leave(call.env, call.player, match, call.also(match)))


@bp.route("/matches/{match}/nonce", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat", "invalid_option", "conflict"), once=True, speaks=True))
def set_nonce(call: Call, match: str, body: shapes.Nonce) -> shapes.MatchShown:
    """Put a nonce of your own into the dice, before the start."""
    if call.made is not None:
        return looked(call, match)
    return answer(call, service.set_nonce(call.env, match, body.nonce, call.caller, call.also(match)))


@bp.route("/matches/{match}/resign", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.CALLER, refusals=("not_your_seat", "not_to_move", "match_over", "conflict"), once=True, speaks=True
    ),
)
def resign(call: Call, match: str, body: shapes.Asked) -> shapes.MatchShown:  # noqa: ARG001 - as above
    """Give up. In a match of several the others play on."""
    if call.made is not None:
        return looked(call, match)
    return move_answer(call, service.resign(call.env, match, call.caller, call.also(match))).match


@bp.route("/matches/{match}/links", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("not_your_seat", "conflict"), speaks=True))
def revoke_links(call: Call, match: str) -> shapes.MatchShown:
    """Make every link that was mailed for your seat worthless, should one have fallen into wrong hands.

    The next mail has a new one. A link cannot do this itself, only its player.
    """
    return answer(call, service.revoke_links(call.env, match, service.Caller(call.player)))
