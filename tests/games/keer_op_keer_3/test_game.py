"""Options, decisions, views and redeals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.rules import Chance, Decision, InvalidOptionError, NothingToRetractError, NotToMoveError
from tests.games.keer_op_keer_3.positions import GAME, asking, chance, move, play, position


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (0, {}, "seats"),
        (7, {}, "seats"),
        (True, {}, "seats"),
        ("2", {}, "seats"),
        (2, {"chips": "2-2-2-5"}, "chips"),
        (2, {"chips": "2-2-6"}, "chips"),
        (2, {"chips": "-1-1-5-5"}, "chips"),
        (2, {"chips": 10}, "chips"),
        (2, {"sheet": "black"}, "unknown_option"),
        (1, {"chips": "1-2-3-4"}, "unknown_option"),
    ],
)
def test_what_is_not_offered_is_refused(seats: Any, options: dict[str, Any], reason: str) -> None:
    for ask in (lambda: GAME.initial_state(seats, options, chance()), lambda: GAME.sides(seats, options)):
        with pytest.raises(InvalidOptionError) as caught:
            ask()
        assert caught.value.reason == reason


def test_alone_the_usual_chips_may_be_spelled_out_and_are_not_used() -> None:
    assert GAME.initial_state(1, {"chips": "2-2-2-4"}, chance()).chips == ("",)


def test_every_seat_is_a_side() -> None:
    assert GAME.sides(3, {}) == ((0,), (1,), (2,))
    assert GAME.sides(1, {}) == ((0,),)


def test_the_decisions_say_what_is_asked() -> None:
    state = play(position(["", ""], dice="*yb112", gifts=("", "!6")), (0, "*b1 HR"))
    dice = (("colours", ("y", "b")), ("numbers", ("1", "2")))
    assert GAME.decision(state, 1) == Decision(
        "choose", (*dice, ("jokers", 2), ("gifts", ("joker", "six")), ("roll", 5))
    )
    bomb = asking(["bomb", "", ""], ["", "", ""], track=(9, 0, 0))
    assert GAME.decision(bomb, 0) == Decision("bomb", (("field", 9), ("roll", 5)))
    give = asking(["", "give", ""], ["", "", ""], owed=("", "1", ""))
    assert GAME.decision(give, 1) == Decision("give", (("chip", "plus-minus"), ("seats", ("0", "2")), ("roll", 5)))


def test_another_chip_is_another_decision() -> None:
    give = asking(["give", ""], ["", ""], owed=("11", ""))
    once = replace(give, owed=("1", ""))
    other = replace(give, owed=("6", ""))
    assert GAME.decision(give, 0) == GAME.decision(once, 0) != GAME.decision(other, 0)


def test_chips_face_down_are_shown_to_nobody_not_even_their_owner() -> None:
    state = position(["", ""], chips=("!16.!16...", "6.........1"[:10]), xs=(2, 0), gifts=("6", ""))
    for watcher in (None, 0, 1):
        sheets = GAME.view(state, watcher).sheets
        assert [sheet.chips for sheet in sheets] == ["!1", ""]
        assert [sheet.gifts for sheet in sheets] == ["6", ""]
    other = replace(state, chips=("!1.!16...6", "1........6"))
    assert [GAME.view(other, watcher) for watcher in (None, 0, 1)] == [
        GAME.view(state, watcher) for watcher in (None, 0, 1)
    ]


def test_redealing_shuffles_what_is_face_down_and_keeps_what_is_turned() -> None:
    state = position(["", ""], xs=(4, 12))
    seen = set()
    for ply in range(30):
        again = GAME.redeal(state, 0, Chance(b"redeal", (), ply))
        assert (again.chips[0][:4], again.chips[1]) == (state.chips[0][:4], state.chips[1])
        assert sorted(again.chips[0]) == sorted(state.chips[0])
        seen.add(again.chips[0])
    assert len(seen) > 5


def test_redealing_replaces_what_others_have_sealed_by_something_legal() -> None:
    state = play(asking(["bomb", "row", ""], ["", "HP", ""]), (0, "bomb AP"))
    seen = {GAME.redeal(state, 1, Chance(b"redeal", (), ply)).answers[0] for ply in range(20)}
    assert len(seen) > 5
    assert GAME.redeal(state, 0, chance()).answers[0] == "bomb AP"


def test_a_choice_that_lies_open_cannot_be_taken_back() -> None:
    state = play(position(["", ""]), (0, "y1 HQ"))
    for seat in (0, 1, -1, 5):
        assert GAME.sealed(state, seat) is None
        with pytest.raises(NothingToRetractError):
            GAME.retract(state, seat)


def test_a_seat_that_has_sealed_is_asked_nothing() -> None:
    state = play(position(["", ""], roll=1), (0, "y1 HQ"))
    assert GAME.sealed(state, 0) == move("y1 HQ")
    assert GAME.legal_moves(state, 0) == ()
    with pytest.raises(NotToMoveError):
        GAME.decision(state, 0)
    with pytest.raises(NotToMoveError):
        GAME.apply_move(state, 0, move("pass"), chance())


def test_dice_and_chips_are_fair() -> None:
    first = [GAME.initial_state(2, {}, Chance(number.to_bytes(4, "big"), (), 0)) for number in range(2000)]
    leftmost = [state.chips[0][0] for state in first]
    for sign, share in (("!", 0.2), ("1", 0.2), ("6", 0.2), (".", 0.4)):
        assert abs(leftmost.count(sign) / 2000 - share) < 0.04
    for colour in "gybro":
        assert abs(sum(state.start[1][0] == colour for state in first) / 2000 - 0.2) < 0.04
