"""Expired items: on every path of reading, in conditions, and replaced."""

from typing import Any

from chalicelib.players.ports import Absent, Check, Delete, Item, Page, Present, Put, VersionIs
from tests.adapters.contract.engine import Chapter, Engine, fails, key, place, put, sorts, thing

EXPIRY = Chapter()


def _short(engine: Engine, sort: str = "a", **fields: Any) -> Item:
    """Put an item that lives for ten seconds."""
    item = thing(sort, expires=engine.clock.now() + 10, **fields)
    put(engine.store, item)
    return item


@EXPIRY.check
def an_item_lives_until_its_last_second(engine: Engine) -> None:
    item = _short(engine)
    engine.clock.advance(9)
    assert engine.store.get(key("a")) == item
    engine.clock.advance(1)
    assert engine.store.get(key("a")) is None


@EXPIRY.check
def nought_means_for_ever(engine: Engine) -> None:
    put(engine.store, thing("a"))
    engine.clock.advance(10**10)
    assert engine.store.get(key("a")) == thing("a")


@EXPIRY.check
def get_without_consistency_knows_expiry(engine: Engine) -> None:
    _short(engine)
    engine.clock.advance(10)
    assert engine.store.get(key("a"), consistent=False) is None


@EXPIRY.check
def get_many_knows_expiry(engine: Engine) -> None:
    _short(engine)
    put(engine.store, thing("b"))
    engine.clock.advance(10)
    assert engine.store.get_many([key("a"), key("b")]) == {key("b"): thing("b")}


@EXPIRY.check
def query_knows_expiry(engine: Engine) -> None:
    _short(engine)
    put(engine.store, thing("b"))
    engine.clock.advance(10)
    assert sorts(engine.store) == ["b"]
    assert sorts(engine.store, reverse=True, consistent=True) == ["b"]
    assert engine.store.query("p", prefix="a") == Page(())


@EXPIRY.check
def expired_items_do_not_eat_into_a_page(engine: Engine) -> None:
    for n in range(6):
        _short(engine, f"a{n}")
    put(engine.store, thing("b"), thing("c"), thing("d"))
    engine.clock.advance(10)
    page = engine.store.query("p", limit=2)
    assert page == Page((thing("b"), thing("c")), more=True)


@EXPIRY.check
def expired_items_are_not_more(engine: Engine) -> None:
    put(engine.store, thing("a"))
    _short(engine, "b")
    engine.clock.advance(10)
    assert engine.store.query("p", limit=1) == Page((thing("a"),), more=False)


@EXPIRY.check
def what_an_index_still_names_cannot_be_read(engine: Engine) -> None:
    _short(engine, work=place("1"))
    put(engine.store, thing("b", work=place("2")))
    engine.clock.advance(10)
    named = engine.store.index("work", "shard", up_to="9")
    assert key("b") in named
    assert engine.store.get_many(named) == {key("b"): thing("b", work=place("2"))}


@EXPIRY.check
def absent_holds_on_an_expired_item(engine: Engine) -> None:
    _short(engine)
    engine.clock.advance(10)
    engine.store.commit([Check(key("a"), Absent()), Put(thing("b"))])
    engine.store.commit([Put(thing("a", version=2), Absent())])
    assert engine.store.get(key("a")) == thing("a", version=2)


@EXPIRY.check
def present_fails_on_an_expired_item(engine: Engine) -> None:
    _short(engine)
    engine.clock.advance(10)
    fails(engine.store, Put(thing("a"), Present()), at=[0])
    fails(engine.store, Delete(key("a"), Present()), at=[0])
    fails(engine.store, Check(key("a"), Present()), at=[0])


@EXPIRY.check
def version_fails_on_an_expired_item(engine: Engine) -> None:
    _short(engine, version=3)
    engine.clock.advance(10)
    fails(engine.store, Put(thing("a"), VersionIs(3)), at=[0])
    fails(engine.store, Check(key("a"), VersionIs(3)), at=[0])


@EXPIRY.check
def conditions_see_an_item_until_it_expires(engine: Engine) -> None:
    _short(engine, version=3)
    engine.clock.advance(9)
    fails(engine.store, Put(thing("a"), Absent()), at=[0])
    engine.store.commit([Put(thing("a", version=4), VersionIs(3))])
    engine.clock.advance(100)
    assert engine.store.get(key("a")) == thing("a", version=4)


@EXPIRY.check
def an_expired_item_can_be_deleted_again(engine: Engine) -> None:
    _short(engine)
    engine.clock.advance(10)
    engine.store.commit([Delete(key("a"))])
    engine.store.commit([Delete(key("a"), Absent())])
    assert engine.store.get(key("a")) is None


@EXPIRY.check
def expires_comes_back_with_its_item(engine: Engine) -> None:
    item = _short(engine, work=place("1"))
    assert engine.store.get(key("a")) == item
    assert engine.store.query("p").items == (item,)


@EXPIRY.check
def an_item_stored_too_late_is_never_seen(engine: Engine) -> None:
    put(engine.store, thing("a", expires=engine.clock.now()))
    assert engine.store.get(key("a")) is None
    engine.store.commit([Put(thing("a"), Absent())])
    assert engine.store.get(key("a")) == thing("a")
