"""What only the DynamoDB engine does: faults of the wire, tokens and time, its table, and what lies in it."""

from __future__ import annotations

import gc
import socket
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

import pytest

from chalicelib.adapters import layout, meter
from chalicelib.adapters.dynamo import BATCH_PAUSES, DynamoStore
from chalicelib.adapters.dynamo_table import Access, create_table
from chalicelib.players.ports import (
    Absent,
    Check,
    ConditionFailedError,
    Delete,
    FixedClock,
    InvalidWriteError,
    Key,
    Present,
    Put,
    StoreConflictError,
    StoreError,
    StoreThrottledError,
    StoreUnavailableError,
    VersionIs,
    Write,
)
from chalicelib.telemetry.traces import trace
from infra.emulator import Account
from tests.adapters.contract.engine import key, place, put, sorts, thing
from tests.adapters.emulated import TABLE, access, emulator
from tests.adapters.wire import Fault, Wire, cancelled, cut_short, dropped, garbled, lost, refused, unread

CONDITION, NONE = "ConditionalCheckFailed", "None"

ONE: list[Write] = [Put(thing("a", version=2), VersionIs(1))]
TWO: list[Write] = [Put(thing("b"), Absent()), Put(thing("a", version=2), VersionIs(1))]


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture(scope="module")
def account() -> Account:
    return emulator().account()


@pytest.fixture
def store(clock: FixedClock, account: Account, tables: Iterator[str]) -> Iterator[DynamoStore]:
    """A store in which only `a` stands, with version 1; tokens are an account's, so each test needs its own."""
    with DynamoStore(next(tables), clock, access=access(account), wait=lambda _: None) as made:
        made.create_table()
        put(made, thing("a"))
        yield made


@pytest.fixture(scope="module")
def tables() -> Iterator[str]:
    return (f"table-{n}" for n in range(10_000))


ALWAYS: dict[str, tuple[Fault, type[StoreError]]] = {
    "throttled": (refused("ThrottlingException"), StoreThrottledError),
    "throttled by the table": (refused("ProvisionedThroughputExceededException"), StoreThrottledError),
    "throttled by the account": (refused("RequestLimitExceeded"), StoreThrottledError),
    "an error inside": (refused("InternalServerError", status=500), StoreUnavailableError),
    "no service": (refused("ServiceUnavailable", status=503), StoreUnavailableError),
    "dropped": (dropped, StoreUnavailableError),
    "not allowed": (refused("AccessDeniedException"), StoreUnavailableError),
    "another region's table": (refused("ResourceNotFoundException"), StoreUnavailableError),
}
ONE_WRITE: dict[str, tuple[Fault, type[StoreError]]] = {
    **ALWAYS,
    "in a transaction of others": (refused("TransactionConflictException"), StoreConflictError),
    "not valid": (refused("ValidationException"), InvalidWriteError),
    "too much under one key": (refused("ItemCollectionSizeLimitExceededException"), InvalidWriteError),
}
TRANSACTION: dict[str, tuple[Fault, type[StoreError]]] = {
    **ALWAYS,
    "others at the same item": (cancelled("TransactionConflict", NONE), StoreConflictError),
    "others, and a condition": (cancelled("TransactionConflict", CONDITION), StoreConflictError),
    "throttled there": (cancelled(NONE, "ThrottlingError"), StoreThrottledError),
    "throttled by the table there": (cancelled("ProvisionedThroughputExceeded", NONE), StoreThrottledError),
    "throttled, and a condition": (cancelled(CONDITION, "ThrottlingError"), StoreThrottledError),
    "not valid there": (cancelled("ValidationError", NONE), InvalidWriteError),
    "too much under one key there": (cancelled(NONE, "ItemCollectionSizeLimitExceeded"), InvalidWriteError),
    "the same still going on": (refused("TransactionInProgressException"), StoreUnavailableError),
    "another commit's token": (refused("IdempotentParameterMismatchException"), InvalidWriteError),
}


