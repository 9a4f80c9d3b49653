"""Options of a match against what a game offers, for every kind of option."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chalicelib.matches.options import checked, read
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
        Option("goal", "integer", 101, low=1, high=1000, seats=(2,)),
        Option("goal", "integer", 61, low=1, high=1000, seats=(3,)),
    ),
    rules_version=1,
    plays_forced=True,
)


def test_defaults_are_filled_in_for_the_options_of_this_seat_count() -> None:
    usual = {"board": "small", "rounds": 5, "open": False}
    assert checked(META, 2, {}) == {**usual, "goal": 101}
    assert checked(META, 3, {"rounds": 9}) == {**usual, "rounds": 9, "partners": True, "goal": 61}


@pytest.mark.parametrize(
    ("seats", "typed", "goal"), [(2, {}, 101), (3, {}, 61), (2, {2: "7"}, 7), (2, {3: "7"}, 101), (3, {3: "x"}, "x")]
)
def test_an_option_may_have_another_default_with_other_seats(seats: int, typed: dict[int, str], goal: object) -> None:
    def text(option: Option) -> str:
        return typed.get(option.seats[0], str(option.default)) if option.key == "goal" else str(option.default)

    assert read(META, seats, text)["goal"] == goal


def test_a_default_of_other_seat_counts_changes_nothing_when_it_is_spelled_out() -> None:
    assert checked(META, 2, {"partners": True}) == checked(META, 2, {})


@pytest.mark.parametrize("rounds", [1, 9])
def test_the_bounds_of_an_integer_are_taken(rounds: int) -> None:
    assert checked(META, 2, {"rounds": rounds})["rounds"] == rounds


@pytest.mark.parametrize(
    ("seats", "given", "reason"),
    [
        (1, {}, "seats"),
        (4, {}, "seats"),
        (2, {"colour": "red"}, "unknown"),
        (2, {"partners": False}, "unknown"),
        (2, {"partners": 1}, "unknown"),
        (2, {"board": "huge"}, "board"),
        (2, {"board": None}, "board"),
        (2, {"board": ["small"]}, "board"),
        (2, {"rounds": 0}, "rounds"),
        (2, {"rounds": 10}, "rounds"),
        (2, {"rounds": True}, "rounds"),
        (2, {"rounds": "5"}, "rounds"),
        (2, {"open": 1}, "open"),
        (2, {"open": "yes"}, "open"),
        (3, {"goal": 0}, "goal"),
    ],
)
def test_what_a_game_does_not_offer_is_refused(seats: int, given: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidOptionError) as refused:
        checked(META, seats, given)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"board": "huge"}, "board must be one of small, large."),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 9."),
        ({"open": 1}, "open must be true or false."),
        ({"goal": 0}, "goal must be a whole number from 1 to 1000 with 3 seats."),
        ({"style": "b"}, "style must be a with 3 seats."),
        ({"dots": "x"}, "dots must be two numbers, such as 1-1."),
        ({"chips": "2-2-2-5"}, "chips must be one of 286 values such as 2-2-2-4 with 3 seats."),
    ],
)
def test_the_refusal_says_what_would_do(given: dict[str, object], sentence: str) -> None:
    styles = (
        Option("style", "choice", "a", ("a", "b"), seats=(2,)),
        Option("style", "choice", "a", ("a",), seats=(3,)),
    )
    chips = Option("chips", "choice", "2-2-2-4", tuple(map(str, range(286))), seats=(3,))
    dots = replace(chips, key="dots", default="7", shape="two numbers, such as 1-1")
    meta = replace(META, options=(*META.options, *styles, dots, chips))
    with pytest.raises(InvalidOptionError) as refused:
        checked(meta, 3, given)
    assert refused.value.message == sentence


def test_one_seat_is_one_seat() -> None:
    with pytest.raises(InvalidOptionError, match="has no option 'partners' with 1 seat\\."):
        checked(replace(META, seats=(1, 3)), 1, {"partners": False})


@pytest.mark.parametrize(
    "typed", ["2-2-2-4", "2 2 2 4", " 2 \u2013 2 \u2014 2 \u2212 4 ", "2,2,2,4", "2/2/2/4", "\u200b2\u20112\u20102-4"]
)
def test_what_stands_between_the_parts_of_a_choice_is_forgiven(typed: str) -> None:
    chips = Option("chips", "choice", "1-1-1-7", ("1-1-1-7", "2-2-2-4"))
    assert read(replace(META, options=(chips,)), 2, lambda _: typed) == {"chips": "2-2-2-4"}


def test_a_choice_may_be_typed_in_capitals() -> None:
    assert read(replace(META, options=META.options[:1]), 2, lambda _: "Large") == {"board": "large"}
