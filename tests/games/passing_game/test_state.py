"""A position is a frozen value, however it was made."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, astuple

import pytest

from chalicelib.games.passing_game.state import State, quick_state
from tests.games.codec import dump, load
from tests.games.passing_game.situations import position

STATE = position(("6-4 2-1", "2-2"), train="=6-2", ends=(6, 2), boneyard="0-0 1-1 3-3", turn=1)


def test_the_quick_way_makes_the_same_value() -> None:
    parts = (STATE.standing, STATE.turn, STATE.hands, STATE.boneyard, STATE.left, STATE.right, STATE.story)
    made = quick_state(*parts)
    assert type(made) is State
    assert made == STATE
    assert hash(made) == hash(STATE)
    assert astuple(made) == astuple(STATE)
    assert load(State, dump(made)) == made


@pytest.mark.parametrize("name", ["turn", "anything"])
def test_what_was_made_quickly_is_frozen_too(name: str) -> None:
    made = quick_state(STATE.standing, 0, (), "", 0, 0, "")
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(made, name, 1)
    with pytest.raises(FrozenInstanceError):
        del made.turn


def test_the_leader_is_who_has_played_first_or_is_to_play() -> None:
    assert (STATE.turn, STATE.leader) == (1, 0)
    assert position(("6-4", "2-2"), turn=1).leader == 1
