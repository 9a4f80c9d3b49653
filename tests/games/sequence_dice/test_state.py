"""A position is a frozen value, however it was made."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, astuple, replace

import pytest

from chalicelib.games.sequence_dice.state import Play, State, quick_state
from tests.games.codec import dump, load

BEFORE = State(4, 5, 1, 7, 2, "36", (3, 12), ((), (Play("44", "c3"),), (), ()), (("12", "34", "56", "11"),), 4)
AFTER = replace(BEFORE, active=2, turn=8, rolls=1, dice="51", chips=(3, 28), starts=())


def test_the_quick_way_makes_the_same_value() -> None:
    made = quick_state(BEFORE, 2, 8, 1, "51", (3, 28), BEFORE.last)
    assert type(made) is State
    assert made == AFTER
    assert hash(made) == hash(AFTER)
    assert astuple(made) == astuple(AFTER)
    assert load(State, dump(made)) == made


@pytest.mark.parametrize("name", ["turn", "anything"])
def test_what_was_made_quickly_is_frozen_too(name: str) -> None:
    made = quick_state(BEFORE, 2, 8, 1, "51", (3, 28), BEFORE.last)
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(made, name, 1)
    with pytest.raises(FrozenInstanceError):
        del made.turn
