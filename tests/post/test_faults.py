"""Whatever fails or dies between a commit and its mails: nothing is lost, and nothing done twice without need."""

from __future__ import annotations

import logging
import sys
from functools import cache

import pytest

from tests.post import faults

BY_NAME = {path.name: path for path in faults.PATHS}
MOVING = 3
"""The first calls from a move to its mails: the load, the commit, and the relay's first."""


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What fails on purpose, some thousand times, need not be written down."""
    caplog.set_level(logging.CRITICAL)


@cache
def clean(name: str) -> faults.Found:
    """A clean run of the path of that name."""
    return faults.run(BY_NAME[name], {})


@pytest.mark.parametrize("name", BY_NAME)
def test_a_clean_run_makes_as_many_calls_as_the_table_says(name: str) -> None:
    calls = clean(name).calls
    sys.stdout.write(f"{name}: n = {len(calls)}: {' '.join(calls)}\n")
    assert len(calls) == BY_NAME[name].calls
    assert clean(name).doubled == ()


@pytest.mark.parametrize("name", BY_NAME)
def test_one_mishap_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    for strikes in faults.singles(clean(name).calls):
        found = faults.run(BY_NAME[name], strikes)
        assert (found.stands, found.doubled, list(found.met)) == (clean(name).stands, (), list(strikes)), strikes


def test_two_mishaps_where_a_move_is_made_lose_nothing_and_double_nothing() -> None:
    name = "move to mail"
    for strikes in faults.pairs(clean(name).calls[:MOVING], range(MOVING)):
        found = faults.run(BY_NAME[name], strikes)
        assert (found.stands, found.doubled) == (clean(name).stands, ()), strikes
