"""The benchmarks are found, measured side by side, and written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import main, row
from tests.bench.found import benchmarks
from tests.bench.keer_op_keer import cases
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


def test_the_game_and_its_reference_are_in_the_same_positions() -> None:
    found = cases()
    assert len(found) > 100
    assert {case.plain_move is None for case in found} == {True, False}
