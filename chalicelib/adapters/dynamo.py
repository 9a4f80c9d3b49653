"""The store in one DynamoDB table: the engine in AWS."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any

from botocore.exceptions import BotoCoreError
from pynamodb.attributes import UnicodeAttribute
from pynamodb.connection import TableConnection
from pynamodb.exceptions import PynamoDBException
from pynamodb.expressions.condition import And, Or
from pynamodb.expressions.condition import Condition as Expression

from chalicelib.adapters import meter
from chalicelib.adapters.dynamo_errors import meaning
from chalicelib.adapters.dynamo_table import Access, Row, connection, disconnect, ensure, rows
from chalicelib.adapters.layout import Image, item, key_image
from chalicelib.adapters.limits import MAX_PARTITION_BYTES, MAX_SORT_BYTES, TOKEN_SECONDS, checked
from chalicelib.adapters.ranges import bounds, check_limit, text_bytes
from chalicelib.adapters.sizes import INDEXES
from chalicelib.players.ports import (
    Absent,
    Check,
    Clock,
    ConditionFailedError,
    Delete,
    Hint,
    InvalidWriteError,
    Item,
    Key,
    Page,
    Present,
    Put,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
    Write,
)

BATCH_KEYS = 100
"""The most keys one batch get takes."""

PAUSES = (0.05,)
"""How many seconds to wait before each further try of a read."""

BATCH_PAUSES = (0.05, 0.1, 0.2, 0.4)
"""The same for keys of a batch get that DynamoDB left unread, as long as none of them is."""

SCAN_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""The same for a page of a scan of the whole table, which may use up what others need."""

_FURTHER = 50  # items read at least in each further request of a query, which met expired ones

Answer = Mapping[str, Any]
Ask = Callable[[TableConnection], Answer]
Wait = Callable[[float], object]


