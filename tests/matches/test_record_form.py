"""The form of a record: nothing in it is endless, and its names are such as players may have."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from chalicelib.matches.errors import InvalidRecordError
from chalicelib.matches.record_file import of, read
from chalicelib.matches.record_form import LARGEST, MOST_MOVES, Record, plies

SAMPLE = Path(__file__).parents[2].joinpath("docs", "record.sample.json").read_text(encoding="utf-8")
Change = Callable[[dict[str, Any]], object]


def _sample(change: Change) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(SAMPLE)
    change(record)
    return record


def _score(**values: Any) -> Change:
    return lambda record: record["outcome"]["scores"][0].update(values)


def _outcome(**values: Any) -> Change:
    return lambda record: record["outcome"].update(values)


def _origins(record: dict[str, Any], moves: int) -> None:
    """Put the record's match on the end of one with so many moves."""
    before = {**record, "outcome": None, "moves": record["moves"][:1] * moves}
    record.update(origin=before, moves=record["moves"][:1])


ENDLESS: dict[str, tuple[Change, str]] = {
    "moves": (lambda record: record.update(moves=record["moves"][:1] * (MOST_MOVES + 1)), "moves"),
    "moves of all matches": (lambda record: _origins(record, MOST_MOVES), ""),
    "seats": (lambda record: record.update(seats=record["seats"] * 20), "seats"),
    "nonces": (lambda record: record.update(nonces=record["nonces"] * 20), "nonces"),
    "migrations": (lambda record: record.update(migrations=[{"ply": 1, "rules_version": 1}] * 101), "migrations"),
    "options": (lambda record: record.update(options={f"name {each}": 1 for each in range(41)}), "options"),
    "an option's name": (lambda record: record.update(options={"x" * 61: 1}), "options"),
    "an option's text": (lambda record: record.update(options={"x": "x" * 61}), "options"),
    "an option's number": (lambda record: record.update(options={"x": LARGEST + 1}), "options"),
    "winners": (_outcome(winners=[0] * 33), "outcome.winners"),
    "a winner": (_outcome(winners=[32]), "outcome.winners.0"),
    "scores": (lambda record: record["outcome"].update(scores=record["outcome"]["scores"] * 20), "outcome.scores"),
    "a rank": (_score(rank=33), "outcome.scores.0.rank"),
    "lines": (_score(lines=[["sum", 1]] * 41), "outcome.scores.0.lines"),
    "a line's name": (_score(lines=[["x" * 61, 1]]), "outcome.scores.0.lines"),
    "a line's number": (_score(lines=[["sum", -LARGEST - 1]]), "outcome.scores.0.lines"),
    "a move": (lambda record: record["moves"][0].update(move="x" * 401), "moves.0.move"),
    "dice": (lambda record: record.update(dice="1/1 " * 1_000 + "1/1"), "dice"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_nothing_in_a_record_is_endless(name: str) -> None:
    change, field = ENDLESS[name]
    with pytest.raises(InvalidRecordError) as refused:
        of(_sample(change))
    assert refused.value.message.removeprefix("Ply 1: ").startswith(field or "This is no record")
    assert len(refused.value.message) < 300


def test_a_record_and_what_it_goes_on_from_may_have_just_so_many_moves() -> None:
    found = Record.model_validate(_sample(lambda record: _origins(record, MOST_MOVES - 1)))
    assert plies(found) == MOST_MOVES


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(moves=[{}] * MOST_MOVES),
        lambda record: record.update(seats=[{}] * 32, nonces=[0] * 32),
        lambda record: record["outcome"].update(scores=[{}] * 32, winners=[""] * 32),
        _score(lines=[7] * 40),
        lambda record: record.update(options={f"name {each}": None for each in range(99)}),
    ],
)
def test_what_is_wrong_again_and_again_is_told_once(change: Change) -> None:
    with pytest.raises(ValidationError) as refused:
        Record.model_validate(_sample(change))
    assert refused.value.error_count() <= 300


NAMES = [
    "",
    " ",
    "\u202eanna",
    "Anna\u2066",
    "Anna\n",
    "An\tna",
    "Anna ",
    "Anna  Lee",
    "\u200b",
    "\u00a0",
    "A\u0301",
    "\u2028",
    "x" * 41,
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_such_as_players_may_have(name: str) -> None:
    with pytest.raises(InvalidRecordError, match=r"^name\b"):
        of(_sample(lambda record: record.update(name=name)))
    if name:  # a seat has none once its player has deleted the account
        with pytest.raises(InvalidRecordError, match=r"^seats\.1\.name\b"):
            of(_sample(lambda record: record["seats"][1].update(name=name)))
    with pytest.raises(InvalidRecordError, match=r"^origin\.name\b"):
        of(_sample(lambda record: record.update(origin={**record, "name": name})))


def test_a_seat_may_have_no_name() -> None:
    assert of(_sample(lambda record: record["seats"][0].update(name=""))).seats[0].name == ""


@pytest.mark.parametrize("name", ["Åsa", "نگار", "می\u200cخواهم", "🎲", 'O\'Neill & "Co" <b>'])
def test_names_of_any_script_are_names(name: str) -> None:
    changed = _sample(lambda record: record["seats"][0].update(name=name))
    assert of(changed).seats[0].name == read(json.dumps(changed)).seats[0].name == name


@pytest.mark.parametrize("format_", [True, False, "1", None, 2, 0])
def test_the_format_is_the_number_one(format_: object) -> None:
    changed = _sample(lambda record: record.update(format=format_))
    with pytest.raises(InvalidRecordError, match=r"^format\b"):
        of(changed)
    with pytest.raises(InvalidRecordError, match=r"^format\b"):
        read(json.dumps(changed))
