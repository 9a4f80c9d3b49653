"""Options of a match against what a game offers, for every kind of option."""

from __future__ import annotations

import pytest

from chalicelib.matches.options import checked
from chalicelib.rules import InvalidOptionError, Meta, Option

META = Meta(
    key="made-up",
    name="Made Up",
    seats=(2, 3),
    options=(
        Option("board", "choice", "small", choices=("small", "large")),
        Option("rounds", "integer", 5, low=1, high=9),
        Option("open", "flag", False),
        Option("partners", "flag", True, seats=(3,)),
    ),
    rules_version=1,
    plays_forced=True,
)


def test_defaults_are_filled_in_for_the_options_of_this_seat_count() -> None:
    assert checked(META, 2, {}) == {"board": "small", "rounds": 5, "open": False}
    assert checked(META, 3, {"rounds": 9}) == {"board": "small", "rounds": 9, "open": False, "partners": True}


@pytest.mark.parametrize("rounds", [1, 9])
def test_the_bounds_of_an_integer_are_taken(rounds: int) -> None:
    assert checked(META, 2, {"rounds": rounds})["rounds"] == rounds


@pytest.mark.parametrize(
    ("seats", "given", "reason"),
    [
        (1, {}, "seats"),
        (4, {}, "seats"),
        (2, {"colour": "red"}, "unknown"),
        (2, {"partners": True}, "unknown"),
        (2, {"board": "huge"}, "board"),
        (2, {"board": None}, "board"),
        (2, {"board": ["small"]}, "board"),
        (2, {"rounds": 0}, "rounds"),
        (2, {"rounds": 10}, "rounds"),
        (2, {"rounds": True}, "rounds"),
        (2, {"rounds": "5"}, "rounds"),
        (2, {"open": 1}, "open"),
        (2, {"open": "yes"}, "open"),
    ],
)
def test_what_a_game_does_not_offer_is_refused(seats: int, given: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidOptionError) as refused:
        checked(META, seats, given)
    assert refused.value.reason == reason