GARBLED: dict[str, Fault] = {
    "cut short": cut_short,
    "empty": garbled(b""),
    "a list": garbled(b"[]"),
    "nothing": garbled(b"null"),
    "no JSON": garbled(b"<html>"),
    "a proxy's refusal": garbled(b"\xff\xfe", 502),
    "a refusal in a list": garbled(b"[]", 400),
}


@pytest.mark.parametrize("name", ONE_WRITE)
def test_what_a_write_meets(name: str, store: DynamoStore) -> None:
    fault, error = ONE_WRITE[name]
    _met(store, ONE, fault, error)
    store.commit(ONE)
    assert store.get(key("a")) == thing("a", version=2)


@pytest.mark.parametrize("name", TRANSACTION)
def test_what_a_transaction_meets(name: str, store: DynamoStore) -> None:
    fault, error = TRANSACTION[name]
    _met(store, TWO, fault, error)
    store.commit(TWO)
    assert store.query("p").items == (thing("a", version=2), thing("b"))


@pytest.mark.parametrize("code", ["AccessDeniedException", "ResourceNotFoundException", "UnrecognizedClientException"])
def test_what_the_operator_has_to_mend_is_in_the_log_by_awss_name(code: str, store: DynamoStore) -> None:
    asks: list[Callable[[], object]] = [
        partial(store.get, key("a")),
        partial(store.commit, ONE),
        partial(store.commit, TWO),
    ]
    for ask in asks:
        Wire(store, {1: refused(code), 2: refused(code)})
        with pytest.raises(StoreUnavailableError) as caught:
            ask()
        told = trace(caught.value).split("; because of ")
        assert told[0].startswith(f"StoreUnavailableError: {code}: ")
        assert any(each.startswith(f"VerboseClientError {code} at ") for each in told)


def _met(store: DynamoStore, writes: list[Write], fault: Fault, error: type[StoreError]) -> None:
    """The fault is told as that error, is not tried again, and nothing is written."""
    wire = Wire(store, {1: fault})
    with pytest.raises(error) as caught:
        store.commit(writes)
    assert type(caught.value) is error
    assert len(wire.requests) == 1
    assert store.query("p").items == (thing("a"),)


@pytest.mark.parametrize("writes", [ONE, TWO, [Delete(key("a"), Present())]])
def test_a_lost_answer_is_no_answer(writes: list[Write], store: DynamoStore) -> None:
    wire = Wire(store, {1: lost})
    with pytest.raises(StoreUnavailableError):
        store.commit(writes)
    assert len(wire.requests) == 1, "sent again, it would have met its own success"
    with pytest.raises(ConditionFailedError):
        store.commit(writes)


@pytest.mark.parametrize("name", GARBLED)
@pytest.mark.parametrize("writes", [ONE, TWO])
def test_an_answer_that_cannot_be_read_is_no_answer(name: str, writes: list[Write], store: DynamoStore) -> None:
    Wire(store, {1: GARBLED[name]})
    with pytest.raises(StoreUnavailableError):
        store.commit(writes)
    assert store.get(key("a")) == thing("a", version=2)


def test_more_reasons_than_writes_are_those_of_the_writes(store: DynamoStore) -> None:
    _met(store, TWO, cancelled(NONE, CONDITION, CONDITION), ConditionFailedError)


@pytest.mark.parametrize("code", ["ConditionalCheckFailed", "TransactionConflict"])
def test_positions_are_those_of_the_commit(code: str, store: DynamoStore) -> None:
    Wire(store, {1: cancelled(NONE, code, NONE, code)})
    writes: list[Write] = [Put(thing("b")), Check(key("c"), Absent()), Put(thing("d")), Delete(key("e"))]
    with pytest.raises(ConditionFailedError if code == CONDITION else StoreConflictError) as caught:
        store.commit(writes)
    if isinstance(caught.value, ConditionFailedError):
        assert caught.value.failed == (2, 3)  # sent as check, delete, put, put


READS: dict[str, Callable[[DynamoStore], object]] = {
    "get": lambda store: store.get(key("a")),
    "get_many": lambda store: store.get_many([key("a"), key("b")]),
    "query": lambda store: store.query("p", prefix="a", limit=3).items,
    "index": lambda store: store.index("work", "shard", up_to="9"),
}


