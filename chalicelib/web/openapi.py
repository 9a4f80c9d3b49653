"""The OpenAPI 3.1 document, made from the routes: their annotations, their docstrings and what they promise."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, get_args, get_type_hints

from chalice.app import RouteEntry
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from chalicelib.players.ports import Games
from chalicelib.players.profile import SPOKEN
from chalicelib.web import game_schemas
from chalicelib.web.endpoint import Access, Endpoint
from chalicelib.web.errors import KINDS, PROBLEM_TYPE
from chalicelib.web.game_schemas import Untitled
from chalicelib.web.idempotency import MAX_KEY, PATTERN
from chalicelib.web.schemas import Page, Problem

Routes = Mapping[str, Mapping[str, RouteEntry]]
Json = dict[str, Any]

VERSION = "1"
WAITING = (429, 503)
"""The statuses of refusals that say how long to wait."""
_REF = "#/components/schemas/{model}"
_PARTS = {
    "match": ("The match's id.", {"type": "string"}),
    "seat": ("The seat, from 0.", {"type": "integer", "minimum": 0}),
    "n": ("Which decision this is for: `decision.n` of the match.", {"type": "integer", "minimum": 0}),
    "record": ("The record's id.", {"type": "string"}),
    "message": ("The message's number.", {"type": "integer", "minimum": 1}),
    "ply": ("After how many moves.", {"type": "integer", "minimum": 0}),
    "absence": ("The absence's id.", {"type": "string"}),
    "handle": ("The player's handle.", {"type": "string"}),
    "key": ("The game's key.", {"type": "string"}),
    "token": ("The API token's id.", {"type": "string"}),
    "webhook": ("The webhook's id.", {"type": "string"}),
    "delivery": ("The delivery's id.", {"type": "string"}),
}
_SECURITY: Mapping[Access, list[Json]] = {
    Access.ANYBODY: [],
    Access.CALLER: [{}, {"token": []}, {"session": []}, {"seat": []}],
    Access.PLAYER: [{"token": []}, {"session": []}],
    Access.GUEST: [{}, {"token": []}, {"session": []}],
}
_INTRODUCTION = """Board games at the pace of the post.

Errors are problem+json (RFC 9457) with a stable `code`. Lists go on with `cursor`. An answer to GET bears an ETag: ask
again with If-None-Match. A POST that takes an Idempotency-Key can be repeated for 24 hours without doing it twice.
New fields and routes may come; what is here stays. A GET never changes anything."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path, as its route describes it; `answers` are by status."""

    path: str
    method: str
    name: str
    about: Endpoint
    text: str
    parts: tuple[str, ...]
    body: type[BaseModel] | None
    query: type[BaseModel] | None
    answers: Mapping[int, type[BaseModel] | None]

    def codes(self) -> tuple[str, ...]:
        """Every code that a refusal of it may bear, by status."""
        found = {"malformed_request", "too_large", "unavailable", "unreadable", "internal_error", *self.about.refusals}
        if self.parts:
            found.add("not_found")
        if self.about.access is not Access.ANYBODY:
            found |= {"unauthenticated"} if self.method == "GET" else {"unauthenticated", "forbidden"}
        if self.about.once:
            found |= {"conflict", "already_done"} if self.about.secret else {"conflict"}
        return tuple(sorted(found, key=lambda code: (KINDS[code].status, code)))


def operations(routes: Routes) -> Iterator[Operation]:
    """What the routes of this interface offer; pages for people are not among them."""
    for path in sorted(routes):
        for method, entry in sorted(routes[path].items()):
            if isinstance(getattr(entry.view_function, "endpoint", None), Endpoint):
                yield _operation(path, method, entry)


def _operation(path: str, method: str, entry: RouteEntry) -> Operation:
    view: Callable[..., Any] = entry.view_function
    hints = get_type_hints(view.__wrapped__)  # type: ignore[attr-defined]
    about: Endpoint = view.endpoint  # type: ignore[attr-defined]
    return Operation(
        path=path,
        method=method,
        name=view.__name__,
        about=about,
        text=" ".join((view.__doc__ or "").split()),
        parts=tuple(re.findall(r"{(\w+)}", path)),
        body=hints.get("body"),
        query=hints.get("query"),
        answers=dict(_answers(hints["return"], about)),
    )


def _answers(shown: Any, about: Endpoint) -> Iterator[tuple[int, type[BaseModel] | None]]:
    for each in get_args(shown) if isinstance(shown, UnionType) else (shown,):
        if each is NoneType:
            yield 204, None
        else:
            yield getattr(each, "STATUS", about.status), each


