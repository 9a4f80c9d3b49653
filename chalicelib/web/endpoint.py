"""What stands between Chalice and a route: who calls, what was sent, refusals as problems, ETags, idempotency.

A route is a function of a `Call`, of its path's parts and, by their annotations, of a `body` and a `query` model; it
returns a model (or None: 204). The OpenAPI document is made from the same annotations and docstring.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from chalice.app import Blueprint, CORSConfig, Request, Response

from chalicelib import bootstrap
from chalicelib.matches import service
from chalicelib.matches.errors import AlreadyStoredError
from chalicelib.players import service as players
from chalicelib.players.errors import UnauthenticatedError
from chalicelib.players.store_errors import ConditionFailedError
from chalicelib.web import auth, body, languages, shapes
from chalicelib.web.errors import KNOWN, AlreadyDoneError, MalformedRequestError, NotFoundError, misfits, refuse

if TYPE_CHECKING:
    from pydantic import BaseModel

    from chalicelib.players.ports import Env, Put
    from chalicelib.web import idempotency

CORS = CORSConfig(
    allow_origin="*",
    allow_headers=["Authorization", "Content-Type", "If-None-Match", "Idempotency-Key"],
    expose_headers=["ETag", "Location", "Retry-After"],
    max_age=600,
)
"""For everything that a bearer token can do: any page may ask, but a browser sends no cookies along."""

_TRIES = 3
_ID = re.compile(r"[0-9A-Za-z_.-]{1,160}")

F = TypeVar("F", bound=Callable[..., Any])


class Access(StrEnum):
    """Whose business a route is."""

    ANYBODY = "anybody"
    """Credentials are not looked at."""
    CALLER = "caller"
    """A player, the holder of a seat link or a stranger: the use case decides."""
    PLAYER = "player"
    """A signed-in player only."""
    GUEST = "guest"
    """Anybody who shows something else in the body; what a player alone can do, the use case of it refuses others."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What a route promises beside its function's annotations; `refusals` are the codes of its own."""

    access: Access
    status: int = 200
    refusals: tuple[str, ...] = ()
    once: bool = False
    """Whether it takes an Idempotency-Key."""
    secret: bool = False
    """Whether its answer holds a secret, so that a repeat is told the id only."""
    speaks: bool = False
    """Whether there is text for people in its answer, or in a mail it causes."""


@dataclass(slots=True)
class Call:
    """One request on its way through a route; `headers` go out with the answer."""

    container: bootstrap.Container
    request: Request
    identity: players.Identity | None = None
    link: service.SeatLink | None = None
    join: service.JoinLink | None = None
    headers: dict[str, str | list[str]] = field(default_factory=dict)
    once: idempotency.Once | None = None
    made: str | None = None
    """What an earlier request with the same Idempotency-Key made."""

    @property
    def env(self) -> Env:
        """What use cases work with."""
        return self.container.env

    @property
    def player(self) -> str:
        """The signed-in player's id; "" for others, who are let into no route of players only."""
        return self.identity.player if self.identity else ""

    @property
    def caller(self) -> service.Caller:
        """Who asks, as matches know it."""
        return service.Caller(self.player, self.link, self.join)

    @property
    def language(self) -> str:
        """The language of the answer: asked for in the query, or the first of ours that the client accepts."""
        return languages.of_request(self.request)

    def also(self, made: str) -> tuple[Put, ...]:
        """What has to stand in the request's own commit, so that its repeat finds `made`."""
        return (self.once.write(made),) if self.once else ()


def endpoint(bp: Blueprint, about: Endpoint) -> Callable[[F], Callable[..., Response]]:
    """Make a route of a function that takes a Call; stands under `@bp.route`."""

    def decorate(function: F) -> Callable[..., Response]:
        hints = functools.cache(lambda: get_type_hints(function))

        @functools.wraps(function)
        def route(**parts: str) -> Response:
            try:
                return _answer(about, function, hints(), bp.current_request, parts)
            except KNOWN as error:
                return refuse(error, bootstrap.container().settings.base_url)

        route.endpoint = about  # type: ignore[attr-defined]
        return route

    return decorate


