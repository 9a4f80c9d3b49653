"""docs/record.md tells the byte layout: its vectors hold for the code, and for a reading that shares none with it."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from chalicelib.matches import marks
from chalicelib.matches.course import NotedChance
from chalicelib.matches.match import house_nonce
from chalicelib.rules import Chance, commitment
from chalicelib.site import verify_dice
from infra import record_schema

PAGE = Path(__file__).parent.parent / "docs" / "record.md"
VECTORS: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8").split("```json")[1].split("```")[0])
SEED = bytes.fromhex(VECTORS["seed"])
NONCES = tuple(bytes.fromhex(nonce) for nonce in VECTORS["nonces"])


def _chance(vector: dict[str, Any]) -> Chance:
    return Chance(SEED, NONCES, vector["ply"], vector["purpose"])


def test_the_commitment() -> None:
    promise = VECTORS["commitment"]
    assert commitment(SEED, promise["match"], promise["rules_version"]) == promise["value"]


def test_the_nonces_of_seats_that_set_none() -> None:
    assert [house_nonce(VECTORS["seed"], seat).hex() for seat in (0, 1)] == VECTORS["house_nonces"]


@pytest.mark.parametrize("vector", VECTORS["numbers"])
def test_numbers(vector: dict[str, Any]) -> None:
    chance = _chance(vector)
    assert [str(chance.below(int(vector["below"]))) for _ in vector["values"]] == vector["values"]
    assert chance.draws == vector["draws"]


@pytest.mark.parametrize("vector", VECTORS["dice"])
def test_lines_of_dice(vector: dict[str, Any]) -> None:
    noted = NotedChance(SEED, NONCES, vector["ply"])
    for each in vector["dice"].split(" "):
        noted.below(int(each.split("/")[1]))
    assert (noted.dice, noted.draws) == (vector["dice"], vector["draws"])
    assert verify_dice.drawn(SEED, list(NONCES), vector["ply"], vector["dice"]) == vector["dice"]


@pytest.mark.parametrize("vector", VECTORS["rolls"])
def test_rolls(vector: dict[str, Any]) -> None:
    chance = _chance(vector)
    assert "".join(chance.roll(vector["faces"]) for _ in vector["values"]) == vector["values"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_shuffles(vector: dict[str, Any]) -> None:
    assert "".join(_chance(vector).shuffle(vector["items"])) == vector["values"]


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _draws(vector: dict[str, Any]) -> Iterator[int]:
    """The page's recipe, step by step."""
    nonces = b"".join(_field(nonce) for nonce in NONCES)
    head = (
        _field(vector["purpose"].encode()) + len(NONCES).to_bytes(4, "big") + nonces + vector["ply"].to_bytes(8, "big")
    )
    for k in range(1000):
        digest = hmac.new(SEED, head + k.to_bytes(8, "big"), hashlib.sha256).digest()
        yield int.from_bytes(digest[:8], "big")


@pytest.mark.parametrize("vector", VECTORS["numbers"])
def test_the_recipe_gives_the_same_numbers(vector: dict[str, Any]) -> None:
    bound = int(vector["below"])
    kept = (draw % bound for draw in _draws(vector) if draw < 2**64 // bound * bound)
    assert [str(next(kept)) for _ in vector["values"]] == vector["values"]


def test_the_recipe_gives_the_same_promise() -> None:
    promise = VECTORS["commitment"]
    parts = (SEED, promise["match"].encode(), str(promise["rules_version"]).encode())
    assert hashlib.sha256(b"".join(map(_field, parts))).hexdigest() == promise["value"]


def test_marks() -> None:
    vector = VECTORS["marks"]
    assert [mark.hex() for mark in marks.chain(vector["record"])] == vector["values"]
    assert [mark.hex() for mark in verify_dice.marks(vector["record"])] == vector["values"]


def test_the_recipe_gives_the_same_marks() -> None:
    told, found = VECTORS["marks"]["record"], list[str]()
    opening = ["m0001", "keer-op-keer", "1", '{"sheet":"blue","start":"open"}', told["created"], told["started"]]
    opening += [told["commitment"], "2", "player", "bot", *told["nonces"]]
    first, second = ([str(move[name]) for name in ("ply", "seat", "move", "how", "at")] for move in told["moves"])
    mark = b""
    for parts in (opening, first, [*second, "2"]):
        mark = hashlib.sha256(mark + b"".join(_field(part.encode()) for part in parts)).digest()
        found.append(mark.hex())
    assert found == VECTORS["marks"]["values"]


def test_the_schema_is_that_of_the_form_and_the_published_record_fits_it() -> None:
    assert record_schema.PATH.read_text(encoding="utf-8") == record_schema.text()
    schema = json.loads(record_schema.text())
    validator = jsonschema_rs.validator_for(schema)
    sample = json.loads((PAGE.parent / "record.sample.json").read_text(encoding="utf-8"))
    validator.validate(sample)
    assert not validator.is_valid({**sample, "seed": "x"})
    assert not validator.is_valid({**sample, "more": 1})


def test_every_field_of_the_form_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    schema = json.loads(record_schema.text())["$defs"]
    names = {name for each in schema.values() for name in each["properties"]}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
