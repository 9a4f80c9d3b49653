"""Reading: by key, by many keys, and ranges of a partition with their order, prefixes and pages."""

from chalicelib.players.ports import Key, Page
from tests.adapters.contract.engine import Chapter, Engine, key, put, sorts, thing

RANGES = Chapter()

BY_BYTES = ["\x00", "!", "0", "A", "Z", "a", "é", "߿", "ࠀ", "中", "퟿", "\ue000", "\uffff", "𐀀", "😀", "\U0010ffff"]
"""One character after another in the order of its UTF-8 bytes; UTF-16 would put 𐀀 before \ue000."""


@RANGES.check
def get_of_nothing_is_none(engine: Engine) -> None:
    put(engine.store, thing("a"))
    assert engine.store.get(key("b")) is None
    assert engine.store.get(Key("q", "a")) is None


@RANGES.check
def get_tells_case_and_spaces_apart(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("A"), thing("a "))
    assert engine.store.get(key("A")) == thing("A")
    assert engine.store.get(key("a ")) == thing("a ")
    assert engine.store.get(key(" a")) is None


@RANGES.check
def get_tells_composed_and_decomposed_letters_apart(engine: Engine) -> None:
    put(engine.store, thing("\u00e9"))
    assert engine.store.get(key("e\u0301")) is None


@RANGES.check
def get_answers_alike_consistent_or_not(engine: Engine) -> None:
    put(engine.store, thing("a"))
    assert engine.store.get(key("a"), consistent=True) == thing("a")
    assert engine.store.get(key("a"), consistent=False) == thing("a")


@RANGES.check
def get_many_finds_what_there_is(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("b"), thing("c", "q"))
    found = engine.store.get_many([key("b"), key("none"), Key("q", "c")])
    assert found == {key("b"): thing("b"), Key("q", "c"): thing("c", "q")}


@RANGES.check
def get_many_of_no_keys_is_empty(engine: Engine) -> None:
    assert engine.store.get_many([]) == {}


@RANGES.check
def get_many_takes_doubles(engine: Engine) -> None:
    put(engine.store, thing("a"))
    assert engine.store.get_many([key("a"), key("a"), key("a")], consistent=True) == {key("a"): thing("a")}


@RANGES.check
def get_many_takes_more_than_a_hundred_keys(engine: Engine) -> None:
    items = [thing(f"{n:03d}") for n in range(250)]
    put(engine.store, *items)
    found = engine.store.get_many([item.key for item in items])
    assert found == {item.key: item for item in items}


@RANGES.check
def a_key_that_no_item_can_have_is_found_nowhere(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("?"), thing("a", "?"))
    for absurd in (Key("", "a"), Key("p", ""), Key("\ud800", "a"), Key("p", "\udfff"), Key("p" * 3_000, "a")):
        assert engine.store.get(absurd) is None
        assert engine.store.get_many([absurd, key("a")]) == {key("a"): thing("a")}
    assert engine.store.query("") == Page(())
    assert engine.store.query("\ud800") == Page(())
    assert engine.store.query("p", prefix="\ud800") == Page(())


@RANGES.check
def query_reads_one_partition_only(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("a", "p2"), thing("a", "P"), thing("a", "p\x00"))
    assert engine.store.query("p").items == (thing("a"),)


@RANGES.check
def query_of_nothing_is_an_empty_page(engine: Engine) -> None:
    assert engine.store.query("p") == Page(())
    assert engine.store.query("p", limit=1, reverse=True) == Page(())


@RANGES.check
def query_orders_by_utf8_bytes(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in reversed(BY_BYTES)))
    assert sorts(engine.store) == BY_BYTES


@RANGES.check
def query_orders_a_beginning_before_what_it_begins(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("ab", "a", "a\x00", "b", "a!", "B")))
    assert sorts(engine.store) == ["B", "a", "a\x00", "a!", "ab", "b"]


@RANGES.check
def query_backwards_is_the_reverse(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in BY_BYTES))
    assert sorts(engine.store, reverse=True) == BY_BYTES[::-1]


