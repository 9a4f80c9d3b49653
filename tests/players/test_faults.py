"""Accounts, credentials and webhooks are made, changed and taken away once, whichever store call fails and however."""

from __future__ import annotations

import sys

import pytest

from chalicelib.players.ports import Env, Item, Key, Put, StoreError
from tests.players import faults

BY_NAME = {path.name: path for path in faults.PATHS}


@pytest.mark.parametrize("name", BY_NAME)
def test_one_fault_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    path = BY_NAME[name]
    calls = faults.run(path, {}).calls
    sys.stdout.write(f"{name}: n = {len(calls)}: {' '.join(calls)}\n")
    assert len(calls) == path.calls
    found = faults.tally(path)
    assert (found.lost, found.doubled) == ([], [])
    assert found.met >= 3 * len(calls)


def _note(env: Env, player: str) -> None:
    """A write that names itself anew each time: done, and not known to be done, it is done again."""
    env.store.commit([Put(Item(Key(f"P#{player}", f"X#{env.ids.name(8)}"), "note", {}))])


def _keep(env: Env, player: str) -> None:
    """A write that takes the answer to every fault for a yes."""
    try:
        _note(env, player)
    except StoreError:
        return


def test_the_table_tells_what_was_done_twice_from_what_was_not_done() -> None:
    scene = BY_NAME["make a token"].scene
    twice = faults.tally(faults.Path("note", scene, _note, lambda *_: None, 1))
    assert (len(twice.lost), len(twice.doubled)) == (0, 1)
    assert "lost" in twice.doubled[0]
    never = faults.tally(faults.Path("keep", scene, _keep, lambda *_: None, 1))
    assert (len(never.lost), len(never.doubled)) == (3, 0)
