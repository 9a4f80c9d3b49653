"""What no engine takes: refused as a whole, before anything is touched."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest

from chalicelib.players.ports import (
    MAX_COMMIT_BYTES,
    MAX_ITEM_BYTES,
    MAX_WRITES,
    Absent,
    Check,
    Delete,
    Item,
    Key,
    Put,
    VersionIs,
)
from tests.adapters.contract.engine import Chapter, Engine, key, place, put, refuses, sorts, thing

LIMITS = Chapter()

_FIXED = len("pkpskakindthingversionformatbody") + 2 + 2  # names and values but the body's, each number two bytes


def _weighing(size: int, sort: str = "a") -> Item:
    """An item of exactly so many bytes by DynamoDB's formula."""
    frame = len('{"text":""}')
    return thing(sort, body={"text": "x" * (size - _FIXED - frame)})


@LIMITS.check
def an_item_of_the_largest_size_is_taken(engine: Engine) -> None:
    put(engine.store, _weighing(MAX_ITEM_BYTES))
    assert engine.store.get(key("a")) == _weighing(MAX_ITEM_BYTES)


@LIMITS.check
def an_item_one_byte_larger_is_refused(engine: Engine) -> None:
    refuses(engine.store, Put(_weighing(MAX_ITEM_BYTES + 1)))


