"""The long runs are found, told line by line, and a broken law ends one with an error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib import games
from tests.soak.__main__ import main, told
from tests.soak.found import BrokenLawError, Scale, soaks


def test_long_runs_are_found_by_their_name() -> None:
    names = [name for name, _ in soaks()]
    assert {"rules.random_matches", "rules.redeals", "rules.bots", "scripted.play"} <= set(names)


def test_a_scale_makes_sizes_smaller_but_never_nothing() -> None:
    assert [Scale().of(500), Scale(0.1).of(500), Scale(0.0001).of(500)] == [500, 50, 1]


def _broken() -> Iterator[str]:
    yield "fine so far"
    raise BrokenLawError("two winners")


def test_a_broken_law_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert told("whole", iter(["one", "two"]))
    assert not told("broken", _broken())
    printed = capsys.readouterr().out
    assert printed.startswith("whole: one\nwhole: two\nwhole: done in")
    assert "broken: BROKEN" in printed
    assert "two winners" in printed


def test_one_run_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scale", "0.0004", "--only", "rules.random"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("4 matches ended") == len(games.keys())


def test_one_game_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scale", "0.0004", "--only", "rules.random", "--game", "sequence-dice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "sequence-dice: 4 matches ended" in lines[0]
    assert sum(int(line.split()[2]) for line in lines[1:-1]) == 4
    assert not any("keer" in line for line in lines)