def document(routes: Routes, games: Games, server: str) -> Json:
    """The whole document for the service at that address."""
    found = list(operations(routes))
    paths: dict[str, Json] = {}
    for operation in found:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _told(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Turnpost", "version": VERSION, "description": _INTRODUCTION},
        "servers": [{"url": server}],
        "paths": paths,
        "components": {"schemas": _schemas(found, games), "securitySchemes": _schemes()},
    }


def _schemes() -> Json:
    return {
        "token": {"type": "http", "scheme": "bearer", "description": "An API token (POST /me/tokens)."},
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "tp",
            "description": "A browser's session; __Host-tp over https. Our own pages only.",
        },
        "seat": {"type": "apiKey", "in": "query", "name": "key", "description": "A seat link's key: one seat's acts."},
    }


def _schemas(found: list[Operation], games: Games) -> Json:
    wanted: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(Problem, "serialization"): None}
    for operation in found:
        if operation.body:
            wanted[(operation.body, "validation")] = None
        for answer in operation.answers.values():
            if answer and not issubclass(answer, Page):
                wanted[(answer, "serialization")] = None
    schemas: Json = models_json_schema(list(wanted), ref_template=_REF, schema_generator=Untitled)[1]["$defs"]
    schemas = _merged(schemas)
    game_schemas.describe(schemas, games)
    return dict(sorted(schemas.items()))


def _merged(schemas: Json) -> Json:
    """The schemas with those as one that pydantic has twice: a model that refers to itself and goes both ways."""
    twins = [name.removesuffix("-Input") for name in schemas if name.endswith("-Input")]
    text = json.dumps(schemas)
    for name in twins:
        text = text.replace(f"/{name}-Input", f"/{name}").replace(f"/{name}-Output", f"/{name}")
    found: Json = json.loads(text)
    for name in twins:
        found[name] = found.pop(f"{name}-Output")
        del found[f"{name}-Input"]
    return found


def _told(operation: Operation) -> Json:
    summary, _, rest = operation.text.partition(". ")
    told: Json = {
        "operationId": operation.name,
        "summary": summary.rstrip("."),
        "description": rest,
        "parameters": list(_parameters(operation)),
        "responses": {**_successes(operation), **_refusals(operation)},
        "security": _SECURITY[operation.about.access],
    }
    if operation.body:
        told["requestBody"] = _body(operation.body)
    return told


def _body(model: type[BaseModel]) -> Json:
    shown = model.model_config.get("json_schema_extra")
    extra: Any = shown if isinstance(shown, dict) else {}
    examples = extra.get("examples", [])
    return {
        "required": "minProperties" in extra or any(field.is_required() for field in model.model_fields.values()),
        "content": {
            "application/json": {
                "schema": {"$ref": _REF.format(model=model.__name__)},
                "examples": {f"example-{number}": {"value": value} for number, value in enumerate(examples, 1)},
            }
        },
    }


def _parameters(operation: Operation) -> Iterator[Json]:
    for name in operation.parts:
        text, schema = _PARTS[name]
        yield {"name": name, "in": "path", "required": True, "description": text, "schema": schema}
    if operation.query:
        told = operation.query.model_json_schema()
        for name, schema in told["properties"].items():
            needed = {"required": True} if name in told.get("required", ()) else {}
            text = schema.pop("description", "")
            yield {"name": name, "in": "query", **needed, "description": text, "schema": schema}
    if operation.about.speaks:
        text = f"Of texts in the answer: {', '.join(SPOKEN)}. By default, and for others, by Accept-Language."
        yield {"name": "language", "in": "query", "description": text, "schema": {"type": "string"}}
    if operation.about.once:
        text = "Any text of your own; the same request with the same key is done once."
        schema = {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": PATTERN}
        yield {"name": "Idempotency-Key", "in": "header", "description": text, "schema": schema}


def _successes(operation: Operation) -> Json:
    told: Json = {}
    for status, model in operation.answers.items():
        text = " ".join((model.__doc__ or "").split()) if model else "Done."
        told[str(status)] = {"description": text}
        if model is None:
            continue
        if issubclass(model, Page):
            told[str(status)]["content"] = {model.TYPE: {"schema": {"type": "string"}}}
            continue
        told[str(status)]["content"] = {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
        if operation.method == "GET":
            told[str(status)]["headers"] = {"ETag": {"schema": {"type": "string"}}}
            told["304"] = {"description": "Nothing has changed since the ETag given in If-None-Match."}
    return told


def _refusals(operation: Operation) -> Json:
    by_status: dict[int, list[str]] = {}
    for code in operation.codes():
        by_status.setdefault(KINDS[code].status, []).append(code)
    return {str(status): _refusal(status, codes) for status, codes in by_status.items()}


def _refusal(status: int, codes: list[str]) -> Json:
    told: Json = {
        "description": " ".join(f"`{code}`: {KINDS[code].title}." for code in codes),
        "content": {PROBLEM_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
    }
    if status in WAITING:
        told["headers"] = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
    return told