class DynamoStore:
    """A Store (players.ports) in a DynamoDB table, for many threads; the connection is made at first use.

    Retries: botocore's own are off. Nobody can tell it that a put may be asked again only where nothing was done, and
    a plain put on a condition, tried again after an answer was lost, would meet its own success as a failed condition.
    A commit is sent once, therefore; its callers read before they try again, and begin no try later than 6 s after the
    first (players/patience.py). A read is tried once more. A request has 1 s to connect and 3 s to answer. Of Lambda's
    15 seconds a move takes 8 when every request hangs (its first read does, twice) or every commit does (the second
    one ends it), and 12 when all hang from its commit on: that one, and the look whether it went through, twice.
    """

    def __init__(self, table: str, clock: Clock, *, access: Access | None = None, wait: Wait | None = None) -> None:
        """The store in that table; without `access` the environment says where; `wait` lets seconds pass."""
        self._clock = clock
        self._model = rows(table, access or Access())
        self._wait = wait or threading.Event().wait
        self._tokens = _Tokens()

    def __enter__(self) -> DynamoStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def connection(self) -> TableConnection:
        """PynamoDB's connection to the table. Raises StoreUnavailableError."""
        try:
            return connection(self._model)
        except BotoCoreError as error:
            raise StoreUnavailableError(f"no client for DynamoDB: {error}") from error

    def close(self) -> None:
        """Let go of the connections; they are made again when they are needed."""
        disconnect(self._model)

    def create_table(self) -> None:
        """Make the table unless it is there; for emulators and tests, since in AWS infra/resources.yaml makes it."""
        ensure(self._model)

    def get(self, key: Key, *, consistent: bool = True) -> Item | None:
        """The item under the key, or None."""
        if not _can_be(key):
            return None
        answer = self._read(lambda asked: asked.get_item(*key, consistent_read=consistent))
        found = [answer["Item"]] if "Item" in answer else []
        return next(_alive(found, self._clock.now()), None)

    def get_many(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Item]:
        """Those of the items that exist; any number of keys, doubles allowed."""
        wanted = [key for key in dict.fromkeys(keys) if _can_be(key)]
        found: dict[Key, Item] = {}
        for start in range(0, len(wanted), BATCH_KEYS):
            images = self._batch(wanted[start : start + BATCH_KEYS], consistent)
            found |= {one.key: one for one in _alive(images, self._clock.now())}
        return {found[key].key: found[key] for key in wanted if key in found}

    def query(
        self,
        partition: str,
        *,
        prefix: str = "",
        after: str | None = None,
        reverse: bool = False,
        limit: int | None = None,
        consistent: bool = False,
    ) -> Page:
        """Items of a partition whose sort key begins with `prefix`, in sort order (or the reverse)."""
        check_limit(limit)
        low, high = bounds(prefix, after, reverse)
        possible = _fits(partition, MAX_PARTITION_BYTES) and (not prefix or _fits(prefix, MAX_SORT_BYTES))
        if low >= high or not possible:
            return Page(())
        ask = partial(
            TableConnection.query,
            hash_key=partition,
            range_key_condition=Row.sk.startswith(prefix) if prefix else None,
            consistent_read=consistent,
            scan_index_forward=not reverse,
        )
        now = self._clock.now()
        found: list[Item] = []
        for images in self._pages(ask, None if limit is None else limit + 1, _start(partition, prefix, after)):
            found += [one for one in _alive(images, now) if low <= text_bytes(one.key.sort) < high]
            if limit is not None and len(found) > limit:
                return Page(tuple(found[:limit]), more=True)
        return Page(tuple(found))

    def index(self, name: str, shard: str, *, up_to: str, after: str | None = None, limit: int = 100) -> list[Hint]:
        """Keys in the index `name` ("work" or "list"), by ascending sort, with `after` < sort <= `up_to`."""
        check_limit(limit)
        if name not in INDEXES:
            raise ValueError(f"no index is named {name!r}")
        between = _between(Row.work_sk if name == "work" else Row.list_sk, after or "", up_to)
        if between is None or not _fits(shard, MAX_PARTITION_BYTES):
            return []
        ask = partial(TableConnection.query, hash_key=shard, range_key_condition=between, index_name=name)
        found: list[Hint] = []
        for images in self._pages(ask, limit, None):
            found += [hint for hint in (_hint(image, name) for image in images) if hint.place != after]
            if len(found) >= limit:
                break
        return found[:limit]

    def scan(self, *, page: int = 500) -> Iterator[Item]:
        """Every item, those of a partition together, so many read at a time: for operators, no part of the Store port.

        What is committed meanwhile may be among them or not. A table that has no capacity left is waited for.
        """
        start: Image | None = None
        while True:
            ask: partial[Any] = partial(TableConnection.scan, limit=page, consistent_read=True)
            answer = self._scanned(partial(ask, exclusive_start_key=start))
            yield from _alive(answer["Items"], self._clock.now())
            start = answer.get("LastEvaluatedKey")
            if not start:
                return

    def _scanned(self, ask: partial[Any]) -> Answer:
        for pause in SCAN_PAUSES:
            try:
                return self._read(ask)
            except StoreThrottledError:
                self._wait(pause)
        return self._read(ask)

    def commit(self, writes: Sequence[Write], *, token: str = "") -> None:
        """All of the writes or none; the same `token` within ten minutes is the same commit, done once."""
        images = checked(writes, token)
        now = self._clock.now()
        if len(writes) == 1 and not token and not isinstance(writes[0], Check):
            return self._write(writes[0], images[0], now)
        try:
            return self._transact(writes, images, token, self._tokens.first_use(token, now))
        except ConditionFailedError:
            self._tokens.forget(token)
            raise

    def _write(self, write: Write, image: Image | None, now: int) -> None:
        condition = _expression(write, now)
        if image is None:
            self._change(lambda asked: asked.delete_item(*write.key, condition=condition))
        else:
            self._change(lambda asked: asked.put_item(*write.key, attributes=image, condition=condition))

    def _transact(self, writes: Sequence[Write], images: Sequence[Image | None], token: str, now: int) -> None:
        # PynamoDB sends the checks first, then the deletes, then the puts.
        order = sorted(range(len(writes)), key=lambda place: _SENT.index(type(writes[place])))
        sent: dict[type, list[dict[str, Any]]] = {kind: [] for kind in _SENT}
        for place in order:
            write, image = writes[place], images[place]
            told = self.connection.get_operation_kwargs(
                *write.key,
                key="Key" if image is None else "Item",
                attributes=image,
                condition=_expression(write, now),
            )
            sent[type(write)].append(told)

        def ask(asked: TableConnection) -> Answer:
            checks, deletes, puts = sent.values()
            return asked.connection.transact_write_items(
                checks, deletes, puts, update_items=(), client_request_token=token or None
            )

        self._change(ask, order)

    def _batch(self, keys: Sequence[Key], consistent: bool) -> list[Image]:
        left: Sequence[Any] = [key_image(key) for key in keys]
        found: list[Image] = []
        pauses = iter(BATCH_PAUSES)
        while left:
            answer = self._read(partial(TableConnection.batch_get_item, keys=left, consistent_read=consistent))
            for images in answer["Responses"].values():
                found += images
            unread = [key for part in answer["UnprocessedKeys"].values() for key in part["Keys"]]
            if len(unread) < len(left):
                pauses = iter(BATCH_PAUSES)
            elif (pause := next(pauses, None)) is None:
                raise StoreThrottledError(f"{len(unread)} keys were left unread time and again")
            else:
                self._wait(pause)
            left = unread
        return found

    def _pages(self, ask: partial[Any], limit: int | None, start: Image | None) -> Iterator[Sequence[Image]]:
        while True:
            answer = self._read(partial(ask, limit=limit, exclusive_start_key=start))
            yield answer["Items"]
            start = answer.get("LastEvaluatedKey")
            if not start:
                return
            limit = limit and max(limit, _FURTHER)

    def _read(self, ask: Ask) -> Answer:
        for pause in PAUSES:
            try:
                return self._read_once(ask)
            except (StoreThrottledError, StoreUnavailableError):
                self._wait(pause)
        return self._read_once(ask)

    def _read_once(self, ask: Ask) -> Answer:
        try:
            answer = self._asked(ask)
        except InvalidWriteError as error:
            # Nothing that is asked for here can be invalid, unless the table is another one than ours.
            raise StoreUnavailableError(str(error)) from error
        meter.add(calls=0, read=_units(answer))
        return answer

    def _change(self, ask: Ask, order: Sequence[int] = (0,)) -> None:
        meter.add(calls=0, write=_units(self._asked(ask, order)))

    def _asked(self, ask: Ask, order: Sequence[int] = (0,)) -> Answer:
        meter.add()
        try:
            answer = ask(self.connection)
        except PynamoDBException as error:
            raise meaning(error, order) from error
        except StoreError:
            raise
        except Exception as error:  # whatever a garbled answer makes botocore stumble over
            raise StoreUnavailableError("an answer that cannot be read") from error
        # botocore takes an answer that broke off for an empty one, and does not say so.
        if not isinstance(answer, Mapping) or _WHOLE.isdisjoint(answer):
            raise StoreUnavailableError("an answer that broke off")
        return answer


