"""What no engine takes. A commit is held against this before anything is touched.

Source: "Quotas in Amazon DynamoDB" and TransactWriteItems in its API reference. Counts and sizes stand in the port
where callers need them; the others are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chalicelib.adapters.layout import Image, image
from chalicelib.adapters.sizes import image_size, key_size
from chalicelib.players.ports import (
    MAX_COMMIT_BYTES,
    MAX_ITEM_BYTES,
    MAX_WRITES,
    Check,
    IndexKey,
    InvalidWriteError,
    Item,
    Key,
    Put,
    VersionIs,
    Write,
)

MAX_PARTITION_BYTES = 2_048
MAX_SORT_BYTES = 1_024
MAX_TOKEN_LENGTH = 36
TOKEN_SECONDS = 600
"""How long a commit's token is remembered, by either engine."""

MAX_NUMBER = 2**63 - 1
"""The largest version, format or time of expiry: what both engines keep exactly."""


def checked(writes: Sequence[Write], token: str = "") -> tuple[Image | None, ...]:
    """For each write the attributes it stores, None where it stores nothing. Raises InvalidWriteError."""
    if not 1 <= len(writes) <= MAX_WRITES:
        raise InvalidWriteError(f"a commit has 1 to {MAX_WRITES} writes, not {len(writes)}")
    if len(token) > MAX_TOKEN_LENGTH:
        raise InvalidWriteError(f"a token has at most {MAX_TOKEN_LENGTH} characters, not {len(token)}")
    images = tuple(_checked(write) for write in writes)
    _refuse_doubles(writes)
    total = sum(
        image_size(attributes) if attributes else key_size(write.key)
        for write, attributes in zip(writes, images, strict=True)
    )
    if total > MAX_COMMIT_BYTES:
        raise InvalidWriteError(f"a commit has at most {MAX_COMMIT_BYTES} bytes, not {total}")
    return images


def _checked(write: Write) -> Image | None:
    _check_key(write.key)
    if isinstance(write, Check) and write.condition is None:
        raise InvalidWriteError(f"a check of {write.key} without a condition")
    if isinstance(write.condition, VersionIs):
        _check_number("the version of a condition", write.condition.version)
    return _checked_item(write.item) if isinstance(write, Put) else None


def _checked_item(item: Item) -> Image:
    _check_text("a kind", item.kind, MAX_ITEM_BYTES)
    for name in ("version", "format", "expires"):
        _check_number(name, getattr(item, name))
    for place in (item.work, item.list):
        _check_place(place)
    attributes = image(item)
    size = image_size(attributes)
    if size > MAX_ITEM_BYTES:
        raise InvalidWriteError(f"{item.key} has {size} bytes, more than {MAX_ITEM_BYTES}")
    return attributes


def _check_key(key: Key) -> None:
    _check_text("a partition key", key.partition, MAX_PARTITION_BYTES)
    _check_text("a sort key", key.sort, MAX_SORT_BYTES)


def _check_place(place: IndexKey | None) -> None:
    if place is not None:
        _check_text("an index's shard", place.shard, MAX_PARTITION_BYTES)
        _check_text("an index's sort key", place.sort, MAX_SORT_BYTES)


def _check_text(what: str, text: object, most: int) -> None:
    if not isinstance(text, str):
        raise InvalidWriteError(f"{what} is a string, not {type(text).__name__}")
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise InvalidWriteError(f"{what} holds half a surrogate pair") from error
    if not 1 <= size <= most:
        raise InvalidWriteError(f"{what} has 1 to {most} bytes, not {size}")


def _check_number(what: str, number: object) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_NUMBER:
        raise InvalidWriteError(f"{what} is a whole number from 0 to {MAX_NUMBER}, not {number!r}")


def _refuse_doubles(writes: Sequence[Write]) -> None:
    for key, count in Counter(write.key for write in writes).items():
        if count > 1:
            raise InvalidWriteError(f"{count} writes to {key} in one commit")
