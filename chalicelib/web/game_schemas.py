"""The games' own values in the OpenAPI document: moves as they are submitted, positions as they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from chalicelib.players.ports import Games

Json = dict[str, Any]

_REF = "#/components/schemas/"
_TEXT: Json = {
    "type": "object",
    "properties": {"text": {"type": "string", "description": "The move in the game's notation."}},
    "required": ["text"],
    "additionalProperties": False,
}


class Untitled(GenerateJsonSchema):
    """Schemas without a title for every field, which would only say its name again."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - asked of every field alike
        """Never."""
        return False


def describe(schemas: Json, games: Games) -> None:
    """Add every game's Move and View, those of older rules too, and say where they stand."""
    moves, views = [], []
    for prefix, name, game in _editions(games):
        moves.append(_add(schemas, prefix, game.Move, name))
        schemas[prefix + game.Move.__name__]["additionalProperties"] = False
        views.append(_add(schemas, prefix, game.View, name))
    move = schemas["MoveWish"]
    schemas["MoveWish"] = {"description": move["description"], "anyOf": [_TEXT, *moves], "examples": move["examples"]}
    schemas.pop("JsonValue")
    for name in ("MatchShown", "MatchMade"):
        schemas[name]["properties"]["view"]["anyOf"] = [*views, {"type": "null"}]


def _editions(games: Games) -> Iterator[tuple[str, str, Any]]:
    """Every version of every game: what its schemas' names begin with, what it is called, and its rules."""
    for key in games.keys():  # noqa: SIM118 - not a mapping
        for version in games.versions(key):
            game, is_older = games.get(key, version), version != games.meta(key).rules_version
            prefix = "".join(part.title() for part in key.split("-"))
            if is_older:
                yield f"{prefix}V{version}", f"{game.name}, version {version} of its rules", game
            else:
                yield prefix, game.name, game


def _add(schemas: Json, prefix: str, shape: type[Any], name: str) -> Json:
    told = TypeAdapter(shape).json_schema(ref_template=f"{_REF}{prefix}{{model}}", schema_generator=Untitled)
    for model, schema in told.pop("$defs", {}).items():
        schemas[prefix + model] = schema
    told["description"] = f"{name}: {' '.join((shape.__doc__ or '').split())}"
    schemas[prefix + shape.__name__] = told
    return {"$ref": f"{_REF}{prefix}{shape.__name__}"}
