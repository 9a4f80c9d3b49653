"""The games that can be played here."""

from __future__ import annotations

from typing import Any

from chalice.app import Blueprint

from chalicelib.web import shapes
from chalicelib.web.endpoint import CORS, Access, Call, Endpoint, endpoint
from chalicelib.web.errors import NotFoundError

bp = Blueprint(__name__)


@bp.route("/games", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY))
def list_games(call: Call) -> shapes.Games:
    """All games."""
    found = [call.env.games.meta(key) for key in call.env.games.keys()]  # noqa: SIM118 - not a mapping
    return shapes.Games(games=[shapes.GameSummary.model_validate(meta) for meta in found])


@bp.route("/games/{key}", cors=CORS)
@endpoint(bp, Endpoint(Access.ANYBODY, speaks=True))
def read_game(call: Call, key: str, query: shapes.GameQuery) -> shapes.GameShown:
    """A game: how many can play, its options, and its rules in your language."""
    games = call.env.games
    try:
        meta, versions = games.meta(key, query.version), games.versions(key)
    except LookupError:
        raise NotFoundError("There is no game of this name, or no such version of its rules, here.") from None
    options = [_option(option) for option in meta.options]
    schema = {
        "type": "object",
        "properties": _properties(options),
        "additionalProperties": False,
    }
    return shapes.GameShown(
        **dict(shapes.GameSummary.model_validate(meta)),
        options=options,
        options_schema=schema,
        language=call.language,
        versions=list(versions),
        rules=games.rules_text(key, call.language, query.version),
    )


def _properties(options: list[shapes.OptionShown]) -> dict[str, Any]:
    """The schema of every key; of one that stands there for different numbers of seats what holds for all of them."""
    found: dict[str, Any] = {}
    for option in options:
        known = found.get(option.key)
        found[option.key] = _widened(known, option.json_schema) if known else option.json_schema
    return found


def _widened(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What both schemas share; of their values all."""
    shared = {name: value for name, value in other.items() if one.get(name) == value}
    if "enum" in one and "enum" in other:
        shared["enum"] = list(dict.fromkeys([*one["enum"], *other["enum"]]))
    return shared


def _option(option: Any) -> shapes.OptionShown:
    return shapes.OptionShown(
        key=option.key, default=option.default, json_schema=_json_schema(option), seats=list(option.seats)
    )


def _json_schema(option: Any) -> dict[str, Any]:
    if option.kind == "flag":
        return {"type": "boolean", "default": option.default}
    if option.kind == "integer":
        return {"type": "integer", "minimum": option.low, "maximum": option.high, "default": option.default}
    return {"enum": list(option.choices), "default": option.default}
