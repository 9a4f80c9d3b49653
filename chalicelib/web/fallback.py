"""What Chalice itself answers (wrong method, wrong content type, a fault of ours), told in our own manner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chalice.app import Blueprint, Request, Response

from chalicelib import bootstrap
from chalicelib.telemetry import line
from chalicelib.web.body import JSON, NOT_JSON
from chalicelib.web.errors import problem

bp = Blueprint(__name__)

FAILED = "Something went wrong here. It was noted; please try again."

_TOLD = {
    405: ("method_not_allowed", "This address does not take this method; the Allow header names those it takes."),
    415: ("malformed_request", NOT_JSON),
    500: ("internal_error", FAILED),
}
_NO_FORM = "This page takes forms: send the body as {kind}."


@bp.middleware("http")
def retell(event: Request, get_response: Callable[[Request], Response]) -> Response:
    """The route's own answer, or Chalice's as a problem."""
    response = get_response(event)
    if not _is_chalices_own(response.body) or response.status_code not in _TOLD:
        return response
    code, detail = _TOLD[response.status_code]
    if response.status_code == 415 and JSON not in (taken := _taken(event)):
        detail = _NO_FORM.format(kind=taken[0])
    extras = {"request": line.request()} if code == "internal_error" else {}
    told = problem(code, detail, bootstrap.container().settings.base_url, extras)
    told.headers = {**response.headers, **told.headers}
    return told


def _is_chalices_own(body: Any) -> bool:
    return isinstance(body, dict) and body.keys() == {"Code", "Message"}


def _taken(request: Request) -> list[str]:
    """The content types that the route of this request takes."""
    found: list[str] = bp.current_app.routes[request.context["resourcePath"]][request.method].content_types
    return found
