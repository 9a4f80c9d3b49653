"""What goes in comes out: values, texts, and no strings attached to what the caller holds."""

from typing import Any

from chalicelib.players.ports import Item
from tests.adapters.contract.engine import Chapter, Engine, key, put, thing

VALUES = Chapter()


def _kept(engine: Engine, body: dict[str, Any]) -> Any:
    put(engine.store, thing("a", body=body))
    stored = engine.store.get(key("a"))
    assert stored is not None
    return stored.body


@VALUES.check
def every_kind_of_json_value_is_kept(engine: Engine) -> None:
    body: dict[str, Any] = {
        "null": None,
        "yes": True,
        "no": False,
        "zero": 0,
        "text": "",
        "array": [],
        "object": {},
        "": "no name",
    }
    kept = _kept(engine, body)
    assert kept == body
    assert [type(kept[name]) for name in ("yes", "zero")] == [bool, int]


@VALUES.check
def an_empty_body_is_kept(engine: Engine) -> None:
    assert _kept(engine, {}) == {}


@VALUES.check
def large_integers_are_kept_to_the_last_digit(engine: Engine) -> None:
    body = {"mask": 2**105 - 1, "low": -(2**200), "beyond": 10**600 + 1, "float's end": 2**53 + 1}
    assert _kept(engine, body) == body


@VALUES.check
def texts_in_any_script_are_kept(engine: Engine) -> None:
    texts = [
        "Đorđe",
        "Åsa",
        "日本",
        "عربي",
        "👩‍👩‍👧",
        "\x00",
        "\x1f\x7f",
        "\u2028",
        "e\u0301",
        "é",
        "\ufeff",
        "\uffff",
        '"\\/',
    ]
    assert _kept(engine, {"texts": texts, **dict.fromkeys(texts, 1)}) == {"texts": texts, **dict.fromkeys(texts, 1)}


@VALUES.check
def the_order_of_names_is_kept(engine: Engine) -> None:
    assert list(_kept(engine, {"b": 1, "a": 2, "c": 3})) == ["b", "a", "c"]


@VALUES.check
def all_fields_of_an_item_are_kept(engine: Engine) -> None:
    item = Item(key("a"), "head", {"x": [1]}, version=12, format=3, expires=engine.clock.now() + 1)
    put(engine.store, item)
    assert engine.store.get(key("a")) == item


@VALUES.check
def a_body_changed_after_the_commit_changes_nothing(engine: Engine) -> None:
    body: dict[str, Any] = {"seats": [1, 2], "inner": {"a": 1}}
    put(engine.store, thing("a", body=body))
    body["seats"].append(3)
    body["inner"]["a"] = 2
    body["new"] = True
    assert engine.store.get(key("a")) == thing("a", body={"seats": [1, 2], "inner": {"a": 1}})


@VALUES.check
def a_body_that_was_read_is_the_readers_own(engine: Engine) -> None:
    item = thing("a", body={"seats": [1, 2], "inner": {"a": 1}})
    put(engine.store, item)
    for read in (
        engine.store.get(key("a")),
        engine.store.get_many([key("a")])[key("a")],
        engine.store.query("p").items[0],
    ):
        assert read is not None
        assert isinstance(read.body, dict)
        read.body["seats"].append(3)
        read.body["inner"].clear()
    assert engine.store.get(key("a")) == item


@VALUES.check
def what_was_committed_is_read_at_once(engine: Engine) -> None:
    for version in range(20):
        put(engine.store, thing("a", version=version))
        assert engine.store.get(key("a")) == thing("a", version=version)
        assert engine.store.query("p", consistent=True).items == (thing("a", version=version),)
        assert engine.store.get_many([key("a")], consistent=True) == {key("a"): thing("a", version=version)}
