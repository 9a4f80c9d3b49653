"""A throw-away game is among the games for a while, and then it is gone without a trace."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from chalicelib import games
from tests.games.visiting import GUEST, guest


def test_a_guest_is_gone_without_a_trace_afterwards(tmp_path: Path) -> None:
    keys, modules, names, path = games.keys(), set(sys.modules), set(vars(games)), list(games.__path__)
    with guest(tmp_path) as key:
        assert games.keys() == tuple(sorted((*keys, key)))
        assert games.get(key).name == "Take Away"
    assert (games.keys(), set(sys.modules), set(vars(games)), list(games.__path__)) == (keys, modules, names, path)
    with pytest.raises(games.UnknownGameError):
        games.get(GUEST)


def test_a_guest_goes_when_a_test_fails_too(tmp_path: Path) -> None:
    with pytest.raises(games.UnknownGameError), guest(tmp_path) as key:
        games.get(f"no-{key}")
    assert games.keys().count(GUEST) == 0
