"""Being away: in all of one's matches, or in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.me import still_there
from chalicelib.web.table_view import looked

if TYPE_CHECKING:
    from chalicelib.matches.absence import Absence, Absences

bp = Blueprint(__name__)


def absence_shown(found: Absence) -> dict[str, Any]:
    """An absence as an answer."""
    return {"id": found.id, "from": found.since, "until": found.until}


def _told(found: Absences) -> dict[str, Any]:
    short = [{"match": e.match, "name": e.name, "absence_days": e.days, "until": e.until} for e in found.short]
    return {"absences": [absence_shown(each) for each in found.absences], "days_left": found.days_left, "short": short}


def _moments(body: shapes.AbsenceWish) -> tuple[int, int]:
    """From and until in epoch seconds; 0 for now. Raises InvalidMatchError."""
    since = service.moment_of(body.since, "from") if body.since else 0
    return since, service.moment_of(body.until, "until")


@bp.route("/me/absences", cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER))
def list_absences(call: Call) -> shapes.Absences:
    """Your absences that are not over."""
    with still_there():
        return shapes.Absences.model_validate(_told(service.absences(call.env, call.player)))


@bp.route("/me/absences", methods=["POST"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, refusals=("invalid_option", "conflict", "too_many_requests"), once=True))
def announce_absence(call: Call, body: shapes.AbsenceWish) -> shapes.AbsencesMade:
    """Announce that you will be away: in all of your matches your clock stands still then.

    It reaches them within a minute; the others at their tables are told, and your own mails go out as ever. You may be
    away for 60 days a year, in each match for as many as it allows: `short` says where that is less than you asked for.
    """
    with still_there():
        if call.made is not None:
            found = service.absences(call.env, call.player)
        else:
            found = service.announce(call.env, call.player, *_moments(body), call.also("absence"))
    return shapes.AbsencesMade.model_validate(_told(found))


@bp.route("/me/absences/{absence}", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.PLAYER, status=204))
def end_absence(call: Call, absence: str) -> None:
    """You are back: end an absence that has begun, or call one off that has not."""
    with still_there():
        service.withdraw(call.env, call.player, absence)


@bp.route("/matches/{match}/absence", methods=["POST"], cors=CORS)
@endpoint(
    bp,
    Endpoint(
        Access.CALLER,
        refusals=("not_your_seat", "invalid_option", "match_over", "conflict", "too_many_requests"),
        once=True,
        speaks=True,
    ),
)
def announce_absence_here(call: Call, match: str, body: shapes.AbsenceWish) -> shapes.MatchShown:
    """Announce that you will be away in this match alone, for as many days a year as it allows."""
    if call.made is None:
        service.announce_here(call.env, match, *_moments(body), call.caller, call.also(match))
    return looked(call, match)


@bp.route("/matches/{match}/absence", methods=["DELETE"], cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("not_your_seat", "match_over", "conflict"), speaks=True))
def end_absence_here(call: Call, match: str) -> shapes.MatchShown:
    """You are back in this match: your clock goes on. An absence that you announced for all matches is not ended."""
    service.return_here(call.env, match, call.caller)
    return looked(call, match)
