"""Who looks at a page: by session, by seat link, or a stranger; and in which language and time zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlencode, urlsplit
from zoneinfo import ZoneInfo

from chalice.app import Request

from chalicelib import bootstrap
from chalicelib.bootstrap import Container
from chalicelib.matches.join_links import read_join_token
from chalicelib.matches.match import Caller, Match, SeatLink
from chalicelib.matches.wall_clock import zone_of
from chalicelib.players.authentication import authenticate
from chalicelib.players.errors import UnauthenticatedError, UnknownPlayerError
from chalicelib.players.profile import SPOKEN, Profile
from chalicelib.players.repository import load_profile
from chalicelib.players.seat_links import read_seat_link
from chalicelib.site import upload
from chalicelib.web import auth, body, languages
from chalicelib.web.errors import MalformedRequestError

_KEY_SECONDS = 30 * 86_400
_FIELDS = 60


@dataclass(frozen=True, slots=True)
class Visitor:
    """One request for a page.

    `form` holds the fields that were posted; `key` is the seat link's token that came with the request, which its
    forms carry on, `seat_link` what it stands for. `broken` says that a key was shown that is none of ours.
    """

    container: Container
    request: Request
    form: dict[str, str]
    player: str
    profile: Profile | None
    key: str
    seat_link: SeatLink | None
    broken: bool

    @property
    def caller(self) -> Caller:
        """Who asks, as matches know it."""
        return Caller(
            self.player, self.seat_link, read_join_token(self.container.env, self.join) if self.join else None
        )

    @property
    def join(self) -> str:
        """What the link to join by bears with which the visitor has come; "" without one."""
        return self.form.get("join") or self.query("join")

    @property
    def language(self) -> str:
        """The language of the page: asked for in the query, else the visitor's own, else what the browser accepts."""
        asked = self.query("language")
        if asked in SPOKEN:
            return asked
        return self.profile.language if self.profile else languages.of_request(self.request)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the page's times."""
        return zone_of(self.profile.zone if self.profile else "UTC")

    def query(self, name: str) -> str:
        """A value of the query string, "" without it."""
        return _query(self.request, name)

    @property
    def target(self) -> str:
        """Where a login leads back to this page."""
        return f"{self.here}?join={self.join}" if self.join else self.here

    @property
    def here(self) -> str:
        """The path of this page."""
        return str(self.request.context["resourcePath"]).format(**(self.request.uri_params or {}))

    def again(self, **changes: str) -> str:
        """The query string of this page with something else in it; a seat link's key stays."""
        kept = {name: str(value) for name, value in (self.request.query_params or {}).items() if name != "done"}
        if self.key:
            kept["key"] = self.key
        return "?" + urlencode({**kept, **changes})

    def seen_in(self, match: Match) -> Visitor:
        """The same visitor with the profile of the player whose seat the link is for."""
        seat = self.caller.seat_in(match)
        if self.profile or seat is None:
            return self
        profile = _profile(self.container, match.roster.seats[seat].player)
        return replace(self, profile=profile)


def visit(request: Request) -> Visitor:
    """Who asks for a page.

    Raises CrossSiteError when another site posts, MalformedRequestError, TooLargeError.
    """
    container = bootstrap.container()
    form = _form(container, request)
    by_program = is_one_click(form)
    player = "" if by_program else _player(container, request)
    key = form.get("key") or _query(request, "key") or ("" if by_program else _seat_cookie(container, request))
    link = _link(container, key)
    return Visitor(
        container=container,
        request=request,
        form=form,
        player=player,
        profile=_profile(container, player),
        key=key if link else "",
        seat_link=link,
        broken=bool(key) and link is None,
    )


def is_one_click(form: Mapping[str, str]) -> bool:
    """Whether a program of mail posts this for its reader (RFC 8058); no cookie counts then."""
    return form.get("List-Unsubscribe") == "One-Click"


def spoken_by(request: Request) -> str:
    """The language that the query asks for, or the session's player has, or the browser accepts; no form is read."""
    container = bootstrap.container()
    profile = _profile(container, _player(container, request))
    asked = _query(request, "language") in SPOKEN
    return profile.language if profile and not asked else languages.of_request(request)


def _query(request: Request, name: str) -> str:
    found = request.query_params
    return str(found.get(name, "")) if found else ""


def _form(container: Container, request: Request) -> dict[str, str]:
    if request.method in auth.SAFE_METHODS:
        return {}
    body.check_size(request)
    fields = _fields(request)
    if not is_one_click(fields):
        auth.check_same_site(container, request)
    if not all(map(body.is_storable, fields.values())):
        raise MalformedRequestError("This form holds a character that cannot be stored.")
    return {name: value.strip() for name, value in fields.items()}


def _fields(request: Request) -> dict[str, str]:
    kind, raw = request.headers.get("content-type", ""), request.raw_body
    if upload.is_upload(kind):
        return upload.fields(raw.encode() if isinstance(raw, str) else raw, kind)
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        found = parse_qs(text, keep_blank_values=True, max_num_fields=_FIELDS, encoding="utf-8", errors="strict")
    except ValueError:
        raise MalformedRequestError("This form cannot be read.") from None
    return {name: values[-1] for name, values in found.items()}


def _player(container: Container, request: Request) -> str:
    token = auth.session_token(container, request)
    try:
        return authenticate(container.env, token, container.credentials).player if token else ""
    except UnauthenticatedError:
        return ""


def _profile(container: Container, player: str) -> Profile | None:
    try:
        return load_profile(container.env.store, player) if player else None
    except UnknownPlayerError:
        return None


def _link(container: Container, key: str) -> SeatLink | None:
    try:
        return SeatLink(*read_seat_link(container.env, key)) if key else None
    except UnauthenticatedError:
        return None


def _cookie_name(container: Container) -> str:
    return "__Secure-tp-seat" if container.settings.secure else "tp-seat"


def _seat_cookie(container: Container, request: Request) -> str:
    """The key that an earlier post with a seat link left for the match's own pages."""
    wanted = _cookie_name(container)
    parts = (part.strip().partition("=") for part in request.headers.get("cookie", "").split(";"))
    return next((value for name, _, value in parts if name == wanted), "")


def seat_cookie(visitor: Visitor) -> str:
    """The Set-Cookie header that lets the holder of a seat link come back to that match without it."""
    link = visitor.seat_link
    match = link.match if link else ""
    path = f"{prefix(visitor.container)}/m/{match}"
    bound = "; Secure" if visitor.container.settings.secure else ""
    name = _cookie_name(visitor.container)
    return f"{name}={visitor.key}; Path={path}; Max-Age={_KEY_SECONDS}; HttpOnly; SameSite=Lax{bound}"


def prefix(container: Container) -> str:
    """What stands before the paths of all pages, such as an API's stage: "/api", or ""."""
    return urlsplit(container.settings.base_url).path