@RANGES.check
def query_by_prefix(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("@", "A", "A#", "A#head", "A#roster", "A$", "B#head", "a#head")))
    assert sorts(engine.store, prefix="A#") == ["A#", "A#head", "A#roster"]
    assert sorts(engine.store, prefix="A#", reverse=True) == ["A#roster", "A#head", "A#"]
    assert sorts(engine.store, prefix="A#none") == []


@RANGES.check
def query_by_a_prefix_of_pattern_signs(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("%", "%a", "_", "_a", "a%", "*", "[a]", "?", "\\", "'", '"')))
    for sign in "%_*[?\\'\"":
        assert sorts(engine.store, prefix=sign) == [one for one in sorts(engine.store) if one.startswith(sign)]


@RANGES.check
def query_by_a_prefix_of_high_characters(engine: Engine) -> None:
    put(engine.store, *(thing(f"{sort}x") for sort in BY_BYTES), *(thing(f"a{sort}") for sort in BY_BYTES))
    for sort in BY_BYTES:
        assert sorts(engine.store, prefix=f"a{sort}") == [f"a{sort}"]
    assert sorts(engine.store, prefix="\U0010ffff") == ["\U0010ffffx"]


@RANGES.check
def query_in_pages(engine: Engine) -> None:
    names = [f"{n:02d}" for n in range(7)]
    put(engine.store, *(thing(name) for name in names))
    first = engine.store.query("p", limit=3)
    assert [item.key.sort for item in first.items] == names[:3]
    assert first.more
    second = engine.store.query("p", limit=3, after="02")
    assert [item.key.sort for item in second.items] == names[3:6]
    assert second.more
    last = engine.store.query("p", limit=3, after="05")
    assert [item.key.sort for item in last.items] == names[6:]
    assert not last.more


@RANGES.check
def query_in_pages_backwards(engine: Engine) -> None:
    put(engine.store, *(thing(f"{n}") for n in range(5)))
    page = engine.store.query("p", limit=2, reverse=True, after="3")
    assert [item.key.sort for item in page.items] == ["2", "1"]
    assert page.more
    assert sorts(engine.store, limit=2, reverse=True, after="1") == ["0"]


@RANGES.check
def a_full_last_page_knows_that_it_is_the_last(engine: Engine) -> None:
    put(engine.store, *(thing(f"{n}") for n in range(4)), thing("z", "q"))
    assert not engine.store.query("p", limit=4).more
    assert not engine.store.query("p", limit=2, after="1").more
    assert not engine.store.query("p", limit=2, after="2", reverse=True).more
    assert not engine.store.query("p", prefix="3", limit=1).more


@RANGES.check
def no_limit_means_all(engine: Engine) -> None:
    put(engine.store, *(thing(f"{n:03d}") for n in range(230)))
    page = engine.store.query("p")
    assert len(page.items) == 230
    assert not page.more


@RANGES.check
def after_need_not_exist(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("a", "c", "e")))
    assert sorts(engine.store, after="b") == ["c", "e"]
    assert sorts(engine.store, after="d", reverse=True) == ["c", "a"]


@RANGES.check
def after_is_left_out_itself(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("a", "a\x00", "b")))
    assert sorts(engine.store, after="a") == ["a\x00", "b"]
    assert sorts(engine.store, after="a\x00", reverse=True) == ["a"]


@RANGES.check
def after_may_lie_outside_of_the_prefix(engine: Engine) -> None:
    put(engine.store, *(thing(sort) for sort in ("A", "B", "L#1", "L#2", "M", "Z")))
    assert sorts(engine.store, prefix="L#", after="A") == ["L#1", "L#2"]
    assert sorts(engine.store, prefix="L#", after="Z") == []
    assert sorts(engine.store, prefix="L#", after="Z", reverse=True) == ["L#2", "L#1"]
    assert sorts(engine.store, prefix="L#", after="A", reverse=True) == []


@RANGES.check
def large_items_come_all_at_once(engine: Engine) -> None:
    # DynamoDB answers at most 1 MB at a time: an engine has to ask on.
    put(engine.store, *(thing(f"{n}", body={"text": "x" * 300_000}) for n in range(5)))
    assert sorts(engine.store, consistent=True) == ["0", "1", "2", "3", "4"]
    assert sorts(engine.store, limit=4, reverse=True) == ["4", "3", "2", "1"]
    assert len(engine.store.get_many([key(f"{n}") for n in range(5)])) == 5
