"""The course of a roll: who chooses, from which dice, and what counts at its end."""

from __future__ import annotations

import pytest

from chalicelib.rules import Chance, MatchOverError, NothingToRetractError, NotToMoveError
from tests.games.keer_op_keer.positions import GAME, chance, mask, move, play, position, texts


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_first_roll_shows_three_and_three_dice_and_asks_everybody(seats: int) -> None:
    state = GAME.initial_state(seats, {}, Chance(b"seed", (), 0))
    assert len(state.dice) == 6
    assert set(state.dice[:3]) <= set("gybro*")
    assert set(state.dice[3:]) <= set("12345*")
    assert GAME.to_move(state) == tuple(range(seats))
    assert (state.roll, state.crossed, state.jokers) == (1, (0,) * seats, (8,) * seats)
    assert (state.sheet, state.start) == ("black", "open")


def test_the_first_solo_roll_shows_two_and_two_dice() -> None:
    state = GAME.initial_state(1, {}, Chance(b"seed", (), 0))
    assert len(state.dice) == 4
    assert set(state.dice[:2]) <= set("gybro*")
    assert set(state.dice[2:]) <= set("12345*")


def test_the_first_position_draws_the_active_seat_then_colours_then_numbers() -> None:
    drawn = Chance(b"some seed", (b"a", b"b"), 0)
    active = drawn.below(3)
    dice = [drawn.roll("gybro*") for _ in range(3)] + [drawn.roll("12345*") for _ in range(3)]
    state = GAME.initial_state(3, {}, Chance(b"some seed", (b"a", b"b"), 0))
    assert (state.active, state.dice) == (active, "".join(dice))


def test_every_seat_may_be_drawn_as_the_first_active_one() -> None:
    active = {GAME.initial_state(6, {}, Chance(bytes([seed]), (), 0)).active for seed in range(100)}
    assert active == {0, 1, 2, 3, 4, 5}


def test_the_last_choice_of_a_roll_draws_the_next_dice_and_nothing_else() -> None:
    state = position(["H1", "H1"], roll=2, active=1)
    state = GAME.apply_move(state, 0, move("pass"), Chance(b"x", (), 1))
    drawn, chance = Chance(b"x", (), 2), Chance(b"x", (), 2)
    after = GAME.apply_move(state, 1, move("pass"), chance)
    dice = [drawn.roll("gybro*") for _ in range(3)] + [drawn.roll("12345*") for _ in range(3)]
    assert after.dice == "".join(dice)
    assert chance.draws == drawn.draws


def test_the_active_seat_passes_clockwise() -> None:
    state = position(["H1", "H1", "H1"], roll=1, active=1)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        while state.roll == len(seen):
            state = play(state, (GAME.to_move(state)[0], "pass"))
    assert seen == [1, 2, 0, 1]


def test_a_solo_seat_chooses_from_all_dice_in_every_roll_and_never_sealed() -> None:
    for roll in (1, 3, 4, 17):
        state = position(["H1"], roll=roll, dice="gy12")
        assert GAME.to_move(state) == (0,)
        assert GAME.view(state, None).available == ("g", "y", "1", "2")
        after = play(state, (0, "pass"))
        assert after.roll == roll + 1
        assert GAME.sealed(after, 0) is None


def test_the_taken_dice_are_the_ones_shown_not_the_ones_meant() -> None:
    state = position(["H7", "H7"], dice="*gy*12")
    after = play(state, (0, "*y*1 H6"))
    assert GAME.view(after, 1).available == ("g", "y", "1", "2")
    after = play(state, (0, "*y1 H6"))
    assert GAME.view(after, 1).available == ("g", "y", "*", "2")
    after = play(state, (0, "y*1 H6"))
    assert GAME.view(after, 1).available == ("*", "g", "1", "2")


def test_one_of_two_equal_dice_stays() -> None:
    after = play(position(["H7", "H7"], dice="yyb112"), (0, "y1 H6"))
    assert GAME.view(after, 1).available == ("y", "b", "1", "2")


def test_a_joker_left_on_the_table_serves_several_seats() -> None:
    state = play(position(["H7", "H7", "H7"], dice="*gy*12"), (0, "g1 H1"))
    after = play(state, (1, "*y*1 H6"), (2, "*y*1 H6"))
    assert after.jokers == (8, 6, 6)


