"""Whatever is submitted as a move, in any game: a refusal that is described, or a move, and never a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib import bootstrap, games
from tests.web.described import Description
from tests.web.desk import Answer, Desk, open_desk

KEYS = games.keys()
TARGET = ("PUT", "/matches/{match}/seats/{seat}/moves/{n}")
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.just(10**400),
    st.sampled_from(
        ["", "pass", "draw", "play", "place", "take", "none", "block", "bomb", "row", "give", "joker", "six"]
    ),
    st.sampled_from(["a1", "H4", "HP", "6-6", "1-6", "left", "g", "x", "\u0000", "é" * 40]),
    st.lists(st.sampled_from(["H4", "G4", "HP", "GP", "", "Z9"]), max_size=5),
)
MARKS = "gybro*123456xXaAhHpP-–/@!+[]().,;:&é0 \u00a0\t\n"
PIECES = st.lists(st.sampled_from([*MARKS, "pass", "take", "draw", "give", "geef"]), max_size=9)
BEFORE = 8
"""Moves before the one that is tried."""
FUZZ = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@dataclass
class Tables:
    """A running match of every game; a new one wherever a move was made."""

    desks: dict[str, tuple[Desk, str]] = field(default_factory=dict)
    description: Description = field(default_factory=lambda: Description(open_desk()))

    def at(self, game: str) -> tuple[Desk, str]:
        """The service, ready for requests, and the match of Ann and Bob."""
        if game not in self.desks:
            desk = open_desk()
            match = desk.table("ann", "bob", game=game)
            for _ in range(BEFORE):
                assert _submitted(desk, match, {"text": _legal(desk, match)[0]["text"]}).status == 200
            self.desks[game] = desk, match
        bootstrap.use(self.desks[game][0].container)
        return self.desks[game]

    def submit(self, game: str, body: object) -> int:
        """Submit it for whoever is to move; the status."""
        desk, match = self.at(game)
        before = desk.store.commits
        answer = _submitted(desk, match, body)
        assert answer.status in (200, 400, 422), answer.body
        self.description.check(*TARGET, answer)
        if desk.store.commits != before:
            del self.desks[game]
        return answer.status


def _mover(desk: Desk, match: str) -> str:
    to_move = desk.get(f"/matches/{match}").json["to_move"]
    return ("ann", "bob")[to_move[0]]


def _submitted(desk: Desk, match: str, body: object) -> Answer:
    return desk.move(match, _mover(desk, match), body)


def _legal(desk: Desk, match: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get(f"/matches/{match}/legal", by=_mover(desk, match)).json["moves"]
    return found


@pytest.fixture(scope="module")
def tables() -> Iterator[Tables]:
    """Services for all that is submitted."""
    yield Tables()
    bootstrap.use(None)


@cache
def _bodies(game: str) -> st.SearchStrategy[dict[str, Any]]:
    names = [each.name for each in fields(games.get(game).Move)]
    return st.dictionaries(st.sampled_from(names), VALUES, min_size=1, max_size=len(names))


@pytest.mark.parametrize("game", KEYS)
@given(st.data())
@FUZZ
def test_any_values_for_the_fields_of_a_move(tables: Tables, game: str, data: st.DataObject) -> None:
    tables.submit(game, data.draw(_bodies(game)))


@pytest.mark.parametrize("game", KEYS)
@given(st.integers(0, 40), st.sampled_from(("", "text")), VALUES)
@FUZZ
def test_a_legal_move_with_one_thing_changed(tables: Tables, game: str, pick: int, where: str, value: object) -> None:
    desk, match = tables.at(game)
    legal = _legal(desk, match)
    move: dict[str, Any] = dict(legal[pick % len(legal)]["move"])
    names = sorted(move)
    tables.submit(game, {"text": value} if where else {**move, names[pick % len(names)]: value})


@pytest.mark.parametrize("game", KEYS)
@given(PIECES, st.integers(0, 40), st.integers(0, 12))
@FUZZ
def test_any_text(tables: Tables, game: str, pieces: Sequence[str], pick: int, cut: int) -> None:
    desk, match = tables.at(game)
    legal = _legal(desk, match)
    text = legal[pick % len(legal)]["text"]
    tables.submit(game, {"text": text[:cut] + "".join(pieces) + text[cut + len(pieces) :]})


@pytest.mark.parametrize("game", KEYS)
def test_some_of_it_is_a_move_and_some_is_none(tables: Tables, game: str) -> None:
    desk, match = tables.at(game)
    text = _legal(desk, match)[0]["text"]
    assert [tables.submit(game, {"text": each}) for each in ("", text.upper())] == [400, 200]


ENORMOUS = {
    "integer": (-1, 99, 10**5, 10**9, 2**53 - 1, 2**63, 10**30),
    "text": ("x" * 5000, "H" * 60_000),
    "list": (["HP"] * 5000, ["H" * 60_000], [["H1"] * 99] * 99),
}


def _enormous(value: object) -> tuple[object, ...]:
    kind = "list" if isinstance(value, list) else "text" if isinstance(value, str) else "integer"
    return () if isinstance(value, bool) else ENORMOUS[kind]


@pytest.mark.parametrize("game", KEYS)
def test_numbers_and_texts_out_of_all_proportion_are_refused_at_once(tables: Tables, game: str) -> None:
    desk, match = tables.at(game)
    for move in (each["move"] for each in _legal(desk, match)[:: max(1, len(_legal(desk, match)) - 1)]):
        for name, value in ((name, value) for name, own in move.items() for value in _enormous(own)):
            assert tables.submit(game, {**move, name: value}) in (400, 422), (name, value)


def test_chips_that_nobody_has_are_a_move_that_is_not_legal(tables: Tables) -> None:
    desk, match = tables.at("keer-op-keer-3")
    move = next(each["move"] for each in _legal(desk, match) if each["move"]["kind"] == "place")
    for chip, count in (("jokers", 99), ("plus", 99), ("minus", 10**6), ("six", 99), ("plus", -1)):
        answer = _submitted(desk, match, {**move, chip: count})
        assert (answer.status, answer.json["reason"]) == (422, "one_six" if chip == "six" else "no_such_chip")
