"""A player's deadlines as a calendar: the secret link to it, and the calendar itself."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.players import service as players
from chalicelib.players.errors import UnknownFeedError, UnknownPlayerError
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.me import still_there

bp = Blueprint(__name__)

PATH = "/calendar.ics"


@bp.route("/me/calendar", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def read_calendar_link(call: Call) -> shapes.CalendarLink:
    """Whether there is a link to your calendar, and since when. The link itself was shown when it was made."""
    return shapes.CalendarLink(created=shapes.moment(players.feed_since(call.env, call.player)))


@bp.route("/me/calendar", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=201, refusals=("conflict",), once=True, secret=True))
def make_calendar_link(
    call: Call,
    body: shapes.Asked,  # noqa: ARG001 - there is none
) -> shapes.CalendarMade:
    """Make a secret link to your calendar, which is shown this once. The one before opens nothing any more."""
    with still_there():
        key = players.make_feed(call.env, call.player, call.also("calendar"))
    url = f"{call.container.settings.base_url}{players.path_of(key)}"
    return shapes.CalendarMade(created=shapes.moment(call.env.clock.now()), url=url)


@bp.route("/me/calendar", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def revoke_calendar_link(call: Call) -> None:
    """Take the link to your calendar back: it opens nothing any more."""
    players.revoke_feed(call.env, call.player)


@bp.route(PATH, methods=["HEAD"])
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("not_found",)))
def look_at_calendar(call: Call, query: shapes.CalendarKey) -> shapes.Calendar:
    """Whether the calendar of a player's deadlines has changed, by its ETag."""
    return _calendar(call, query.key)


@bp.route(PATH)
@endpoint(bp, Endpoint(Access.ANYBODY, refusals=("not_found",)))
def read_calendar(call: Call, query: shapes.CalendarKey) -> shapes.Calendar:
    """The calendar of a player's deadlines (RFC 5545), by the secret link to it.

    An event is an open decision, or a seat that is kept for an answer, at the moment at which time is up.
    """
    return _calendar(call, query.key)


def _calendar(call: Call, key: str) -> shapes.Calendar:
    from chalicelib.post import calendar

    player = players.read_feed(call.env, key)
    try:
        profile = players.read_profile(call.env, player)
    except UnknownPlayerError:
        raise UnknownFeedError("There is no calendar at this link, or not any more.") from None
    call.headers["Content-Disposition"] = 'inline; filename="turnpost.ics"'
    call.headers["Referrer-Policy"] = "no-referrer"
    return shapes.Calendar(calendar.write(call.container.post, profile, service.my_deadlines(call.env, player)))