@LIMITS.check
def an_item_is_weighed_in_bytes_not_in_characters(engine: Engine) -> None:
    refuses(engine.store, Put(thing("a", body={"text": "é" * (MAX_ITEM_BYTES // 2)})))


@LIMITS.check
def one_item_too_large_stops_the_others(engine: Engine) -> None:
    refuses(engine.store, Put(thing("b")), Put(_weighing(MAX_ITEM_BYTES + 1)))


@LIMITS.check
def a_commit_of_too_many_writes_is_refused(engine: Engine) -> None:
    refuses(engine.store, *(Put(thing(f"{n:03d}")) for n in range(MAX_WRITES + 1)))
    assert sorts(engine.store) == []


@LIMITS.check
def a_commit_of_no_writes_is_refused(engine: Engine) -> None:
    refuses(engine.store)


@LIMITS.check
def a_commit_of_too_many_bytes_is_refused(engine: Engine) -> None:
    items = [_weighing(MAX_ITEM_BYTES, f"{n}") for n in range(MAX_COMMIT_BYTES // MAX_ITEM_BYTES)]
    put(engine.store, *items)
    engine.store.commit([Delete(item.key) for item in items])
    refuses(engine.store, *(Put(item) for item in items), Put(thing("a")))
    assert sorts(engine.store) == []


@LIMITS.check
def two_writes_to_one_key_are_refused(engine: Engine) -> None:
    refuses(engine.store, Put(thing("a")), Put(thing("a", version=2)))
    refuses(engine.store, Put(thing("a")), Delete(key("a")))
    refuses(engine.store, Put(thing("b")), Check(key("b"), Absent()))
    assert sorts(engine.store) == []


@LIMITS.check
def empty_keys_are_refused(engine: Engine) -> None:
    refuses(engine.store, Put(thing("", "p")))
    refuses(engine.store, Put(thing("a", "")))
    refuses(engine.store, Delete(Key("p", "")))
    refuses(engine.store, Check(Key("", "a"), Absent()))


@LIMITS.check
def long_keys_are_taken_up_to_their_limit(engine: Engine) -> None:
    item = thing("s" * 1_024, "p" * 2_048, work=place("s" * 1_024, "p" * 2_048))
    put(engine.store, item)
    assert engine.store.get(item.key) == item
    assert engine.store.index("work", "p" * 2_048, up_to="s" * 1_024) == [item.key]
    refuses(engine.store, Put(thing("s" * 1_025)))
    refuses(engine.store, Put(thing("a", "p" * 2_049)))
    refuses(engine.store, Put(thing("é" * 513)))


@LIMITS.check
def places_no_index_takes_are_refused(engine: Engine) -> None:
    for wrong in (place(""), place("1", ""), place("s" * 1_025), place("1", "p" * 2_049), place("\ud800")):
        refuses(engine.store, Put(thing("a", work=wrong)))
        refuses(engine.store, Put(thing("a", list=wrong)))


@LIMITS.check
def floats_are_refused_wherever_they_stand(engine: Engine) -> None:
    for wrong in (1.5, 1.0, float("nan"), float("inf"), -0.0):
        for body in ({"x": wrong}, {"x": [1, wrong]}, {"x": {"y": [{"z": wrong}]}}, {"x": (wrong,)}):
            refuses(engine.store, Put(thing("a", body=body)))


@LIMITS.check
def what_is_not_json_is_refused(engine: Engine) -> None:
    for wrong in (Decimal(1), b"bytes", {1, 2}, object(), 1j, range(3), {"a"}):
        refuses(engine.store, Put(thing("a", body={"x": wrong})))


@LIMITS.check
def names_that_are_not_strings_are_refused(engine: Engine) -> None:
    wrong: list[dict[Any, Any]] = [{1: "a"}, {None: "a"}, {("a",): 1}, {"x": {2: 3}}]
    for body in wrong:
        refuses(engine.store, Put(thing("a", body=body)))


@LIMITS.check
def a_body_that_is_no_object_is_refused(engine: Engine) -> None:
    wrong: list[Any] = [[], "text", 1, None]
    for body in wrong:
        refuses(engine.store, Put(Item(key("a"), "thing", body)))


@LIMITS.check
def half_surrogate_pairs_are_refused(engine: Engine) -> None:
    refuses(engine.store, Put(Item(key("a"), "\ud800", {})))
    refuses(engine.store, Put(thing("a", body={"x": "\udfff"})))
    refuses(engine.store, Put(thing("a", body={"\ud800": 1})))
    refuses(engine.store, Put(thing("\ud800", body={})))


@LIMITS.check
def endless_numbers_and_nesting_are_refused(engine: Engine) -> None:
    deep: dict[str, Any] = {}
    for _ in range(2_000):
        deep = {"x": deep}
    refuses(engine.store, Put(thing("a", body=deep)))
    refuses(engine.store, Put(thing("a", body={"x": 10**5_000})))


@LIMITS.check
def versions_formats_and_expiries_are_whole_and_not_negative(engine: Engine) -> None:
    wrong: list[Any] = [-1, 2**63, 1.0, True, "1", None]
    for name in ("version", "format", "expires"):
        for value in wrong:
            refuses(engine.store, Put(thing("a", **{name: value})))


@LIMITS.check
def versions_asked_for_are_whole_and_not_negative(engine: Engine) -> None:
    wrong: list[Any] = [-1, 2**63, 1.0, True, "1", None]
    for value in wrong:
        refuses(engine.store, Put(thing("a"), VersionIs(value)))
        refuses(engine.store, Delete(key("a"), VersionIs(value)))
        refuses(engine.store, Check(key("a"), VersionIs(value)))


@LIMITS.check
def a_body_nests_32_levels_and_no_more(engine: Engine) -> None:
    body: dict[str, Any] = {}
    for _ in range(31):
        body = {"x": body}
    put(engine.store, thing("a", body=body))
    assert engine.store.get(key("a")) == thing("a", body=body)
    refuses(engine.store, Put(thing("b", body={"x": body})))


@LIMITS.check
def the_largest_version_is_kept_exactly(engine: Engine) -> None:
    item = thing("a", version=2**63 - 1, format=2**63 - 1, expires=2**63 - 1)
    put(engine.store, item)
    assert engine.store.get(key("a")) == item


@LIMITS.check
def a_page_has_at_least_one_item(engine: Engine) -> None:
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="at least 1"):
            engine.store.query("p", limit=wrong)
        with pytest.raises(ValueError, match="at least 1"):
            engine.store.index("work", "shard", up_to="9", limit=wrong)


@LIMITS.check
def an_index_of_another_name_is_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="index"):
        engine.store.index("other", "shard", up_to="9")


@LIMITS.check
def mappings_and_tuples_are_stored_as_objects_and_arrays(engine: Engine) -> None:
    body: Mapping[str, Any] = MappingProxyType({"seats": ((1, 2), [3]), "inner": MappingProxyType({"a": ()})})
    put(engine.store, Item(key("a"), "thing", body))
    stored = engine.store.get(key("a"))
    assert stored is not None
    assert stored.body == {"seats": [[1, 2], [3]], "inner": {"a": []}}
