"""One line in the log for every request, whatever becomes of it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from chalice.app import Blueprint, Request, Response

from chalicelib import bootstrap
from chalicelib.telemetry import line, traces
from chalicelib.web.errors import problem
from chalicelib.web.fallback import FAILED

bp = Blueprint(__name__)

_MATCH = re.compile("[0-9a-z]{16}")


@bp.middleware("http")
def tell(event: Request | None, get_response: Callable[[Request | None], Response]) -> Response:
    """The answer, told in the log; what fails before a route or behind it is answered as a problem too."""
    try:
        with bootstrap.observed("api", event.lambda_context if event else None) as told:
            if event:
                _note_request(told, event)
            response = get_response(event)
            _note_answer(told, response.status_code)
            return response
    except bootstrap.InvocationError:
        return problem("internal_error", FAILED, "")


def tamed(record: logging.LogRecord) -> bool:
    """A filter for Chalice's own log: it tells where an exception came from, and in which request, not what it says."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        line.note(error=traces.kind(error))
        record.msg = f"{record.getMessage()} in {line.request()}: {traces.trace(error)}"
        record.args = ()
        record.exc_info = record.exc_text = None
    return True


def _note_request(told: line.Line, request: Request) -> None:
    """The route and not the path: in a path may stand whatever somebody typed; a match only if it looks like one."""
    told.note({"route": f"{request.method} {request.path}"})
    match = (request.uri_params or {}).get("match", "")
    if _MATCH.fullmatch(match):
        told.about(match, 0)


def _note_answer(told: line.Line, status: int) -> None:
    told.note({"status": status, "latency": told.milliseconds, f"answered_{status // 100}xx": 1})
    if status >= 400:
        told.outcome = "refused" if status < 500 else "failed"
