"""Whatever fails or dies between a commit and its mails: nothing is lost, and nothing done twice without need."""

from __future__ import annotations

import logging
import sys

import pytest

from tests.post import faults

BY_NAME = {path.name: path for path in faults.PATHS}
MOVING = 3
"""The first calls from a move to its mails: the load, the commit, and the relay's first."""


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What fails on purpose, some thousand times, need not be written down."""
    caplog.set_level(logging.CRITICAL)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_clean_run_makes_as_many_calls_as_the_table_says(name: str) -> None:
    found = faults.run(BY_NAME[name], {})
    sys.stdout.write(f"{name}: n = {len(found.calls)}: {' '.join(found.calls)}\n")
    assert len(found.calls) == BY_NAME[name].calls
    assert found.doubled == ()


@pytest.mark.parametrize("name", BY_NAME)
def test_one_mishap_anywhere_loses_nothing_and_doubles_nothing(name: str) -> None:
    path = BY_NAME[name]
    found = faults.tally(path, faults.singles(path))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met == found.runs >= 3 * found.n


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize(("name", "sending"), [("mail", "send"), ("webhook", "call")])
def test_a_record_that_is_throttled_for_a_moment_doubles_nothing(name: str, sending: str, times: int) -> None:
    path = BY_NAME[name]
    clean = faults.run(path, {})
    record = clean.calls.index(sending) + 2
    found = faults.run(path, {record + number: "throttled" for number in range(times)})
    assert len(found.met) == times
    assert found.stands == clean.stands
    assert found.followed.count(sending) == clean.followed.count(sending)


def test_two_mishaps_where_a_move_is_made_lose_nothing_and_double_nothing() -> None:
    path = BY_NAME["move to mail"]
    found = faults.tally(path, faults.pairs(path, MOVING, MOVING + 1))
    assert (found.lost, found.doubled) == ([], [])
    assert found.met == 2 * found.runs
