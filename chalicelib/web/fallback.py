"""What Chalice itself answers (wrong method, wrong content type, a fault of ours), told in our own manner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chalice.app import Blueprint, Request, Response

from chalicelib import bootstrap
from chalicelib.web.body import NOT_JSON
from chalicelib.web.errors import problem

bp = Blueprint(__name__)

_TOLD = {
    405: ("method_not_allowed", "This address does not take this method; the Allow header names those it takes."),
    415: ("malformed_request", NOT_JSON),
    500: ("internal_error", "Something went wrong here. It was noted; please try again."),
}


@bp.middleware("http")
def retell(event: Request, get_response: Callable[[Request], Response]) -> Response:
    """The route's own answer, or Chalice's as a problem."""
    response = get_response(event)
    if not _is_chalices_own(response.body) or response.status_code not in _TOLD:
        return response
    told = problem(*_TOLD[response.status_code], bootstrap.container().settings.base_url)
    told.headers = {**response.headers, **told.headers}
    return told


def _is_chalices_own(body: Any) -> bool:
    return isinstance(body, dict) and body.keys() == {"Code", "Message"}
