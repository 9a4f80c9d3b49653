"""Every refusal names its rule, and says so in four languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.games.passing_game.state import Move, State
from chalicelib.games.passing_game.words import words
from chalicelib.rules import LANGUAGES, Fact, IllegalMoveError, MatchOverError, NotToMoveError
from tests.games.passing_game.situations import GAME, chance, position

START = position(("6-4 2-1", "2-2"))
STATE = position(("6-4 6-3 5-5", "2-2"), train="=6-2 >4-2", ends=(6, 4), boneyard="0-0 1-1 3-3")
DRY = replace(STATE, boneyard="ab")

REFUSED: list[tuple[State, Any, str]] = [
    (START, Move("pass"), "leader_must_play"),
    (START, Move("draw"), "leader_must_play"),
    (START, Move("play", "6-4", "left"), "first_has_no_side"),
    (START, Move("play", "6-6"), "not_in_hand"),
    (STATE, Move("play", "6-4"), "no_side"),
    (STATE, Move("play", "6-3", "right"), "does_not_fit"),
    (STATE, Move("play", "5-5", "left"), "fits_neither_end"),
    (STATE, Move("play", "2-2", "left"), "not_in_hand"),
    (STATE, Move("play", "7-1", "left"), "unknown_tile"),
    (STATE, Move("play", "", "left"), "unknown_tile"),
    (STATE, Move("play", "9", "left"), "unknown_tile"),
    (STATE, Move("pass", "6-4"), "not_a_play"),
    (STATE, Move("draw", "", "left"), "not_a_play"),
    (STATE, Move("dance"), "unknown_kind"),  # type: ignore[arg-type]
    (DRY, Move("draw"), "nothing_to_draw"),
]


@pytest.mark.parametrize(("state", "move", "reason"), REFUSED)
def test_a_refusal_names_its_rule(state: State, move: Move, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, 0, move, chance())
    assert caught.value.reason == reason
    assert caught.value.message.endswith(".")


def test_either_order_of_the_halves_is_the_same_move() -> None:
    assert Move("play", "4-6", "left") == Move("play", "6-4", "left")
    assert GAME.apply_move(STATE, 0, Move("play", "4-6", "left"), chance()).left == 4


def test_another_seat_is_not_to_move_and_nobody_is_once_it_is_over() -> None:
    with pytest.raises(NotToMoveError):
        GAME.apply_move(STATE, 1, Move("pass"), chance())
    over = GAME.resign(STATE, 0, chance())
    with pytest.raises(MatchOverError):
        GAME.apply_move(over, 1, Move("pass"), chance())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    reasons = {reason for _, _, reason in REFUSED}
    reasons |= {"nothing", "too_long", "unknown_word", "unknown_tile", "two_sides", "ambiguous"}
    reasons |= {"nothing_sealed", "departed", "not_to_move", "over"}
    assert set(words(language)["refused"]) == reasons
    for reason in reasons:
        assert GAME.say(Fact("refused", None, (reason,)), language).endswith(".")
    with pytest.raises(LookupError):
        GAME.say(Fact("refused", None, ("no such reason",)), language)
