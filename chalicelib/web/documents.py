"""The interface about itself: its OpenAPI document, a page that lists it, and whether the service answers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from chalice.app import Blueprint

from chalicelib import bootstrap
from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint

bp = Blueprint(__name__)


@lru_cache(maxsize=4)
def _document(server: str) -> dict[str, Any]:
    from chalicelib.web import openapi

    return openapi.document(bp.current_app.routes, bootstrap.container().env.games, server)


@bp.route("/openapi.json", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY))
def read_openapi(call: Call) -> shapes.Document:
    """This interface as an OpenAPI 3.1 document."""
    return shapes.Document(_document(call.container.settings.base_url))


@bp.route("/docs")
@endpoint(bp, Endpoint(Access.ANYBODY))
def read_docs(call: Call) -> shapes.Page:
    """This interface as a page to read."""
    from chalicelib.web import docs_page

    call.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
    return shapes.Page(docs_page.render(_document(call.container.settings.base_url)))


@bp.route("/healthz", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY))
def read_health(call: Call) -> shapes.Healthy:  # noqa: ARG001 - it asks nothing of anybody
    """Whether the service answers."""
    return shapes.Healthy()
