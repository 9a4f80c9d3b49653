"""Options, sides, decisions, views and redeals."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.rules import AnyGame, Chance, Decision, InvalidOptionError
from tests.games.sequence_dice.positions import GAME, chance, move, play, position, texts


def test_the_registry_gives_this_game() -> None:
    game: AnyGame = games.get("sequence-dice")
    assert type(game) is type(GAME)
    assert (game.name, game.seats, game.plays_forced, game.rules_version) == ("Sequence Dice", (2, 3, 4), True, 1)
    assert game.levels == (1, 2)


@pytest.mark.parametrize(("seats", "length"), [(2, 5), (2, 6), (3, 5), (4, 5), (4, 6)])
def test_options_are_taken(seats: int, length: int) -> None:
    state = GAME.initial_state(seats, {"line_length": length}, chance(0))
    assert state.line_length == GAME.view(state, 0).line_length == length
    assert GAME.initial_state(seats, {}, chance(0)).line_length == 5


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {}, "seats"),
        (5, {}, "seats"),
        (True, {}, "seats"),
        (2.0, {}, "seats"),
        ("2", {}, "seats"),
        (2, {"line_length": 4}, "line_length"),
        (2, {"line_length": 7}, "line_length"),
        (2, {"line_length": "5"}, "line_length"),
        (2, {"line_length": 5.0}, "line_length"),
        (2, {"line_length": True}, "line_length"),
        (3, {"line_length": 6}, "line_length"),
        (2, {"board": "small"}, "unknown_option"),
        (2, {"": 5}, "unknown_option"),
    ],
)
def test_what_is_not_offered_is_refused(seats: Any, options: dict[str, Any], reason: str) -> None:
    for ask in (lambda: GAME.initial_state(seats, options, chance()), lambda: GAME.sides(seats, options)):
        with pytest.raises(InvalidOptionError) as caught:
            ask()
        assert caught.value.reason == reason


def test_four_seats_are_two_teams_of_partners_who_sit_across() -> None:
    assert GAME.sides(2, {}) == ((0,), (1,))
    assert GAME.sides(3, {}) == ((0,), (1,), (2,))
    assert GAME.sides(4, {"line_length": 6}) == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("dice", "kind", "squares"),
    [
        ("34", "place", ("e2", "b5", "e5")),
        ("36", "replace", ("d2", "e4")),
        ("46", "remove", ("d2", "e4")),
        ("11", "nothing", ()),
    ],
)
def test_the_decision_shows_dice_total_and_squares(dice: str, kind: str, squares: tuple[str, ...]) -> None:
    own = "b2 b3 c5 a1 f1 a6 f6"
    state = position(own, "d2 e4 c3", dice=dice)
    total = int(dice[0]) + int(dice[1])
    expected = (("dice", (dice[0], dice[1])), ("total", total), ("squares", squares))
    assert GAME.decision(state, 0) == Decision(kind, expected)
    view = GAME.view(state, 1)
    assert (view.asked, view.squares, view.total, view.roll) == (kind, squares, total, (dice[0], dice[1]))


def test_the_first_position_is_the_empty_board_with_a_roll_on_the_table() -> None:
    for seats in GAME.seats:
        state = GAME.initial_state(seats, {}, chance(0))
        assert not any(state.chips)
        assert (state.turn, state.rolls, len(state.dice), state.outcome) == (1, 1, 2, None)
        assert len(state.starts) >= 1
        assert GAME.to_move(state) == (state.active,)


def test_every_seat_begins_some_matches_and_every_face_is_rolled() -> None:
    states = [GAME.initial_state(4, {}, Chance(bytes([seed]), (), 0)) for seed in range(100)]
    assert {state.active for state in states} == {0, 1, 2, 3}
    assert {face for state in states for face in state.dice} == set("123456")


def test_a_view_shows_the_whole_position_and_the_same_to_everybody() -> None:
    state = position("a1 b1", "c1", seats=4, active=3, turn=7, rolls=2, dice="12", resigned=0b0100, length=6)
    view = GAME.view(state, None)
    assert view.board == ("001...", *["......"] * 5)
    assert (view.sides, view.lengths, view.line) == (((0, 2), (1, 3)), (2, 1), ())
    assert (view.active, view.to_move, view.turn, view.turn_limit, view.rolls) == (3, (3,), 7, 2000, 2)
    assert (view.resigned, view.line_length, view.outcome) == ((2,), 6, None)
    for seat in range(4):
        own = GAME.view(state, seat)
        assert own.seat == seat
        fields = [name for name in view.__dataclass_fields__ if name != "seat"]
        assert all(getattr(own, name) == getattr(view, name) for name in fields)


def test_the_last_turns_are_kept_by_seat_with_their_chains() -> None:
    state = play(position("b3", "e5", dice="11"), "a1")
    assert [(each.dice, each.move) for each in state.last[0]] == [("11", "a1")]
    state = play(position("b3 a1", "e5", dice="34", rolls=2, last=state.last), "b2")
    assert [(each.dice, each.move) for each in state.last[0]] == [("11", "a1"), ("34", "b2")]
    state = play(position("b3 a1 b2", "e5", dice="46", turn=11, last=state.last), "xe5")
    assert [(each.dice, each.move) for each in state.last[0]] == [("46", "xe5")]


def test_nothing_is_hidden_so_redealing_changes_nothing() -> None:
    state, lot = position("a1", "b2"), chance()
    assert all(GAME.redeal(state, seat, lot) is state for seat in (None, 0, 1))
    assert lot.draws == 0


def test_everything_else_is_delegated() -> None:
    state = position("a1", "b2", dice="34")
    view, legal = GAME.view(state, 0), GAME.legal_moves(state, 0)
    assert GAME.text(view, "en")
    assert "<" in GAME.html(view, "nl")
    assert GAME.choose(view, legal, Chance(b"b", (), 1, "bot"), 1) in legal
    told = GAME.facts(view, 0, move("e2"), GAME.view(play(state, "e2"), 0))
    assert told
    assert all("@" in GAME.say(fact, "sv") for fact in told)
    assert texts(state, 1) == []
