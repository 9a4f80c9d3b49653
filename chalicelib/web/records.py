"""What happened in a match, and the proof of its dice."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import pages, shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.table_view import log_shown, seat_names

bp = Blueprint(__name__)


@bp.route("/matches/{match}/log", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, speaks=True))
def read_log(call: Call, match: str, query: shapes.Paged) -> shapes.Log:
    """Everything that happened so far, as you may see it, oldest first."""
    names = seat_names(service.look(call.env, match, call.caller).seats)
    rows = service.log(call.env, match, call.caller, call.language)
    found, following = pages.page(call.env, f"log {match}", rows, query)
    return shapes.Log(entries=[log_shown(row, names) for row in found], cursor=following)


@bp.route("/matches/{match}/export", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("conflict",)))
def export_match(call: Call, match: str) -> shapes.Record:
    """The record of an ended match, from which anybody can replay it and check its dice."""
    return service.export(call.env, match, call.caller)


@bp.route("/matches/{match}/fairness", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER))
def read_fairness(call: Call, match: str) -> shapes.Fairness:
    """What was promised about the dice before anybody joined, the newest mark, and, at the end, the seed."""
    return shapes.Fairness.model_validate(service.fairness(call.env, match, call.caller))
