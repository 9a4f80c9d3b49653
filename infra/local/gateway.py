"""What API Gateway does in AWS: find the route, hand the request to app.py as a Lambda event, give its answer back."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from chalice.app import Chalice
from chalice.config import Config
from chalice.local import CustomLocalChalice, LocalChalice, LocalGateway, RouteMatcher

from chalicelib.site.pages import refused_page
from chalicelib.web import languages
from chalicelib.web.errors import KINDS, NotFoundError

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request, read whole; `target` is its path with the query, `peer` the IP address it came from."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes = b""
    peer: str = ""

    @property
    def path(self) -> str:
        return urlsplit(self.target).path


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer; a header may stand several times."""

    status: int
    body: bytes = b""
    headers: Headers = ()


Page = Callable[[Request], Answer]


def problem(status: int, code: str, detail: str, headers: Headers = ()) -> Answer:
    """A refusal in the service's own manner (RFC 9457)."""
    told = {"type": f"/docs#{code}", "title": KINDS[code].title, "status": status, "code": code, "detail": detail}
    return Answer(status, json.dumps(told).encode(), (("Content-Type", "application/problem+json"), *headers))


class Gateway:
    """Routes requests to the app's handler; `pages` are further ones, by the first segment of their path."""

    def __init__(self, app: Chalice, pages: Mapping[str, Page]) -> None:
        _make_thread_safe(app)
        self._app = app
        self._pages = pages
        self._matcher = RouteMatcher(list(app.routes))
        self._local = LocalGateway(app, Config.create(lambda_timeout=30, lambda_memory_size=512))

    def answer(self, request: Request) -> Answer:
        """What the service says to this."""
        page = self._pages.get(request.path.split("/")[1]) if request.path.startswith("/") else None
        if page is not None:
            return page(request)
        try:
            route = self._matcher.match_route(request.target).route
        except ValueError:
            return _missing(request)
        method = self._method(route, request.method)
        return _answer(self._local.handle_request(method, request.target, dict(request.headers), request.body))

    def _method(self, route: str, method: str) -> str:
        is_missing = method == "HEAD" and "HEAD" not in self._app.routes[route]
        return "GET" if is_missing else method


def _missing(request: Request) -> Answer:
    """What is said of an address that no route has: a page to a browser, a problem to a program."""
    given = {name.lower(): value for name, value in request.headers.items()}
    if "text/html" not in given.get("accept", ""):
        return problem(404, "not_found", str(NotFoundError()))
    page = refused_page(NotFoundError(), languages.accepted(given.get("accept-language", "")))
    return Answer(
        page.status_code, page.body.encode(), tuple((name, str(value)) for name, value in page.headers.items())
    )


def _make_thread_safe(app: Chalice) -> None:
    """Give every thread its own `current_request`, as Chalice's own local server does."""
    if not isinstance(app, LocalChalice):
        CustomLocalChalice.__bases__ = (LocalChalice, type(app))
        app.__class__ = CustomLocalChalice


def _answer(response: Mapping[str, Any]) -> Answer:
    text = response["body"] or ""
    body = base64.b64decode(text) if response.get("isBase64Encoded") else text.encode()
    several = [(name, value) for name, values in response["multiValueHeaders"].items() for value in values]
    return Answer(response["statusCode"], body, (*response["headers"].items(), *several))