@pytest.mark.parametrize("method", READS)
@pytest.mark.parametrize("name", [*ALWAYS, "lost", *GARBLED])
def test_a_read_is_tried_once_more(name: str, method: str, store: DynamoStore) -> None:
    fault, error = ALWAYS.get(name, (GARBLED.get(name, lost), StoreUnavailableError))
    read = READS[method]
    clean = read(store)
    wire = Wire(store, {1: fault, 3: fault, 4: fault})
    assert read(store) == clean
    with pytest.raises(error):
        read(store)
    assert len(wire.requests) == 4


def test_a_read_of_another_kind_of_table_is_no_invalid_write(store: DynamoStore) -> None:
    Wire(store, dict.fromkeys((1, 2), refused("ValidationException")))
    with pytest.raises(StoreUnavailableError, match="ValidationException"):
        store.get(key("a"))


def test_keys_left_unread_are_asked_for_again(store: DynamoStore) -> None:
    items = [thing(f"{n:03d}") for n in range(120)]
    put(store, *items)
    wire = Wire(store, {1: unread(60), 2: unread(60), 3: unread(1)})
    found = store.get_many([item.key for item in items])
    assert list(found.values()) == items
    assert wire.counts == {"BatchGetItem": 5}


def test_keys_left_unread_for_ever_are_a_throttle(store: DynamoStore) -> None:
    wire = Wire(store, dict.fromkeys(range(1, 99), unread(2)))
    with pytest.raises(StoreThrottledError):
        store.get_many([key("a"), key("b")])
    assert len(wire.requests) == len(BATCH_PAUSES) + 1


def test_a_commit_whose_answer_was_lost_is_done_once_whenever_it_is_repeated(
    store: DynamoStore, clock: FixedClock
) -> None:
    writes: list[Write] = [Put(thing("b"), Absent()), Delete(key("a"), Present())]
    Wire(store, {1: lost})
    with pytest.raises(StoreUnavailableError):
        store.commit(writes, token="t")
    for later in (1, 59, 539):
        clock.advance(later)
        store.commit(writes, token="t")
    assert sorts(store) == ["b"]


def test_a_token_stands_for_its_first_second_until_the_commit_failed(store: DynamoStore, clock: FixedClock) -> None:
    put(store, thing("b", expires=clock.now() + 10))
    writes = [Put(thing("b", version=2), Absent())]
    with pytest.raises(ConditionFailedError):
        store.commit(writes, token="until it failed")
    clock.advance(10)
    store.commit(writes, token="until it failed")
    assert store.get(key("b")) == thing("b", version=2)


def test_tokens_are_forgotten_in_time(store: DynamoStore, clock: FixedClock) -> None:
    put(store, thing("b", expires=clock.now() + 700))
    Wire(store, {1: refused("InternalServerError", status=500)})
    writes: list[Write] = [Put(thing("c"), Absent()), Check(key("b"), Absent())]
    with pytest.raises(StoreUnavailableError):
        store.commit(writes, token="in time")
    clock.advance(700)
    store.commit(writes, token="in time")
    assert store.get(key("c")) == thing("c")


def test_many_expired_items_take_few_requests(store: DynamoStore, clock: FixedClock) -> None:
    put(store, *(thing(f"{n:03d}", expires=clock.now() + 1) for n in range(150)))
    clock.advance(1)
    wire = Wire(store)
    assert sorts(store, limit=1) == ["a"]
    assert len(wire.requests) <= 5


def test_ranges_that_hold_nothing_are_not_asked_for(store: DynamoStore) -> None:
    wire = Wire(store)
    assert store.query("p", prefix="L#", after="Z").items == ()
    assert store.query("p", prefix="L#", after="A", reverse=True).items == ()
    assert store.query("p", prefix="x" * 1_025).items == ()
    assert store.index("work", "shard", up_to="1", after="2") == []
    assert store.index("work", "", up_to="1") == []
    assert store.index("work", "shard", up_to="\ud800") == []
    assert store.get_many([]) == {}
    assert wire.requests == []


