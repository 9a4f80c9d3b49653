"""Stands between botocore and DynamoDB: counts what is really sent, and lets it go wrong as no emulator does."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from botocore.awsrequest import AWSPreparedRequest, AWSResponse, HeadersDict
from botocore.exceptions import ConnectTimeoutError, ReadTimeoutError
from botocore.httpsession import URLLib3Session

from chalicelib.adapters.dynamo import DynamoStore

Fault = Callable[[AWSPreparedRequest], AWSResponse]
"""What happens to a request instead of being sent: an answer, or an error of botocore's."""


class Wire:
    """The wire under a store. Request number n (from 1) meets the fault `plan[n]`.

    `requests` has the operation of each request in order, `write_units` what each was told to have cost; a request
    that was answered with an error tells none.
    """

    def __init__(self, store: DynamoStore, plan: Mapping[int, Fault] | None = None) -> None:
        self.plan = dict(plan or {})
        self.requests: list[str] = []
        self.write_units: list[float] = []
        events: Any = store.connection.connection.client.meta.events
        events.register_first("before-send.dynamodb", self._sent)
        events.register("after-call.dynamodb", self._answered)

    @property
    def counts(self) -> Counter[str]:
        """How many requests of each operation."""
        return Counter(self.requests)

    def _sent(self, request: AWSPreparedRequest, event_name: str, **_: Any) -> AWSResponse | None:
        self.requests.append(event_name.rpartition(".")[2])
        fault = self.plan.get(len(self.requests))
        return fault(request) if fault else None

    def _answered(self, parsed: Mapping[str, Any], model: Any, **_: Any) -> None:
        told = parsed.get("ConsumedCapacity", ())
        if model.name in ("PutItem", "DeleteItem", "TransactWriteItems"):
            self.write_units.append(sum(one["CapacityUnits"] for one in ([told] if isinstance(told, dict) else told)))


def refused(code: str, reasons: Sequence[str] = (), status: int = 400) -> Fault:
    """An answer that names an error; `reasons` are the codes of the writes of a cancelled transaction."""
    told: dict[str, Any] = {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": "planned"}
    if reasons:
        told["CancellationReasons"] = [{"Code": reason} for reason in reasons]
    return lambda request: _answer(request.url, told, status)


def cancelled(*reasons: str) -> Fault:
    """The answer to a transaction that was cancelled for these reasons, one a write in the order of sending."""
    return refused("TransactionCanceledException", reasons)


def dropped(request: AWSPreparedRequest) -> AWSResponse:
    """The request never arrives."""
    raise ConnectTimeoutError(endpoint_url=request.url)


def lost(request: AWSPreparedRequest) -> AWSResponse:
    """The request arrives and is done, but its answer never comes back."""
    send(request)
    raise ReadTimeoutError(endpoint_url=request.url)


def garbled(body: bytes, status: int = 200) -> Fault:
    """The request arrives and is done, but this comes back."""

    def fault(request: AWSPreparedRequest) -> AWSResponse:
        send(request)
        return _raw(request.url, body, status)

    return fault


def cut_short(request: AWSPreparedRequest) -> AWSResponse:
    """The request arrives and is done, but its answer breaks off."""
    return _raw(request.url, send(request).content[:-3], 200)


def unread(count: int) -> Fault:
    """A batch get is answered, but without the last so many of its keys."""

    def fault(request: AWSPreparedRequest) -> AWSResponse:
        body: Any = request.body
        ((table, asked),) = json.loads(body)["RequestItems"].items()
        left = asked["Keys"][-count:]
        answer = json.loads(send(request).content)
        found = answer["Responses"][table]
        answer["Responses"][table] = [one for one in found if {name: one[name] for name in ("pk", "sk")} not in left]
        answer["UnprocessedKeys"] = {table: {**asked, "Keys": left}}
        return _answer(request.url, answer, 200)

    return fault


def send(request: AWSPreparedRequest) -> AWSResponse:
    """Really send the request, on a connection of its own."""
    session = URLLib3Session()
    try:
        return session.send(request)
    finally:
        session.close()


class _Raw(io.BytesIO):
    """What botocore reads an answer from."""

    def stream(self, *_: Any, **__: Any) -> Iterator[bytes]:
        """All of it at once, whatever amount was asked for."""
        yield self.read()


def _answer(url: str, told: Mapping[str, Any], status: int) -> AWSResponse:
    return _raw(url, json.dumps(told).encode(), status)


def _raw(url: str, body: bytes, status: int) -> AWSResponse:
    headers: Any = HeadersDict({"Content-Type": "application/x-amz-json-1.0"})
    return AWSResponse(url, status, headers, _Raw(body))
