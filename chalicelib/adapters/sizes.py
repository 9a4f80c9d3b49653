"""Sizes as DynamoDB reckons them, for limits and capacity units.

Source: "DynamoDB item sizes and formats" in the DynamoDB developer guide. An item weighs the UTF-8 bytes of its
attribute names and values; a number weighs one byte for two significant digits and one more. All sizes are in bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from chalicelib.adapters.layout import Image, image, key_image
from chalicelib.players.ports import Item, Key

IndexName = Literal["work", "list"]

INDEXES: tuple[IndexName, ...] = ("work", "list")


def image_size(attributes: Image) -> int:
    """What these attributes weigh, names and values."""
    return sum(len(name.encode()) + _value_size(value) for name, value in attributes.items())


def item_size(item: Item) -> int:
    """What the item weighs in the table. Raises InvalidWriteError when its body is not JSON without floats."""
    return image_size(image(item))


def key_size(key: Key) -> int:
    """What the key alone weighs."""
    return image_size(key_image(key))


def entry_size(item: Item, index: IndexName) -> int:
    """What the item weighs in a keys-only index: the item's key and the index's own; 0 when it is not in it."""
    place = item.work if index == "work" else item.list
    if place is None:
        return 0
    own = {f"{index}_pk": {"S": place.shard}, f"{index}_sk": {"S": place.sort}}
    return key_size(item.key) + image_size(own)


def _value_size(value: Mapping[str, str]) -> int:
    if "S" in value:
        return len(value["S"].encode())
    return _number_size(value["N"])


def _number_size(digits: str) -> int:
    significant = digits.lstrip("-").strip("0")
    sign = digits.startswith("-")
    return (len(significant) + 1) // 2 + 1 + sign
