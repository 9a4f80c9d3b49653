"""Sizes by DynamoDB's published formula, counted by hand."""

from __future__ import annotations

import pytest

from chalicelib.adapters.sizes import entry_size, image_size, item_size, key_size
from chalicelib.players.ports import IndexKey, Item, Key

NAMES = len("pk" + "sk" + "kind" + "version" + "format" + "body")


@pytest.mark.parametrize(
    ("number", "size"),
    [("0", 1), ("1", 2), ("12", 2), ("123", 3), ("1200", 2), ("100", 2), ("-5", 3), ("1790000001", 6), ("179", 3)],
)
def test_a_number_weighs_a_byte_for_two_digits_and_one_more(number: str, size: int) -> None:
    assert image_size({"n": {"N": number}}) == len("n") + size


def test_a_text_weighs_its_utf8_bytes() -> None:
    assert image_size({"é": {"S": "a€😀"}}) == 2 + 1 + 3 + 4


def test_a_small_item() -> None:
    item = Item(Key("M#1", "A#head"), "head", {"a": 1})
    values = len("M#1") + len("A#head") + len("head") + 2 + 2 + len('{"a":1}')
    assert item_size(item) == NAMES + values


def test_places_and_expiry_weigh_too() -> None:
    plain = Item(Key("M", "A"), "head", {})
    full = Item(Key("M", "A"), "head", {}, work=IndexKey("due", "12"), list=IndexKey("o", "1"), expires=1_790_000_001)
    added = len("work_pkdue" + "work_sk12" + "list_pko" + "list_sk1" + "expires") + 6
    assert item_size(full) == item_size(plain) + added


def test_a_key_weighs_its_names_and_values() -> None:
    assert key_size(Key("M#1", "é")) == len("pk") + 3 + len("sk") + 2


def test_an_index_entry_holds_the_keys_only() -> None:
    item = Item(Key("M", "A"), "head", {"much": "x" * 1_000}, work=IndexKey("due", "12"))
    assert entry_size(item, "work") == len("pkM" + "skA" + "work_pkdue" + "work_sk12")
    assert entry_size(item, "list") == 0
