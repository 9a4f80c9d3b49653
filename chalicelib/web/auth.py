"""Who is calling: an API token, the session cookie of a browser, or the key of a seat link."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from chalice.app import Request

from chalicelib.bootstrap import Container
from chalicelib.matches import service
from chalicelib.players import service as players
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.web.errors import CrossSiteError

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_BEARER = re.compile(r"[Bb]earer +([!-~]+)")


def cookie_name(secure: bool) -> str:
    """The session cookie's name; the prefix binds it to https and to this host, where there is https."""
    return "__Host-tp" if secure else "tp"


def cookie(secure: bool, token: str) -> str:
    """The Set-Cookie header that starts a session, or ends it with an empty token."""
    age = players.SESSION_SECONDS if token else 0
    bound = "; Secure" if secure else ""
    return f"{cookie_name(secure)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{bound}"


def session_token(container: Container, request: Request) -> str:
    """The secret in the session cookie, or ""."""
    wanted = cookie_name(container.settings.secure)
    for part in request.headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return str(value)
    return ""


def identify(container: Container, request: Request) -> players.Identity | None:
    """The player who calls, or None where no credential is shown. Raises UnauthenticatedError, CrossSiteError."""
    header = request.headers.get("authorization", "")
    if header:
        found = _BEARER.fullmatch(header.strip())
        if found is None:
            raise UnauthenticatedError("The Authorization header must be: Bearer, a space, and an API token.")
        return players.authenticate(container.env, found[1], container.credentials)
    token = session_token(container, request)
    if not token:
        return None
    if request.method not in SAFE_METHODS:
        check_same_site(container, request)
    return players.authenticate(container.env, token, container.credentials)


def check_same_site(container: Container, request: Request) -> None:
    """Let a browser's session be used only by our own pages. Raises CrossSiteError."""
    site = request.headers.get("sec-fetch-site", "")
    origin = request.headers.get("origin", "")
    ours = site in ("same-origin", "none") if site else origin in _own_origins(container, request)
    if not ours:
        raise CrossSiteError("A session can be used from our own pages only; programs use an API token.")


def check_caller_site(container: Container, request: Request) -> None:
    """The same for a caller without a session, who may be no browser and not say from where. Raises CrossSiteError."""
    if "sec-fetch-site" in request.headers or "origin" in request.headers:
        check_same_site(container, request)


def _own_origins(container: Container, request: Request) -> tuple[str, ...]:
    """Where our pages are: the address people know, and the one this browser used to get here."""
    ours = urlsplit(container.settings.base_url)
    hosts = (ours.netloc, request.headers.get("host", ""))
    return tuple(f"{ours.scheme}://{host}" for host in hosts if host)


def seat_link(container: Container, request: Request) -> service.SeatLink | None:
    """What the key in the query string stands for, or None without one. Raises UnauthenticatedError."""
    query = request.query_params
    if query is None or "key" not in query:
        return None
    return service.SeatLink(*players.read_seat_link(container.env, query["key"]))
