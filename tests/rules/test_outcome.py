"""Outcomes are values that can be compared, hashed and written."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from chalicelib.rules import Outcome, SeatScore, Termination


def test_terminations_are_their_words() -> None:
    words = ["normal", "move_limit", "resigned", "timed_out", "abandoned", "agreed"]
    assert [str(termination) for termination in Termination] == words
    assert Termination("move_limit") is Termination.MOVE_LIMIT


def test_an_outcome_is_a_value() -> None:
    def made() -> Outcome:
        return Outcome(Termination.NORMAL, (1,), (SeatScore(1, 1, (("total", 3),)), SeatScore(0, None, ())))

    assert made() == made()
    assert hash(made()) == hash(made())
    assert made() != Outcome(Termination.NORMAL, (1,))
    with pytest.raises(FrozenInstanceError):
        made().winners = ()  # type: ignore[misc]
