"""The two sparse indexes: who is in them, in which order, and between which bounds."""

from chalicelib.players.ports import Delete, Key, Put, VersionIs
from tests.adapters.contract.engine import Chapter, Engine, key, place, put, thing
from tests.adapters.contract.ranges import BY_BYTES

INDEXES = Chapter()

LAST = "\U0010ffff"


@INDEXES.check
def an_item_without_a_place_is_in_no_index(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("b", work=place("1")))
    assert engine.store.index("work", "shard", up_to=LAST) == [key("b")]
    assert engine.store.index("list", "shard", up_to=LAST) == []


@INDEXES.check
def the_two_indexes_are_apart(engine: Engine) -> None:
    put(
        engine.store,
        thing("a", work=place("1")),
        thing("b", list=place("1")),
        thing("c", work=place("2"), list=place("0")),
    )
    assert engine.store.index("work", "shard", up_to=LAST) == [key("a"), key("c")]
    assert engine.store.index("list", "shard", up_to=LAST) == [key("c"), key("b")]


@INDEXES.check
def shards_are_apart(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("1", "due#0")), thing("b", work=place("1", "due#1")))
    assert engine.store.index("work", "due#1", up_to=LAST) == [key("b")]
    assert engine.store.index("work", "due#", up_to=LAST) == []


@INDEXES.check
def an_index_spans_partitions(engine: Engine) -> None:
    put(engine.store, thing("a", "q", work=place("2")), thing("a", "p", work=place("1")))
    assert engine.store.index("work", "shard", up_to=LAST) == [Key("p", "a"), Key("q", "a")]


@INDEXES.check
def an_index_is_ordered_by_its_own_sort_and_by_bytes(engine: Engine) -> None:
    items = [thing(f"{n:02d}", work=place(sort)) for n, sort in enumerate(reversed(BY_BYTES))]
    put(engine.store, *items)
    assert engine.store.index("work", "shard", up_to=LAST) == [item.key for item in reversed(items)]


@INDEXES.check
def up_to_is_included(engine: Engine) -> None:
    put(engine.store, *(thing(name, work=place(name)) for name in ("10", "20", "20#a", "30")))
    assert engine.store.index("work", "shard", up_to="20") == [key("10"), key("20")]
    assert engine.store.index("work", "shard", up_to="19") == [key("10")]
    assert engine.store.index("work", "shard", up_to="20~") == [key("10"), key("20"), key("20#a")]


@INDEXES.check
def after_is_not_included(engine: Engine) -> None:
    put(engine.store, *(thing(name, work=place(name)) for name in ("10", "20", "30")))
    assert engine.store.index("work", "shard", up_to=LAST, after="10") == [key("20"), key("30")]
    assert engine.store.index("work", "shard", up_to="20", after="15") == [key("20")]
    assert engine.store.index("work", "shard", up_to=LAST, after="") == [key("10"), key("20"), key("30")]


@INDEXES.check
def bounds_that_cross_hold_nothing(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("15")))
    assert engine.store.index("work", "shard", up_to="10", after="20") == []
    assert engine.store.index("work", "shard", up_to="15", after="15") == []
    assert engine.store.index("work", "shard", up_to="") == []


@INDEXES.check
def an_index_answers_at_most_limit_keys(engine: Engine) -> None:
    items = [thing(f"{n:03d}", work=place(f"{n:03d}")) for n in range(130)]
    put(engine.store, *items)
    keys = [item.key for item in items]
    assert engine.store.index("work", "shard", up_to=LAST, limit=3) == keys[:3]
    assert engine.store.index("work", "shard", up_to=LAST, limit=3, after="002") == keys[3:6]
    assert engine.store.index("work", "shard", up_to=LAST) == keys[:100]
    assert engine.store.index("work", "shard", up_to=LAST, limit=1_000) == keys


@INDEXES.check
def a_put_moves_an_item_in_its_index(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("1", "due#0")), thing("b", work=place("2", "due#0")))
    engine.store.commit([Put(thing("a", version=2, work=place("3", "due#0")), VersionIs(1))])
    assert engine.store.index("work", "due#0", up_to=LAST) == [key("b"), key("a")]
    put(engine.store, thing("a", work=place("1", "due#1")))
    assert engine.store.index("work", "due#0", up_to=LAST) == [key("b")]
    assert engine.store.index("work", "due#1", up_to=LAST) == [key("a")]


@INDEXES.check
def a_put_without_a_place_takes_the_item_out(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("1"), list=place("1")))
    put(engine.store, thing("a", list=place("1")))
    assert engine.store.index("work", "shard", up_to=LAST) == []
    assert engine.store.index("list", "shard", up_to=LAST) == [key("a")]


@INDEXES.check
def a_delete_takes_the_item_out(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("1"), list=place("1")))
    engine.store.commit([Delete(key("a"))])
    assert engine.store.index("work", "shard", up_to=LAST) == []
    assert engine.store.index("list", "shard", up_to=LAST) == []


@INDEXES.check
def a_place_comes_back_with_its_item(engine: Engine) -> None:
    item = thing("a", work=place("1", "due#0"), list=place("x", "open#keer"))
    put(engine.store, item)
    assert engine.store.get(key("a")) == item
    assert engine.store.get_many([key("a")]) == {key("a"): item}
    assert engine.store.query("p").items == (item,)


@INDEXES.check
def equal_sorts_in_a_shard_are_all_there(engine: Engine) -> None:
    put(engine.store, *(thing(name, work=place("same")) for name in ("a", "b", "c")))
    assert sorted(engine.store.index("work", "shard", up_to="same")) == [key("a"), key("b"), key("c")]


@INDEXES.check
def a_hint_tells_where_it_stood(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("10#é")), thing("b", work=place("20")))
    assert [hint.place for hint in engine.store.index("work", "shard", up_to=LAST)] == ["10#é", "20"]
