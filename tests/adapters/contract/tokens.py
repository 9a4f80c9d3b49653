"""The same token is the same commit, done once."""

import pytest

from chalicelib.players.ports import (
    Absent,
    Check,
    ConditionFailedError,
    Delete,
    InvalidWriteError,
    Present,
    Put,
    VersionIs,
)
from tests.adapters.contract.engine import Chapter, Engine, key, put, refuses, sorts, thing

TOKENS = Chapter()


@TOKENS.check
def a_repeated_commit_is_done_once(engine: Engine) -> None:
    writes = [Put(thing("a"), Absent()), Put(thing("b"), Absent())]
    engine.store.commit(writes, token="t")
    engine.store.commit(writes, token="t")
    assert sorts(engine.store) == ["a", "b"]


@TOKENS.check
def a_repeated_commit_does_not_undo_what_came_between(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"))], token="t")
    put(engine.store, thing("a", version=2))
    engine.store.commit([Put(thing("a"))], token="t")
    assert engine.store.get(key("a")) == thing("a", version=2)


@TOKENS.check
def without_a_token_a_commit_is_done_again(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"), Absent())])
    with pytest.raises(ConditionFailedError):
        engine.store.commit([Put(thing("a"), Absent())])


@TOKENS.check
def another_token_is_another_commit(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"), Absent())], token="t")
    with pytest.raises(ConditionFailedError):
        engine.store.commit([Put(thing("a"), Absent())], token="T")


@TOKENS.check
def a_token_holds_to_the_end_of_ten_minutes(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"), Absent())], token="t")
    engine.clock.advance(599)
    put(engine.store, thing("b"))
    engine.store.commit([Put(thing("a"), Absent())], token="t")


@TOKENS.check
def a_commit_that_failed_leaves_its_token_free(engine: Engine) -> None:
    put(engine.store, thing("a"))
    writes = [Put(thing("a", version=3), VersionIs(2))]
    with pytest.raises(ConditionFailedError):
        engine.store.commit(writes, token="t")
    put(engine.store, thing("a", version=2))
    engine.store.commit(writes, token="t")
    assert engine.store.get(key("a")) == thing("a", version=3)


@TOKENS.check
def a_token_used_for_other_writes_is_refused(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"))], token="t")
    refuses(engine.store, Put(thing("b")), token="t")
    for other in (Put(thing("a", version=2)), Delete(key("a")), Put(thing("a"), Absent())):
        with pytest.raises(InvalidWriteError):
            engine.store.commit([other], token="t")
    assert engine.store.query("p").items == (thing("a"),)


@TOKENS.check
def a_token_tells_a_check_and_a_delete_apart(engine: Engine) -> None:
    put(engine.store, thing("a"))
    engine.store.commit([Check(key("a"), Present())], token="t")
    with pytest.raises(InvalidWriteError):
        engine.store.commit([Delete(key("a"), Present())], token="t")
    assert engine.store.get(key("a")) == thing("a")


@TOKENS.check
def a_token_has_at_most_36_characters(engine: Engine) -> None:
    engine.store.commit([Put(thing("a"))], token="t" * 36)
    refuses(engine.store, Put(thing("b")), token="t" * 37)
