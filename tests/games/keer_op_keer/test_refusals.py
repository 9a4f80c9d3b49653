"""Every rule a placement can break, by its reason."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import IllegalMoveError, MatchOverError, NotToMoveError
from tests.games.keer_op_keer.positions import GAME, chance, move, play, position


def refusal(state: State, choice: Move, seat: int = 0) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, seat, choice, chance())
    assert caught.value.message.endswith(".")
    assert choice not in GAME.legal_moves(state, seat)
    return caught.value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r2 H3 I3", "colour_not_available"),
        ("*y2 H6 H7", "colour_not_available"),
        ("y1 H6", "number_not_available"),
        ("y*2 H6 H7", "number_not_available"),
        ("y2 H6", "wrong_count"),
        ("y2 H6 H7 I7", "wrong_count"),
        ("y2 H6 J6", "wrong_colour"),
        ("g2 H1 H2", "wrong_colour"),
        ("b2 H4 H5", "already_crossed"),
        ("b2 H5 K1", "already_crossed"),
        ("b3 H5 I1 J1", "already_crossed"),
        ("b2 G4 I1", "not_one_block"),
        ("y2 H6 J7", "not_connected"),
        ("b2 I1 J1", "does_not_touch"),
        ("y2 A7 B7", "does_not_touch"),
        ("r5 L5 M5 N4 N5 O5", "colour_not_available"),
        ("b2 A1 B1", "wrong_colour"),
    ],
)
def test_each_rule_has_its_reason(text: str, reason: str) -> None:
    state = position(["H5", ""], dice="gyb233")
    assert refusal(state, move(text)).reason == reason


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (Move("place"), "unknown_colour"),
        (Move("place", "y"), "unknown_number"),
        (Move("place", "y", 6, cells=("H6",)), "unknown_number"),
        (Move("place", "y", -1, cells=("H6",)), "unknown_number"),
        (Move("place", "", 2, cells=("H6", "H7")), "unknown_colour"),
        (Move("place", "z", 2, cells=("H6", "H7")), "unknown_colour"),  # type: ignore[arg-type]
        (Move("place", "gy", 2, cells=("H6", "H7")), "unknown_colour"),  # type: ignore[arg-type]
        (Move("place", "y", 2, cells=("H6", "H8")), "unknown_cell"),
        (Move("place", "y", 2, cells=("H6", "P1")), "unknown_cell"),
        (Move("place", "y", 2, cells=("H6", "h7")), "unknown_cell"),
        (Move("place", "y", 2, cells=("H6", "")), "unknown_cell"),
        (Move("place", "y", 2, cells=("H6", "H6")), "repeated_cell"),
        (Move("place", "y", 2), "no_cells"),
        (Move("pass", "y"), "not_a_pass"),
        (Move("pass", number=2), "not_a_pass"),
        (Move("pass", cells=("H6",)), "not_a_pass"),
        (Move("pass", colour_joker=True), "not_a_pass"),
        (Move("draw"), "not_a_pass"),  # type: ignore[arg-type]
    ],
)
def test_what_no_sheet_could_hold_is_illegal_too(choice: Move, reason: str) -> None:
    assert refusal(position(["H5", ""], dice="gyb233"), choice).reason == reason


def test_sentences_name_what_there_is() -> None:
    state = position(["H5", ""], dice="gyb233")
    assert "A1 to O7" in refusal(state, Move("place", "y", 2, cells=("H6", "P1"))).message
    assert "1 to 5" in refusal(state, Move("place", "y", 6, cells=("H6",))).message
    assert "2 cells are to be crossed, not 1" in refusal(state, move("y2 H6")).message


def test_cells_are_a_set_whatever_their_order() -> None:
    turned = Move("place", "b", 3, cells=("H4", "G5", "G4"))
    assert turned == move("b3 G4 G5 H4")
    assert turned.cells == ("G4", "G5", "H4")
    assert GAME.format(turned) == "b3 G4 G5 H4"


def test_the_sentence_says_what_has_to_be_touched() -> None:
    far = move("b2 I1 J1")
    assert "column H" in refusal(position(["H5", ""], dice="gyb233"), far).message
    assert "column H" in refusal(position(["", ""], dice="gyb233", start="first"), far).message
    assert "column H" not in refusal(position(["H5", ""], dice="gyb233", start="first"), far).message


def test_a_misplaced_move_is_refused_for_its_dice_first() -> None:
    state = position(["H5", ""], dice="**b*33", jokers=(1, 8))
    assert refusal(state, move("y3 A1 A2")).reason == "star_missing"
    assert refusal(state, GAME.parse(state, 0, "y3 A1 A2", "en")).reason == "wrong_count"
    assert refusal(state, move("*y2 A1 A2")).reason == "star_missing"
    assert refusal(state, move("*y*2 A1 A2")).reason == "too_few_jokers"
    assert refusal(state, move("*y3 A1 A2")).reason == "wrong_count"


def test_a_seat_that_is_not_to_move_and_a_match_that_is_over() -> None:
    state = position(["H7", "H7"], dice="yyb112")
    with pytest.raises(NotToMoveError) as caught:
        GAME.apply_move(state, 1, move("pass"), chance())
    assert caught.value.reason == "not_to_move"
    over = play(position(["H7"], roll=30, dice="gy12"), (0, "pass"))
    for attempt in (
        lambda: GAME.apply_move(over, 0, move("pass"), chance()),
        lambda: GAME.decision(over, 0),
        lambda: GAME.resign(over, 0, chance()),
    ):
        with pytest.raises(MatchOverError) as ended:
            attempt()
        assert ended.value.reason == "over"
    assert GAME.legal_moves(over, 0) == ()