def test_cursors_that_no_key_can_be_still_have_a_place(store: DynamoStore) -> None:
    put(store, thing("b" * 1_024, work=place("b" * 1_024)), thing("c", work=place("c")))
    assert sorts(store, after="b" * 1_025) == ["c"]
    assert sorts(store, after="b" * 1_025, reverse=True) == ["b" * 1_024, "a"]
    assert sorts(store, after="") == ["a", "b" * 1_024, "c"]
    assert sorts(store, after="", reverse=True) == []
    assert store.index("work", "shard", up_to="d", after="b" * 1_024) == [key("c")]
    assert store.index("work", "shard", up_to="b" * 1_024, after="b" * 1_024) == []


def test_an_item_lies_as_the_layout_says(store: DynamoStore, account: Account, clock: FixedClock) -> None:
    item = thing("z", work=place("1"), list=place("2"), version=2**63 - 1, expires=clock.now() + 5)
    put(store, item)
    with closing(account.client("dynamodb")) as client:
        table = store.connection.table_name
        answer = client.get_item(TableName=table, Key=layout.key_image(item.key))
    assert answer["Item"] == layout.image(item)


def test_the_table_is_made_once_and_whole(account: Account) -> None:
    for _ in range(2):
        create_table("made", access(account))
    with closing(account.client("dynamodb")) as client:
        table = client.describe_table(TableName="made")["Table"]
        expiry = client.describe_time_to_live(TableName="made")["TimeToLiveDescription"]
    indexes = {index["IndexName"]: index for index in table["GlobalSecondaryIndexes"]}
    assert _schema(table) == ["pk", "sk"]
    assert {name: _schema(index) for name, index in indexes.items()} == {
        "work": ["work_pk", "work_sk"],
        "list": ["list_pk", "list_sk"],
    }
    assert {index["Projection"]["ProjectionType"] for index in indexes.values()} == {"KEYS_ONLY"}
    assert table["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"
    assert table["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert (expiry["TimeToLiveStatus"], expiry["AttributeName"]) == ("ENABLED", "expires")


def _schema(keyed: dict[str, list[dict[str, str]]]) -> list[str]:
    return [part["AttributeName"] for part in sorted(keyed["KeySchema"], key=lambda part: part["KeyType"])]


def test_nothing_is_connected_before_it_is_used(clock: FixedClock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with DynamoStore(TABLE, clock, access=Access(f"http://127.0.0.1:{port}", "eu-west-1", "1" * 12, "s")) as nowhere:
        with pytest.raises(StoreUnavailableError):
            nowhere.get(key("a"))
        with pytest.raises(StoreUnavailableError):
            nowhere.commit([Put(thing("a"))])


def test_a_closed_store_keeps_no_client_and_makes_another_when_it_is_asked(store: DynamoStore) -> None:
    client = weakref.ref(store.connection.connection.client)
    store.close()
    gc.collect()
    assert client() is None
    assert store.get(key("a")) == thing("a")


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, clock: FixedClock) -> None:
    account = emulator().account()
    for name, value in account.environment.items():
        monkeypatch.setenv(name, value)
    create_table("where")
    with DynamoStore("where", clock) as store:
        put(store, thing("a"))
    with DynamoStore("where", clock, access=access(account)) as store:
        assert store.get(key("a")) == thing("a")


def test_without_a_region_or_credentials_there_is_no_store(monkeypatch: pytest.MonkeyPatch, clock: FixedClock) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    with pytest.raises(StoreUnavailableError, match="region"):
        DynamoStore("homeless", clock).get(key("a"))
    with pytest.raises(StoreUnavailableError, match="redentials"):
        DynamoStore("nameless", clock, access=Access("http://127.0.0.1:1", "eu-west-1")).get(key("a"))


def test_the_meter_hears_of_calls_and_units(store: DynamoStore) -> None:
    told, token = meter.begin()
    try:
        store.commit([Put(thing("b", work=place("1")))])
        store.commit([Put(thing("c")), Put(thing("d"))])
        store.get(key("a"))
        store.get_many([key("a"), key("b")])
        store.get(Key("", "no key at all"))
    finally:
        meter.end(token)
    assert (told.calls, told.write) == (4, 2 + 4)
    assert told.read > 0
