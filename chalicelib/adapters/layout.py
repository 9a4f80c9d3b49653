"""How an item lies in a DynamoDB table, attribute by attribute: for both engines, and for what reads streams."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.adapters.bodies import decode, encode
from chalicelib.players.ports import IndexKey, Item, Key

Image = dict[str, dict[str, str]]
"""Typed attributes as DynamoDB's own protocol writes them: {"pk": {"S": "M#1"}, "version": {"N": "3"}}."""


class UnreadableImageError(ValueError):
    """Attributes that no item of ours has."""


def key_image(key: Key) -> Image:
    """The attributes of a key."""
    return {"pk": {"S": key.partition}, "sk": {"S": key.sort}}


def image(item: Item) -> Image:
    """The attributes of an item. Raises InvalidWriteError when its body is not JSON without floats."""
    attributes = key_image(item.key)
    attributes["kind"] = {"S": item.kind}
    attributes["version"] = {"N": str(item.version)}
    attributes["format"] = {"N": str(item.format)}
    attributes |= _place_image("work", item.work) | _place_image("list", item.list)
    if item.expires:
        attributes["expires"] = {"N": str(item.expires)}
    attributes["body"] = {"S": encode(item.body)}
    return attributes


def item(attributes: Mapping[str, Mapping[str, str]]) -> Item:
    """The item that lies so. Raises UnreadableImageError."""
    try:
        return Item(
            key=Key(attributes["pk"]["S"], attributes["sk"]["S"]),
            kind=attributes["kind"]["S"],
            body=decode(attributes["body"]["S"]),
            version=int(attributes["version"]["N"]),
            format=int(attributes["format"]["N"]),
            work=_place(attributes, "work"),
            list=_place(attributes, "list"),
            expires=int(attributes.get("expires", {"N": "0"})["N"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableImageError(f"not an item of ours: {error!r}") from error


def _place_image(name: str, place: IndexKey | None) -> Image:
    if place is None:
        return {}
    return {f"{name}_pk": {"S": place.shard}, f"{name}_sk": {"S": place.sort}}


def _place(attributes: Mapping[str, Mapping[str, str]], name: str) -> IndexKey | None:
    if f"{name}_pk" not in attributes:
        return None
    return IndexKey(attributes[f"{name}_pk"]["S"], attributes[f"{name}_sk"]["S"])