def test_placements_count_only_when_everybody_has_chosen() -> None:
    state = position(["H7", "H7"], dice="*yb112")
    half = play(state, (0, "*b1 H4"))
    assert (half.crossed, half.jokers) == (state.crossed, state.jokers)
    whole = play(half, (1, "y1 H6"))
    assert whole.crossed == (mask("H7 H4"), mask("H7 H6"))
    assert whole.jokers == (7, 8)
    assert whole.chosen == ("", "")
    assert whole.last == ("*b1 H4", "y1 H6")


def test_what_seats_choose_from_does_not_depend_on_others_sheets() -> None:
    state = play(position(["H7", "A1"], dice="yyb112"), (0, "y1 H6"))
    assert texts(state, 1) == [
        "y1 H6",
        "y1 H7",
        "y2 H6 H7",
        "y2 H6 I6",
        "y2 H7 I7",
        "b1 H4",
        "b1 H5",
        "b2 G4 H4",
        "b2 G5 H5",
        "b2 H4 H5",
        "pass",
    ]


def test_the_start_column_stays_open_by_default() -> None:
    state = position(["A1", "A1"], dice="yyb112")
    assert "y1 H6" in texts(state, 0)


def test_with_start_first_a_seat_uses_the_start_column_only_while_its_sheet_is_empty() -> None:
    for roll in (1, 3, 9):
        state = position(["", "A1"], dice="yyb112", start="first", roll=roll, active=0)
        assert "y1 H6" in texts(state, 0)
    state = play(position(["", "A1"], dice="yyb112", start="first"), (0, "pass"))
    assert "y1 H6" not in texts(state, 1)
    assert "y1 H6" in texts(position(["", "H7"], dice="yyb112", start="first", active=1), 1)


@pytest.mark.parametrize("start", ["open", "first"])
def test_the_first_placement_includes_a_cell_of_the_start_column(start: str) -> None:
    state = position(["", ""], dice="*yb*12", start=start)
    placements = [text.split()[1:] for text in texts(state, 0) if text != "pass"]
    assert placements
    assert all(any(cell.startswith("H") for cell in cells) for cells in placements)


def test_a_sealed_choice_can_be_taken_back_and_made_anew() -> None:
    state = position(["H7", "H7"], dice="yyb112", roll=2)
    sealed = play(state, (0, "y1 H6"))
    assert GAME.legal_moves(sealed, 0) == ()
    with pytest.raises(NotToMoveError):
        GAME.apply_move(sealed, 0, move("pass"), chance())
    back = GAME.retract(sealed, 0)
    assert back == state
    assert GAME.sealed(play(back, (0, "pass")), 0) == move("pass")


def test_the_open_choice_of_the_active_seat_cannot_be_taken_back() -> None:
    for text in ("pass", "y1 H6"):
        state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, text))
        assert GAME.sealed(state, 0) is None
        with pytest.raises(NothingToRetractError):
            GAME.retract(state, 0)


def test_choices_after_the_active_seats_are_sealed() -> None:
    state = play(position(["H7", "H7", "H7"], dice="yyb112"), (0, "pass"), (2, "y1 H6"))
    assert GAME.sealed(state, 2) == move("y1 H6")
    assert GAME.to_move(state) == (1,)
    assert GAME.retract(state, 2).chosen == ("pass", "", "")


def test_a_resolved_choice_cannot_be_taken_back() -> None:
    state = play(position(["H7", "H7"], roll=1), (0, "pass"), (1, "pass"))
    for seat in (-1, 0, 1, 2):
        with pytest.raises(NothingToRetractError):
            GAME.retract(state, seat)


def test_a_seat_that_does_not_exist_owes_nothing() -> None:
    state = position(["H7", "H7"], roll=1)
    for seat in (-1, 2):
        assert GAME.legal_moves(state, seat) == ()
        assert GAME.sealed(state, seat) is None
        with pytest.raises(NotToMoveError):
            GAME.apply_move(state, seat, move("pass"), chance())
        with pytest.raises(NotToMoveError):
            GAME.resign(state, seat, chance())


def test_the_timeout_move_is_to_pass() -> None:
    state = position(["H7", "H7"], dice="yyb112")
    assert GAME.timeout_move(state, 0) == move("pass")
    with pytest.raises(NotToMoveError):
        GAME.timeout_move(state, 1)
    over = play(position(["H7"], roll=30, dice="gy12"), (0, "pass"))
    with pytest.raises(MatchOverError):
        GAME.timeout_move(over, 0)


def test_no_dice_are_on_the_table_after_the_end() -> None:
    over = play(position(["H7"], roll=30, dice="gy12"), (0, "pass"))
    view = GAME.view(over, 0)
    assert (view.roll, view.available, view.to_move) == ((), (), ())
    assert view.last == ("pass",)
