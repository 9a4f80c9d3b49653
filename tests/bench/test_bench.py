"""The benchmarks are found, measured side by side, and written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chalicelib.games import get
from tests.bench import beside, keer_op_keer, keer_op_keer_3, sequence_dice
from tests.bench.__main__ import main, row
from tests.bench.found import benchmarks
from tests.bench.measure import Result, at_least, at_most, ratio


def test_benchmarks_are_found_by_their_name() -> None:
    names = [name for name, _ in benchmarks()]
    assert {"keer_op_keer.legal_moves", "keer_op_keer.apply_move"} <= set(names)
    assert len(names) == len(set(names))


def test_both_sides_are_timed_turn_by_turn() -> None:
    calls: list[str] = []
    found = ratio(lambda: calls.append("a"), lambda: calls.append("b"), passes=2, rounds=3)
    assert calls == ["a", "b"] + ["a", "a", "b"] * 3
    assert found.ours > 0
    assert found.times == found.baseline / found.ours


def test_a_bar_is_reached_from_below_or_from_above() -> None:
    assert [at_least(10, 10, "").holds, at_least(9.99, 10, "").holds] == [True, False]
    assert [at_most(2, 2, "").holds, at_most(3, 2, "").holds] == [True, False]
    assert row("name", at_least(1.234, 2, "how")).split() == ["FAILS", "name", "1.23", "bar", "2", "how"]


def test_the_figures_are_written_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert main(["--only", "no such benchmark", "--out", str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8")) == {}
    assert Result(1, 1, True, "how")._asdict() == {"value": 1, "bar": 1, "holds": True, "how": "how"}


@pytest.mark.parametrize("module", [keer_op_keer, keer_op_keer_3])
def test_the_game_and_its_reference_are_in_the_same_positions(module: Any) -> None:
    found = beside.cases(module.PLAIN)
    assert len(found) > 100
    game = get(module.PLAIN.key)
    for case in found:
        assert list(game.to_move(case.state)) == module.reference.seats_owing(case.match)
        assert len(module.reference.legal_in(case.match, case.seat)) > len(game.legal_moves(case.state, case.seat)) - 2
    assert {case.move.kind for case in found} >= {"place", "pass"}


def test_sequence_dice_and_its_reference_are_in_the_same_positions() -> None:
    game, found = get("sequence-dice"), beside.cases(sequence_dice.PLAIN)
    assert {case.move.kind for case in found} == {"place", "take", "none"}
    for case in found:
        texts = [game.format(move) for move in game.legal_moves(case.state, case.seat)]
        assert texts == sequence_dice.PLAIN.legal(case.match, case.seat)
