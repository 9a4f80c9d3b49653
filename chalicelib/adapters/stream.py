"""What a commit changed, and the event in which DynamoDB's stream hands it to a function.

The embedded service has no stream; it builds the same events from what its store tells after a commit.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chalicelib.adapters.layout import image, item, key_image
from chalicelib.adapters.sizes import image_size
from chalicelib.players.ports import Item, Key
from chalicelib.telemetry import line
from chalicelib.telemetry.traces import trace

STREAM_ARN = "arn:aws:dynamodb:local:000000000000:table/turnpost/stream/embedded"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit did to one key: the item before and after (None: there was or is none).

    `sequence` rises with every change of a store, across restarts.
    """

    key: Key
    old: Item | None
    new: Item | None
    sequence: int = 0


def stream_event(changes: Sequence[Change], *, at: int = 0) -> dict[str, Any]:
    """The event that Lambda would hand to a stream's function for these changes; `at` is in epoch seconds."""
    return {"Records": [_record(change, at) for change in changes]}


def changes_of(event: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes a stream's event tells; a record that cannot be read is logged and left out."""
    return tuple(_changes(event))


def items_of(event: Mapping[str, Any]) -> tuple[Item, ...]:
    """The items that a stream's event says were written, as they are after it."""
    return tuple(change.new for change in _changes(event) if change.new is not None)


def failures(event: Mapping[str, Any], keys: Collection[Key]) -> dict[str, Any]:
    """The report by which Lambda has the records of these keys come again, and with them all that stood after them."""
    if not keys:
        return {"batchItemFailures": []}
    told = [record["dynamodb"] for record in event.get("Records", ()) if _key(record) in keys]
    return {"batchItemFailures": [{"itemIdentifier": each["SequenceNumber"]} for each in told]}


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
    images = {"Keys": key_image(change.key)}
    if change.new is not None:
        images["NewImage"] = image(change.new)
    if change.old is not None:
        images["OldImage"] = image(change.old)
    return {
        "ApproximateCreationDateTime": at,
        **images,
        "SequenceNumber": str(change.sequence).zfill(21),
        "SizeBytes": sum(map(image_size, images.values())),
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }


def _changes(event: Mapping[str, Any]) -> Iterator[Change]:
    for record in event.get("Records", ()):
        try:
            yield _change(record["dynamodb"])
        except Exception as error:  # noqa: BLE001 - one record nobody can read must not hold up a whole shard
            line.count("unreadable")
            _log.error("a stream record could not be read; the sweep finds what was owed: %s", trace(error))


def _key(record: Any) -> Key | None:
    """The key of a record, if there is one to be read."""
    try:
        return _key_of(record["dynamodb"])
    except Exception:  # noqa: BLE001 - that was told when the record was read first
        return None


def _change(told: Mapping[str, Any]) -> Change:
    return Change(
        key=_key_of(told),
        old=item(told["OldImage"]) if "OldImage" in told else None,
        new=item(told["NewImage"]) if "NewImage" in told else None,
        sequence=int(told["SequenceNumber"]),
    )


def _key_of(told: Mapping[str, Any]) -> Key:
    return Key(told["Keys"]["pk"]["S"], told["Keys"]["sk"]["S"])
