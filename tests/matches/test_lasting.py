"""Who asks a store that fails for good is told so in time, and after few calls; nothing of it stands."""

from __future__ import annotations

import sys

import pytest

from tests.matches import faults, lasting
from tests.matches.emulated import EmulatedDesks

PATHS = {path.name: path for path in lasting.PATHS}
TROUBLES = {trouble.name: trouble for trouble in lasting.TROUBLES}
MOST_CALLS = 80
MOST_TRIES = 16
"""So often a path is gone once more at most; some make more calls than a handful each time."""


def check(path: faults.Path, trouble: lasting.Trouble, engine: lasting.Engine) -> lasting.Ended:
    ended = lasting.run(path, trouble, engine)
    sys.stdout.write(f"{path.name}: {trouble.name}: {len(ended.calls)} calls, {ended.seconds:.2f} s: {ended.told}\n")
    assert ended.told in ("BusyError", "StoreUnavailableError")
    assert ended.seconds <= trouble.seconds
    assert len(ended.calls) <= max(MOST_CALLS, MOST_TRIES * path.calls)
    return ended


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("path", PATHS)
def test_it_is_told_in_time(path: str, trouble: str) -> None:
    ended = check(PATHS[path], TROUBLES[trouble], lasting.SQLITE)
    clean = faults.clean(PATHS[path])
    assert ended.again == (clean.told, clean.stands)


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("path", lasting.ON_THE_WIRE)
def test_it_is_told_in_time_on_dynamodb(desks: EmulatedDesks, path: str, trouble: str) -> None:
    ended = check(PATHS[path], TROUBLES[trouble], lasting.on(desks))
    clean = faults.clean(PATHS[path])
    assert ended.again == (clean.told, clean.stands)


def test_pauses_grow_after_a_throttle_and_do_not_last() -> None:
    pauses = lasting.run(PATHS["seal"], TROUBLES["commits throttled"], lasting.SQLITE).pauses
    assert pauses[0] < 0.1
    assert list(pauses) == sorted(pauses)
    assert max(pauses) <= 1


def test_the_first_conflict_is_followed_by_no_pause() -> None:
    ended = lasting.run(PATHS["seal"], TROUBLES["commits in conflict"], lasting.SQLITE)
    assert len(ended.pauses) == ended.calls.count("commit") - 1
