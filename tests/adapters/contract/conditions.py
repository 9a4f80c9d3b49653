"""Conditions, and that a commit is all or nothing."""

from chalicelib.players.ports import Absent, Check, Delete, Present, Put, VersionIs, Write
from tests.adapters.contract.engine import Chapter, Engine, fails, key, place, put, sorts, thing

CONDITIONS = Chapter()


@CONDITIONS.check
def put_without_condition_stores(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"))])
    assert engine.store.get(key("a")) == thing("a")


@CONDITIONS.check
def put_without_condition_replaces_the_whole_item(engine: Engine) -> None:
    put(engine.store, thing("a", body={"old": 1}, version=7, work=place("w"), list=place("l")))
    put(engine.store, thing("a", body={"new": 2}))
    assert engine.store.get(key("a")) == thing("a", body={"new": 2})


@CONDITIONS.check
def put_absent_stores_where_nothing_stands(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"), Absent())])
    assert engine.store.get(key("a")) == thing("a")


@CONDITIONS.check
def put_absent_fails_where_something_stands(engine: Engine) -> None:
    put(engine.store, thing("a"))
    fails(engine.store, Put(thing("a", version=2), Absent()), at=[0])
    assert engine.store.get(key("a")) == thing("a")


@CONDITIONS.check
def put_present_replaces(engine: Engine) -> None:
    put(engine.store, thing("a"))
    engine.store.commit([Put(thing("a", version=2), Present())])
    assert engine.store.get(key("a")) == thing("a", version=2)


@CONDITIONS.check
def put_present_fails_where_nothing_stands(engine: Engine) -> None:
    fails(engine.store, Put(thing("a"), Present()), at=[0])
    assert engine.store.get(key("a")) is None


@CONDITIONS.check
def put_version_replaces_that_version(engine: Engine) -> None:
    put(engine.store, thing("a", version=3))
    engine.store.commit([Put(thing("a", version=4), VersionIs(3))])
    assert engine.store.get(key("a")) == thing("a", version=4)


@CONDITIONS.check
def put_version_fails_on_an_older_one(engine: Engine) -> None:
    put(engine.store, thing("a", version=2))
    fails(engine.store, Put(thing("a", version=4), VersionIs(3)), at=[0])


@CONDITIONS.check
def put_version_fails_on_a_newer_one(engine: Engine) -> None:
    put(engine.store, thing("a", version=10))
    fails(engine.store, Put(thing("a", version=4), VersionIs(3)), at=[0])


@CONDITIONS.check
def put_version_fails_where_nothing_stands(engine: Engine) -> None:
    fails(engine.store, Put(thing("a"), VersionIs(1)), at=[0])


@CONDITIONS.check
def put_never_replaces_an_item_of_a_newer_format(engine: Engine) -> None:
    newer = thing("a", version=3, format=2)
    put(engine.store, newer)
    for condition in (None, Present(), VersionIs(3)):
        fails(engine.store, Put(thing("a", version=4), condition), at=[0])
        fails(engine.store, Put(thing("b")), Put(thing("a", version=4), condition), at=[1])
    assert engine.store.get(key("a")) == newer
    assert engine.store.get(key("b")) is None


@CONDITIONS.check
def put_replaces_an_item_of_an_older_format(engine: Engine) -> None:
    for condition in (None, Present(), VersionIs(3)):
        put(engine.store, thing("a", version=3))
        after = thing("a", version=4, format=2)
        engine.store.commit([Put(after, condition)])
        assert engine.store.get(key("a")) == after
        engine.store.commit([Delete(key("a"))])


@CONDITIONS.check
def put_replaces_an_item_of_a_newer_format_that_has_expired(engine: Engine) -> None:
    put(engine.store, thing("a", format=2, expires=engine.clock.now() + 5))
    engine.clock.advance(5)
    engine.store.commit([Put(thing("a"))])
    assert engine.store.get(key("a")) == thing("a")


@CONDITIONS.check
def put_version_nought_is_a_version_like_others(engine: Engine) -> None:
    fails(engine.store, Put(thing("a"), VersionIs(0)), at=[0])
    put(engine.store, thing("a", version=0))
    engine.store.commit([Put(thing("a", version=1), VersionIs(0))])
    assert engine.store.get(key("a")) == thing("a", version=1)


@CONDITIONS.check
def delete_without_condition_removes(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("b"))
    engine.store.commit([Delete(key("a"))])
    assert sorts(engine.store) == ["b"]


@CONDITIONS.check
def delete_of_nothing_is_no_error(engine: Engine) -> None:
    engine.store.commit([Delete(key("a"))])
    assert engine.store.get(key("a")) is None


@CONDITIONS.check
def delete_present_fails_where_nothing_stands(engine: Engine) -> None:
    fails(engine.store, Delete(key("a"), Present()), at=[0])


@CONDITIONS.check
def delete_absent_fails_where_something_stands(engine: Engine) -> None:
    put(engine.store, thing("a"))
    fails(engine.store, Delete(key("a"), Absent()), at=[0])
    assert engine.store.get(key("a")) == thing("a")


@CONDITIONS.check
def delete_version_removes_that_version_only(engine: Engine) -> None:
    put(engine.store, thing("a", version=2))
    fails(engine.store, Delete(key("a"), VersionIs(1)), at=[0])
    engine.store.commit([Delete(key("a"), VersionIs(2))])
    assert engine.store.get(key("a")) is None


@CONDITIONS.check
def check_holds_and_writes_nothing(engine: Engine) -> None:
    put(engine.store, thing("a", version=5))
    engine.store.commit([Check(key("a"), VersionIs(5)), Check(key("b"), Absent()), Put(thing("c"))])
    assert sorts(engine.store) == ["a", "c"]
    assert engine.store.get(key("a")) == thing("a", version=5)


@CONDITIONS.check
def check_alone_is_a_commit(engine: Engine) -> None:
    engine.store.commit([Check(key("a"), Absent())])
    fails(engine.store, Check(key("a"), Present()), at=[0])


@CONDITIONS.check
def check_of_each_kind_stops_the_commit(engine: Engine) -> None:
    put(engine.store, thing("a", version=5))
    fails(engine.store, Put(thing("x")), Check(key("a"), Absent()), at=[1])
    fails(engine.store, Put(thing("x")), Check(key("b"), Present()), at=[1])
    fails(engine.store, Put(thing("x")), Check(key("a"), VersionIs(4)), at=[1])
    assert sorts(engine.store) == ["a"]


@CONDITIONS.check
def a_failed_commit_changes_nothing(engine: Engine) -> None:
    put(engine.store, thing("a", work=place("1")), thing("b", version=2))
    writes: list[Write] = [
        Put(thing("a", version=9)),
        Delete(key("b")),
        Put(thing("c", work=place("2"))),
        Put(thing("d"), Present()),
    ]
    fails(engine.store, *writes, at=[3])
    assert engine.store.query("p").items == (thing("a", work=place("1")), thing("b", version=2))
    assert engine.store.index("work", "shard", up_to="9") == [key("a")]


@CONDITIONS.check
def a_commit_writes_all_it_was_given(engine: Engine) -> None:
    put(engine.store, thing("b"), thing("a", partition="q"))
    engine.store.commit([Put(thing("a"), Absent()), Delete(key("b"), Present()), Put(thing("a", "q", version=2))])
    assert sorts(engine.store) == ["a"]
    assert engine.store.query("q").items == (thing("a", "q", version=2),)


@CONDITIONS.check
def every_failed_write_is_named_and_no_other(engine: Engine) -> None:
    put(engine.store, thing("a"), thing("b"), thing("c"))
    fails(
        engine.store,
        Put(thing("a"), Absent()),
        Put(thing("b", version=2), VersionIs(1)),
        Check(key("c"), VersionIs(2)),
        Put(thing("d")),
        Delete(key("e"), Present()),
        at=[0, 2, 4],
    )


@CONDITIONS.check
def positions_are_named_beyond_the_ninth(engine: Engine) -> None:
    put(engine.store, thing("standing"))
    writes = [Put(thing(f"{n:02d}"), Absent()) for n in range(12)]
    fails(engine.store, *writes, Put(thing("standing"), Absent()), at=[12])


@CONDITIONS.check
def a_hundred_writes_are_one_commit(engine: Engine) -> None:
    engine.store.commit([Put(thing(f"{n:03d}"), Absent()) for n in range(100)])
    assert len(engine.store.query("p").items) == 100
    fails(engine.store, *[Put(thing(f"{n + 99:03d}"), Absent()) for n in range(100)], at=[0])
    assert len(engine.store.query("p").items) == 100
