"""What all pages have in common: who looks, the template, refusals as pages, the headers."""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chalice.app import Request, Response

from chalicelib import bootstrap
from chalicelib.bootstrap import Container
from chalicelib.matches.pace import stamp
from chalicelib.post import dates
from chalicelib.post.language import catalogue
from chalicelib.site import way
from chalicelib.site.refusals import refusal_of
from chalicelib.site.visitor import Visitor, prefix, spoken_by, visit
from chalicelib.site.words import NAMES, speaker
from chalicelib.telemetry.line import note
from chalicelib.telemetry.traces import kind, trace
from chalicelib.web import languages
from chalicelib.web.errors import KNOWN

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent

HEADERS: dict[str, str | list[str]] = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    # not no-referrer: a browser would hide the origin of our own forms from us
    "Referrer-Policy": "same-origin",
    "Vary": "Cookie, Accept-Language",
    "X-Content-Type-Options": "nosniff",
}
"""The boards of games are styled inline, so that mail shows them too; nothing else from elsewhere is let in."""

_log = logging.getLogger(__name__)


def answer(request: Request, path: str, page: Callable[[Visitor], Response]) -> Response:
    """What the page with this path answers to its visitor, or the page of what went wrong."""
    try:
        return page(visit(request))
    except KNOWN as error:
        return refused_page(error, _language(request))
    except Exception as error:  # noqa: BLE001 - the visitor gets a page, the log the cause
        _log.error("page %s failed: %s", path, trace(error))
        note(error=kind(error))
        return refused_page(error, languages.of_request(request))


def _language(request: Request) -> str:
    """The language of whoever asks, as far as it can be known when something was refused."""
    try:
        return spoken_by(request)
    except KNOWN:
        return languages.of_request(request)


def show(visitor: Visitor, template: str, status: int = 200, **values: Any) -> Response:
    """A page of this template, in the visitor's language."""
    text = _render(
        template,
        visitor.container,
        visitor.language,
        moment=lambda epoch: dates.moment(catalogue(visitor.language), epoch, visitor.zone),
        short=lambda epoch: dates.short(catalogue(visitor.language), epoch, visitor.zone),
        span=lambda seconds: dates.span(catalogue(visitor.language), seconds),
        stamp=stamp,
        visitor=visitor,
        login=way.login(visitor.target),
        **values,
    )
    return Response(text, dict(HEADERS), status)


def missing(visitor: Visitor, match: str) -> Response:
    """One page for a match that does not exist and for one that the visitor may not know of."""
    had_link = visitor.seat_link is not None and visitor.seat_link.match == match
    return show(visitor, "missing.html", 404, link_failed=had_link or visitor.broken)


def go(visitor: Visitor, target: str, cookie: str = "") -> Response:
    """Send the browser on to another page after a form was posted, with a cookie if one is given."""
    headers: dict[str, str | list[str]] = {**HEADERS, "Location": prefix(visitor.container) + target}
    if cookie:
        headers["Set-Cookie"] = cookie
    return Response("", headers, 303)


def refused_page(error: Exception, language: str) -> Response:
    """The page of an error that no form can show; it knows nobody, since that may be what failed."""
    refusal = refusal_of(error, language)
    text = _render("refused.html", bootstrap.container(), language, refusal=refusal, visitor=None, login="/login")
    return Response(text, dict(HEADERS), refusal.status)


def _render(template: str, container: Container, language: str, **values: Any) -> str:
    found: str = (
        _environment()
        .get_template(template)
        .render(
            _=speaker(language),
            lang=language,
            languages=NAMES,
            link=lambda target: prefix(container) + target,
            styles=stylesheet()[1],
            **values,
        )
    )
    return found


@functools.cache
def stylesheet() -> tuple[str, str]:
    """The styles of all pages, and a name for this state of them."""
    text = FOLDER.joinpath("site.css").read_text(encoding="utf-8")
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
