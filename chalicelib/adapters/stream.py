"""How an item lies in a DynamoDB table, attribute by attribute, and how its changes arrive at a stream's function.

The embedded service has no stream; it builds the same events from what its store tells after a commit.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chalicelib.adapters.bodies import decode, encode
from chalicelib.players.ports import IndexKey, Item, Key

Image = dict[str, dict[str, str]]
"""Typed attributes as DynamoDB's own protocol writes them: {"pk": {"S": "M#1"}, "version": {"N": "3"}}."""

STREAM_ARN = "arn:aws:dynamodb:local:000000000000:table/turnpost/stream/embedded"

_log = logging.getLogger(__name__)


class UnreadableImageError(ValueError):
    """Attributes that no item of ours has."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit did to one key: the item before and after (None: there was or is none).

    `sequence` rises with every change of a store, across restarts.
    """

    key: Key
    old: Item | None
    new: Item | None
    sequence: int = 0


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


def stream_event(changes: Sequence[Change], *, at: int = 0) -> dict[str, Any]:
    """The event that Lambda would hand to a stream's function for these changes; `at` is in epoch seconds."""
    return {"Records": [_record(change, at) for change in changes]}


def changes_of(event: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes a stream's event tells; a record that cannot be read is logged and left out."""
    return tuple(_changes(event))


def items_of(event: Mapping[str, Any]) -> tuple[Item, ...]:
    """The items that a stream's event says were written, as they are after it."""
    return tuple(change.new for change in _changes(event) if change.new is not None)


def _place_image(name: str, place: IndexKey | None) -> Image:
    if place is None:
        return {}
    return {f"{name}_pk": {"S": place.shard}, f"{name}_sk": {"S": place.sort}}


def _place(attributes: Mapping[str, Mapping[str, str]], name: str) -> IndexKey | None:
    if f"{name}_pk" not in attributes:
        return None
    return IndexKey(attributes[f"{name}_pk"]["S"], attributes[f"{name}_sk"]["S"])


def _record(change: Change, at: int) -> dict[str, Any]:
    return {
        "eventID": hashlib.sha256(f"{change.sequence}/{change.key}".encode()).hexdigest()[:32],
        "eventName": _event_name(change),
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "local",
        "dynamodb": _images(change, at),
        "eventSourceARN": STREAM_ARN,
    }


def _event_name(change: Change) -> str:
    if change.new is None:
        return "REMOVE"
    return "INSERT" if change.old is None else "MODIFY"


def _images(change: Change, at: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "ApproximateCreationDateTime": at,
        "Keys": key_image(change.key),
        "SequenceNumber": str(change.sequence).zfill(21),
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    if change.new is not None:
        told["NewImage"] = image(change.new)
    if change.old is not None:
        told["OldImage"] = image(change.old)
    return told


def _changes(event: Mapping[str, Any]) -> Iterator[Change]:
    for record in event.get("Records", ()):
        try:
            yield _change(record["dynamodb"])
        except (KeyError, TypeError, ValueError):
            # One record nobody can read must not hold up a whole shard; the sweep finds what was owed.
            _log.exception("a stream record could not be read")


def _change(told: Mapping[str, Any]) -> Change:
    keys = told["Keys"]
    return Change(
        key=Key(keys["pk"]["S"], keys["sk"]["S"]),
        old=item(told["OldImage"]) if "OldImage" in told else None,
        new=item(told["NewImage"]) if "NewImage" in told else None,
        sequence=int(told["SequenceNumber"]),
    )