class _Tokens:
    """When each token was first used here.

    What goes into a condition is part of what a token stands for, and the time is a part of it: a commit that is sent
    again has to be sent with the time of the first, or DynamoDB takes it for another one.
    """

    def __init__(self) -> None:
        self._used: dict[str, int] = {}
        self._guard = threading.Lock()

    def first_use(self, token: str, now: int) -> int:
        """The second in which the token was first used, which is now unless it is remembered."""
        if not token:
            return now
        with self._guard:
            for known, used in list(self._used.items()):
                if now - used < TOKEN_SECONDS:
                    break
                del self._used[known]
            return self._used.setdefault(token, now)

    def forget(self, token: str) -> None:
        """The token is free again."""
        with self._guard:
            self._used.pop(token, None)


_SENT = (Check, Delete, Put)

_WHOLE = frozenset(("ConsumedCapacity", "Items", "Responses"))
"""What PynamoDB asks for, or is always there: a whole answer has one of these."""


def _start(partition: str, prefix: str, after: str | None) -> Image | None:
    """The key after which DynamoDB is to begin; it has to lie within what is asked for, but need not exist."""
    if after and after.startswith(prefix) and _fits(after, MAX_SORT_BYTES):
        return key_image(Key(partition, after))
    return None


def _expression(write: Write, now: int) -> Expression | None:
    condition = write.condition
    absent = Or(Row.pk.does_not_exist(), Row.expires <= now)
    if isinstance(condition, Absent):
        return absent
    known = Row.format <= write.item.format if isinstance(write, Put) else None
    if condition is None:
        return None if known is None else Or(absent, known)
    found = Row.pk.exists() if isinstance(condition, Present) else Row.version == condition.version
    there = And(found, Or(Row.expires.does_not_exist(), Row.expires > now))
    return there if known is None else And(there, known)


def _between(sort: UnicodeAttribute, after: str, up_to: str) -> Expression | None:
    """What an index is asked for; None where nothing can lie there."""
    low = f"{after}\x00" if _fits(f"{after}\x00", MAX_SORT_BYTES) else after
    if low > up_to or not (_fits(low, MAX_SORT_BYTES) and _fits(up_to, MAX_SORT_BYTES)):
        return None
    return sort.between(low, up_to) if after else sort <= up_to


def _alive(images: Sequence[Image], now: int) -> Iterator[Item]:
    for image in images:
        if "expires" not in image or int(image["expires"]["N"]) > now:
            yield item(image)


def _hint(image: Image, name: str) -> Hint:
    return Hint.at(Key(image["pk"]["S"], image["sk"]["S"]), image[f"{name}_sk"]["S"])


def _can_be(key: Key) -> bool:
    return _fits(key.partition, MAX_PARTITION_BYTES) and _fits(key.sort, MAX_SORT_BYTES)


def _fits(text: str, most: int) -> bool:
    """Whether an item can have this for a key; DynamoDB refuses to look for any other."""
    try:
        return 1 <= len(text.encode()) <= most
    except UnicodeEncodeError:
        return False


def _units(answer: Answer) -> float:
    told = answer.get("ConsumedCapacity") or ()
    return sum(float(one["CapacityUnits"]) for one in ((told,) if isinstance(told, Mapping) else told))
