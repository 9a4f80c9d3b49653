"""The layout of an item in the table, and events of a stream."""

from __future__ import annotations

from typing import Any

import pytest
from boto3.dynamodb.types import TypeDeserializer
from chalice.app import DynamoDBEvent

from chalicelib.adapters.layout import UnreadableImageError, image, item
from chalicelib.adapters.sizes import image_size, key_size
from chalicelib.adapters.sqlite import SqliteStore
from chalicelib.adapters.stream import (
    Change,
    changes_of,
    failures,
    items_of,
    stream_event,
)
from chalicelib.players.ports import FixedClock, IndexKey, Item, Key, Put
from tests.adapters.contract.engine import key, place, thing

FULL = Item(
    Key("M#1", "A#head"),
    "head",
    {"b": [1, None, True], "a": "é", "mask": 2**105},
    version=12,
    format=3,
    work=IndexKey("due#0", "1790000000#1"),
    list=IndexKey("open#keer#1", "x"),
    expires=1_790_000_100,
)


def test_the_layout_of_a_full_item() -> None:
    assert image(FULL) == {
        "pk": {"S": "M#1"},
        "sk": {"S": "A#head"},
        "kind": {"S": "head"},
        "version": {"N": "12"},
        "format": {"N": "3"},
        "work_pk": {"S": "due#0"},
        "work_sk": {"S": "1790000000#1"},
        "list_pk": {"S": "open#keer#1"},
        "list_sk": {"S": "x"},
        "expires": {"N": "1790000100"},
        "body": {"S": '{"b":[1,null,true],"a":"é","mask":40564819207303340847894502572032}'},
    }


def test_the_layout_of_a_small_item_leaves_out_what_it_has_not() -> None:
    assert sorted(image(thing("a"))) == ["body", "format", "kind", "pk", "sk", "version"]


@pytest.mark.parametrize("stored", [FULL, thing("a"), thing("a", list=place("1"))])
def test_an_item_comes_back_from_its_layout(stored: Item) -> None:
    assert item(image(stored)) == stored


def test_the_layout_is_what_boto_reads() -> None:
    decoder: Any = TypeDeserializer()
    read = {name: decoder.deserialize(value) for name, value in image(FULL).items()}
    assert (read["pk"], read["version"], read["expires"]) == ("M#1", 12, 1_790_000_100)


@pytest.mark.parametrize("missing", ["pk", "sk", "kind", "version", "format", "body"])
def test_an_image_without_what_every_item_has_is_unreadable(missing: str) -> None:
    attributes = image(FULL)
    del attributes[missing]
    with pytest.raises(UnreadableImageError):
        item(attributes)


@pytest.mark.parametrize(("name", "value"), [("version", {"N": "x"}), ("body", {"S": "{"}), ("work_sk", {"N": "1"})])
def test_an_image_of_other_types_is_unreadable(name: str, value: dict[str, str]) -> None:
    with pytest.raises(UnreadableImageError):
        item(image(FULL) | {name: value})


CHANGES = (
    Change(key("a"), None, thing("a"), 1),
    Change(key("b"), thing("b"), thing("b", version=2, work=place("1")), 2),
    Change(key("c"), thing("c", expires=5), None, 3),
)


def test_changes_survive_their_event() -> None:
    event = stream_event(CHANGES, at=1_790_000_000)
    assert changes_of(event) == CHANGES
    assert items_of(event) == (thing("a"), thing("b", version=2, work=place("1")))


def test_an_event_has_the_shape_that_chalice_reads() -> None:
    records = list(DynamoDBEvent(stream_event(CHANGES, at=1_790_000_000), None))
    assert [record.event_name for record in records] == ["INSERT", "MODIFY", "REMOVE"]
    assert [record.keys["sk"] for record in records] == [{"S": "a"}, {"S": "b"}, {"S": "c"}]
    assert [record.new_image is None for record in records] == [False, False, True]
    assert [record.old_image is None for record in records] == [True, False, False]
    assert records[0].table_name == "turnpost"
    assert records[0].size_bytes == key_size(key("a")) + image_size(image(thing("a")))
    assert len({record.event_id for record in records}) == 3


def test_sequence_numbers_order_as_text() -> None:
    numbers = [
        record["dynamodb"]["SequenceNumber"]
        for record in stream_event([Change(key("a"), None, thing("a"), number) for number in (9, 10, 101)])["Records"]
    ]
    assert numbers == sorted(numbers)


def test_one_unreadable_record_does_not_hide_the_others(caplog: pytest.LogCaptureFixture) -> None:
    event = stream_event(CHANGES)
    event["Records"][0]["dynamodb"]["NewImage"] = {"pk": {"S": "x"}}
    event["Records"].append({"eventSource": "aws:dynamodb"})
    assert changes_of(event) == CHANGES[1:]
    assert caplog.text.count("could not be read") == 2


def test_the_records_of_keys_that_failed_are_named_and_no_others() -> None:
    event = stream_event([*CHANGES, Change(key("b"), thing("b", version=2), thing("b", version=3), 4)])
    numbers = [record["dynamodb"]["SequenceNumber"] for record in event["Records"]]
    told = failures(event, [key("b"), key("unheard of")])
    assert told == {"batchItemFailures": [{"itemIdentifier": number} for number in (numbers[1], numbers[3])]}


class Unread(dict[str, Any]):
    """A record that nobody may look into."""

    def __getitem__(self, name: str) -> Any:
        raise AssertionError(f"{name} was read")


def test_where_nothing_failed_no_record_is_read_again() -> None:
    assert failures({"Records": [Unread(), Unread()]}, ()) == {"batchItemFailures": []}


def test_of_a_record_only_the_keys_are_read_again() -> None:
    event = stream_event(CHANGES[:1])
    told = event["Records"][0]["dynamodb"]
    told["NewImage"] = Unread()
    assert failures(event, [key("a")]) == {"batchItemFailures": [{"itemIdentifier": told["SequenceNumber"]}]}


def test_an_event_without_records_tells_nothing() -> None:
    assert changes_of({}) == ()


def test_a_store_tells_what_its_stream_would() -> None:
    events = []
    with SqliteStore(":memory:", FixedClock(), on_commit=lambda told: events.append(stream_event(told))) as store:
        store.commit([Put(FULL), Put(thing("a"))])
        store.commit([Put(thing("a", version=2))])
    assert [items_of(event) for event in events] == [(FULL, thing("a")), (thing("a", version=2),)]
