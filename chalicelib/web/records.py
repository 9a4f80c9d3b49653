"""What happened in a match, and the proof of its dice."""

from __future__ import annotations

from chalice.app import Blueprint

from chalicelib.matches import service
from chalicelib.web import pages
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.schemas import Paged
from chalicelib.web.table_schemas import Fairness, Log, Record
from chalicelib.web.table_view import log_shown, seat_names

bp = Blueprint(__name__)


@bp.route("/matches/{match}/log", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, speaks=True))
def read_log(call: Call, match: str, query: Paged) -> Log:
    """Everything that happened so far, as you may see it, oldest first."""
    names = seat_names(service.look(call.env, match, call.caller))
    rows = service.log(call.env, match, call.caller, call.language)
    found, following = pages.page(call.env, f"log {match}", rows, query)
    return Log(entries=[log_shown(row, names) for row in found], cursor=following)


@bp.route("/matches/{match}/export", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER, refusals=("conflict",)))
def export_match(call: Call, match: str) -> Record:
    """The record of an ended match, from which anybody can replay it and check its dice."""
    return Record.model_validate(service.export(call.env, match, call.caller))


@bp.route("/matches/{match}/fairness", cors=CORS)
@endpoint(bp, Endpoint(Access.CALLER))
def read_fairness(call: Call, match: str) -> Fairness:
    """What was promised about the dice before anybody joined, and, once the match has ended, the seed."""
    return Fairness.model_validate(service.fairness(call.env, match, call.caller))
