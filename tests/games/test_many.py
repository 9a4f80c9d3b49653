"""Many matches of every game, looked at cheaply; `make soak` runs the same over more of them."""

from __future__ import annotations

import pytest

from tests.games.cheap import invariant, listed, many, walked
from tests.games.redeals import hides, redealt
from tests.games.walks import Setting, editions, walk

MATCHES = 300
POSITIONS = 100
PARTS = 3
"""The matches are split, so that several workers can share them."""


over_editions = pytest.mark.parametrize(("key", "version"), editions())


@pytest.mark.parametrize("part", range(PARTS))
@over_editions
def test_random_matches_end_and_no_step_breaks_a_law(key: str, version: int, part: int) -> None:
    found = walked(key, MATCHES // PARTS, 10_000 + part * MATCHES, version)
    assert found.ends.total() == MATCHES // PARTS
    assert found.moves >= found.longest > 0
    assert set(found.ways) <= listed(key, version), "ends that ends.py does not list"


@over_editions
def test_what_a_watcher_cannot_know_is_not_shown(key: str, version: int) -> None:
    assert redealt(key, POSITIONS, 20_000, version) == (POSITIONS if hides(key, 20_000, version) else 0)


def test_keer_op_keer_hides_something() -> None:
    assert hides("keer-op-keer", 20_000)


@over_editions
def test_the_matches_differ_in_seats_and_options(key: str, version: int) -> None:
    settings = list(many(key, MATCHES, 0, version))
    assert len({setting.seed for setting in settings}) == MATCHES
    found = {(setting.seats, setting.stormy) for setting in settings}
    assert found == {(seats, stormy) for seats in settings[0].game.seats for stormy in (False, True)}


def test_time_running_backwards_breaks_the_invariants() -> None:
    setting = Setting("keer-op-keer", 2, (), 1)
    check = invariant(setting.key)
    crossing = [step for step in walk(setting) if step.before.crossed != step.after.crossed]
    for step in crossing:
        check(step.before, step.after)
        with pytest.raises(AssertionError):
            check(step.after, step.before)
