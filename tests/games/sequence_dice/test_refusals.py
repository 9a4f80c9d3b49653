"""Every rule a move can break, by its reason; each refusal lists what would be legal."""

from __future__ import annotations

import pytest

from chalicelib.games.sequence_dice.state import Move, State
from chalicelib.rules import IllegalMoveError, MatchOverError, NothingToRetractError, NotToMoveError
from tests.games.sequence_dice.positions import CORNERS, GAME, chance, full, move, position, texts


def refusal(state: State, choice: Move) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, state.active, choice, chance())
    assert choice not in GAME.legal_moves(state, state.active)
    assert caught.value.candidates == tuple(texts(state))
    assert caught.value.message.endswith(f"Legal here: {', '.join(texts(state))}.")
    return caught.value


@pytest.mark.parametrize(
    ("dice", "text", "reason"),
    [
        ("34", "c3", "wrong_number"),
        ("34", "b2", "own_chip"),
        ("34", "e2", "not_empty"),
        ("34", "xe2", "empty_first"),
        ("34", "xb2", "empty_first"),
        ("34", "-", "must_move"),
        ("36", "xe2", "wrong_number"),
        ("36", "d2", "none_empty"),
        ("36", "xb3", "own_chip"),
        ("36", "-", "must_move"),
        ("46", "e2", "nothing_placed"),
        ("46", "c5", "nothing_placed"),
        ("46", "xb2", "own_chip"),
        ("46", "xa2", "no_chip"),
        ("46", "xf1", "protected"),
        ("46", "xc3", "protected"),
        ("46", "-", "must_move"),
        ("11", "xf1", "empty_first"),
        ("56", "xe2", "empty_first"),
        ("56", "e2", "not_empty"),
        ("56", "b2", "own_chip"),
    ],
)
def test_each_rule_has_its_reason(dice: str, text: str, reason: str) -> None:
    own, theirs = ("b2 b3 c5", "e2 f1 c3 e4 d2") if dice != "36" else ("b2 b3", "d2 c5 e4 e2")
    assert refusal(position(own, theirs, dice=dice), move(text)).reason == reason


def test_a_roll_that_can_do_nothing_lets_nothing_else_be_done() -> None:
    state = position(CORNERS, "c3", dice="11")
    for text in ("a1", "xa1", "b1", "xc3"):
        found = refusal(state, move(text))
        assert (found.reason, found.candidates) == ("nothing_possible", ("-",))
    assert refusal(state, Move("none", "a1")).reason == "no_square_here"


def test_an_11_on_a_full_board_wants_an_x() -> None:
    own, theirs = full("a1 b3 c5 d2 e4 f6 c2 e6")
    state = position(own, theirs, dice="56")
    assert refusal(state, move("c3")).reason == "none_empty"
    assert refusal(state, move("xa1")).reason == "own_chip"


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (Move("place"), "unknown_square"),
        (Move("take"), "unknown_square"),
        (Move("place", "g7"), "unknown_square"),
        (Move("place", "B2"), "unknown_square"),
        (Move("place", "b2 e2"), "unknown_square"),
        (Move("none", "b2"), "no_square_here"),
        (Move("throw", "b2"), "unknown_kind"),  # type: ignore[arg-type]
    ],
)
def test_what_no_board_could_hold_is_illegal_too(choice: Move, reason: str) -> None:
    assert refusal(position("a1", "a6", dice="34"), choice).reason == reason


def test_a_seat_that_is_not_to_move_and_a_match_that_is_over() -> None:
    state = position("a1", "b2", dice="34")
    for seat in (1, 2, -1):
        with pytest.raises(NotToMoveError) as caught:
            GAME.apply_move(state, seat, move("e2"), chance())
        assert caught.value.reason == "not_to_move"
    over = GAME.resign(state, 0, chance())
    for seat in (0, 1):
        for attempt in (
            lambda seat=seat: GAME.apply_move(over, seat, move("e2"), chance()),
            lambda seat=seat: GAME.decision(over, seat),
            lambda seat=seat: GAME.timeout_move(over, seat),
            lambda seat=seat: GAME.resign(over, seat, chance()),
        ):
            with pytest.raises(MatchOverError) as ended:
                attempt()
            assert ended.value.reason == "over"
        assert GAME.legal_moves(over, seat) == ()


def test_nothing_is_ever_sealed_or_taken_back() -> None:
    state = position("a1", "b2")
    assert GAME.sealed(state, 0) is None
    with pytest.raises(NothingToRetractError):
        GAME.retract(state, 0)