def _answer(about: Endpoint, function: F, hints: dict[str, Any], request: Request, parts: dict[str, str]) -> Response:
    if not all(_ID.fullmatch(part) for part in parts.values()):
        raise NotFoundError
    call = Call(bootstrap.container(), request)
    body.check_size(request)
    if about.access is not Access.ANYBODY:
        _admit(call, about)
    given: dict[str, Any] = dict(parts)
    if "query" in hints:
        given["query"] = _validated(hints["query"], dict(request.query_params or {}))
    if "body" in hints:
        given["body"] = _validated(hints["body"], body.read_object(request))
    found = _once(call, about, lambda: function(call, **given), path="/".join([request.path, *parts.values()]))
    return _render(call, about, found)


def _admit(call: Call, about: Endpoint) -> None:
    """Find out who calls. Strangers may look; a browser whose session has ended is one of them."""
    if about.access is Access.CALLER:
        call.link = auth.seat_link(call.container, call.request)
    reads = about.access is Access.CALLER and (call.link or call.request.method in auth.SAFE_METHODS)
    welcome = reads or about.access is Access.GUEST
    try:
        call.identity = auth.identify(call.container, call.request)
    except UnauthenticatedError:
        if not welcome or "authorization" in call.request.headers:
            raise
    if not welcome and call.identity is None:
        raise UnauthenticatedError("Please sign in, or send an API token: Authorization: Bearer tp_...")


def _validated(model: type[BaseModel], given: dict[str, Any]) -> BaseModel:
    from pydantic import ValidationError

    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise misfits([dict(each) for each in error.errors(include_url=False, include_input=False)]) from None
    except RecursionError:
        raise MalformedRequestError("The body is nested too deeply.") from None


def _once(call: Call, about: Endpoint, work: Callable[[], Any], path: str) -> Any:
    """Do the work; where its Idempotency-Key was used before, let it show what was made then.

    A commit that is refused for the sake of a row beside its own lost a race to such a repeat, or to another count of
    a rate: look again.
    """
    if about.once:
        from chalicelib.web import idempotency

        subject = call.player or _link_subject(call.link)
        call.once = idempotency.once(call.env, call.request, path, subject)
    for last in range(_TRIES, 0, -1):
        call.made = call.once.made(call.env) if call.once else None
        if call.made is not None and about.secret:
            raise AlreadyDoneError("This was done already; what it made is shown once.", id=call.made)
        try:
            return work()
        except (AlreadyStoredError, ConditionFailedError):
            if last == 1:
                raise
    return None


def _link_subject(link: service.SeatLink | None) -> str:
    return f"{link.match}/{link.seat}/{link.epoch}" if link else ""


def _render(call: Call, about: Endpoint, found: BaseModel | None) -> Response:
    reads = call.request.method in auth.SAFE_METHODS
    headers: dict[str, str | list[str]] = {
        "Cache-Control": "private, no-cache" if reads else "no-store",
        "Vary": "Authorization, Cookie, Accept-Language",
        "X-Content-Type-Options": "nosniff",
        **call.headers,
    }
    if found is None:
        return Response("", headers, 204)
    text, headers["Content-Type"] = _written(found)
    if reads:
        headers["ETag"] = f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
        if _matches(call.request.headers.get("if-none-match", ""), str(headers["ETag"])):
            del headers["Content-Type"]
            return Response("", headers, 304)
    return Response(text, headers, getattr(found, "STATUS", about.status))


def _written(found: BaseModel) -> tuple[str, str]:
    return (found.root, found.TYPE) if isinstance(found, shapes.Page) else (found.model_dump_json(), "application/json")


def _matches(asked: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in asked.split(",")]
    return etag in tags or tags == ["*"]
