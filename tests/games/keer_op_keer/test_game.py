"""Options, decisions, views and redeals."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.rules import AnyGame, Chance, Decision, InvalidOptionError
from tests.games.keer_op_keer.positions import GAME, chance, lines, move, play, position, texts


def test_the_registry_gives_this_game() -> None:
    game: AnyGame = games.get("keer-op-keer")
    assert type(game) is type(GAME)
    assert (game.name, game.seats, game.plays_forced, game.rules_version) == (
        "Keer op Keer",
        (1, 2, 3, 4, 5, 6),
        True,
        1,
    )
    assert game.levels == (1, 2)


@pytest.mark.parametrize("sheet", ["black", "red", "blue", "green", "orange", "purple", "yellow"])
@pytest.mark.parametrize("start", ["open", "first"])
def test_options_are_taken(sheet: str, start: str) -> None:
    state = GAME.initial_state(2, {"sheet": sheet, "start": start}, chance())
    assert (state.sheet, state.start) == (sheet, start)
    assert (GAME.view(state, 0).sheet, GAME.view(state, 0).start) == (sheet, start)


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (0, {}, "seats"),
        (7, {}, "seats"),
        (-1, {}, "seats"),
        (True, {}, "seats"),
        (2.0, {}, "seats"),
        ("2", {}, "seats"),
        (2, {"sheet": "pink"}, "sheet"),
        (2, {"sheet": ""}, "sheet"),
        (2, {"sheet": 1}, "sheet"),
        (2, {"sheet": "Black"}, "sheet"),
        (2, {"start": True}, "start"),
        (2, {"start": "closed"}, "start"),
        (2, {"jokers": 9}, "unknown_option"),
        (2, {"": "black"}, "unknown_option"),
    ],
)
def test_what_is_not_offered_is_refused(seats: Any, options: dict[str, Any], reason: str) -> None:
    for ask in (lambda: GAME.initial_state(seats, options, chance()), lambda: GAME.sides(seats, options)):
        with pytest.raises(InvalidOptionError) as caught:
            ask()
        assert caught.value.reason == reason


def test_every_seat_is_a_side() -> None:
    assert GAME.sides(3, {}) == ((0,), (1,), (2,))
    assert GAME.sides(1, {}) == ((0,),)


def test_the_decision_shows_dice_jokers_and_roll() -> None:
    state = play(position(["H7", "H7"], dice="*yb112", jokers=(8, 3)), (0, "*b1 H4"))
    assert GAME.decision(state, 1) == Decision(
        "choose", (("colours", ("y", "b")), ("numbers", ("1", "2")), ("jokers", 3), ("roll", 5))
    )


def test_the_stable_order_is_stars_colour_number_cells_and_pass_last() -> None:
    assert texts(position(["H3", ""], dice="*gg155", jokers=(1, 8)), 0) == [
        "g1 G3",
        "g1 H1",
        "g5 D2 D3 E3 F3 G3",
        "g5 D3 D4 E3 F3 G3",
        "*g1 G3",
        "*g1 H1",
        "*g5 D2 D3 E3 F3 G3",
        "*g5 D3 D4 E3 F3 G3",
        "*y1 H6",
        "*y1 H7",
        "*y5 H6 H7 I6 I7 J7",
        "*b1 H4",
        "*b1 H5",
        "*r1 I3",
        "*o1 H2",
        "pass",
    ]


def test_both_readings_with_one_star_stand_by_their_cells_and_two_stars_come_last() -> None:
    found = texts(position(["H3", ""], dice="*gg*55", jokers=(2, 8)), 0)
    assert found[:13] == [
        "g5 D2 D3 E3 F3 G3",
        "g5 D3 D4 E3 F3 G3",
        "g*1 G3",
        "g*1 H1",
        "g*2 F3 G3",
        "g*3 E3 F3 G3",
        "g*4 D3 E3 F3 G3",
        "*g5 D2 D3 E3 F3 G3",
        "g*5 D2 D3 E3 F3 G3",
        "*g5 D3 D4 E3 F3 G3",
        "g*5 D3 D4 E3 F3 G3",
        "*y5 H6 H7 I6 I7 J7",
        "*g*1 G3",
    ]
    assert all(text.startswith("*") and "*" in text[1:] for text in found[12:-1])


def test_a_view_shows_the_whole_position() -> None:
    state = position(
        ["H7 A1", "H6"],
        dice="*yb112",
        jokers=(8, 3),
        active=1,
        columns_first=["A", ""],
        columns_later=["H", "A"],
        colours_first=["", "g"],
        colours_later=["o", ""],
        departed=0b01,
    )
    view = GAME.view(state, None)
    assert (view.seat, view.sheet, view.start, view.active) == (None, "black", "open", 1)
    assert (view.roll_number, view.roll_limit) == (5, 300)
    assert view.roll == ("*", "y", "b", "1", "1", "2")
    first, second = view.sheets
    assert (first.crossed, first.jokers, first.departed) == (("A1", "H7"), 8, True)
    assert (first.columns, first.colours) == ("1......2.......", "....2")
    assert (second.crossed, second.jokers, second.departed) == (("H6",), 3, False)
    assert (second.columns, second.colours) == ("2..............", "1....")
    assert dict(first.lines) == lines(state, 0)
    assert view.to_move == (1,)
    assert (view.last, view.outcome) == (("", ""), None)
    assert GAME.view(position(["H7"], dice="gy12"), 0).roll_limit == 30


def test_only_its_own_seat_sees_a_sealed_choice() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112", roll=3), (0, "y1 H6"), (2, "pass"))
    assert GAME.view(state, 0).chosen == ("y1 H6", "", "?")
    assert GAME.view(state, 1).chosen == ("?", "", "?")
    assert GAME.view(state, 2).chosen == ("?", "", "pass")
    assert GAME.view(state, None).chosen == ("?", "", "?")
    assert "H6" not in str(GAME.view(state, 1))


def test_everybody_sees_what_was_chosen_once_the_roll_is_over() -> None:
    state = play(position(["H7", "H7"], dice="yyb112", roll=3), (0, "y1 H6"), (1, "pass"))
    for watcher in (None, 0, 1):
        assert GAME.view(state, watcher).last == ("y1 H6", "pass")
        assert GAME.view(state, watcher).chosen == ("", "")


def test_redealing_changes_only_sealed_choices_of_others() -> None:
    state = play(position(["H7", "H7", "H7", "H7"], dice="yyb112", roll=3), (0, "y1 H6"), (1, "b1 H4"))
    options = set(texts(position(["H7", "H7"], dice="yyb112", roll=3), 0))
    dealt = [GAME.redeal(state, 0, Chance(bytes([seed]), (), 0)) for seed in range(60)]
    assert {each.chosen[0] for each in dealt} == {"y1 H6"}
    assert {each.chosen[1] for each in dealt} == options
    assert {each.chosen[2:] for each in dealt} == {("", "")}
    everybody = [GAME.redeal(state, None, Chance(bytes([seed]), (), 0)) for seed in range(60)]
    assert {each.chosen[0] for each in everybody} == options
    assert len({(each.dice, each.crossed, each.jokers, each.roll) for each in dealt + everybody}) == 1


def test_redealing_leaves_what_everybody_knows() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, "y1 H6"))
    lot = chance()
    assert GAME.redeal(state, 1, lot) == state
    assert lot.draws == 0
    again = play(state, (1, "b1 H4"))
    assert {GAME.redeal(again, 2, Chance(bytes([seed]), (), 0)).chosen[0] for seed in range(9)} == {"y1 H6"}
    assert GAME.redeal(again, 1, chance()) == again


def test_a_redealt_choice_is_legal_with_the_dice_that_were_left() -> None:
    state = play(position(["H7", "H7", "H7"], dice="*yb*12"), (0, "*y*1 H6"), (1, "y1 H6"))
    left = set(texts(GAME.retract(state, 1), 1))
    assert {GAME.redeal(state, 2, Chance(bytes([seed]), (), 0)).chosen[1] for seed in range(80)} == left


def test_format_writes_stars_before_what_they_stand_for() -> None:
    for text in ("pass", "b3 G4 G5 H5", "*g1 H1", "g*1 H1", "*g*1 H1"):
        assert GAME.format(move(text)) == text


def test_everything_else_is_delegated() -> None:
    view = GAME.view(position(["H7", ""], dice="yyb112"), 0)
    assert GAME.text(view, "en")
    assert "<" in GAME.html(view, "nl")
    legal = GAME.legal_moves(position(["H7", ""], dice="yyb112"), 0)
    assert GAME.choose(view, legal, Chance(b"b", (), 1, "bot"), 1) in legal
    later = GAME.view(play(position(["H7", ""], dice="yyb112"), (0, "y1 H6")), 1)
    told = GAME.facts(GAME.view(position(["H7", ""], dice="yyb112"), 1), 0, move("y1 H6"), later)
    assert told
    assert all("@" in GAME.say(fact, "sv") or fact.seat is None for fact in told)
