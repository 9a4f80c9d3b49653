"""Gift chips: what they allow, within which limits, and how they are spent."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_op_keer_3.state import Move
from tests.games.keer_op_keer_3.positions import GAME, mask, play, position, reason, texts


def test_a_joker_chip_frees_a_grey_one_that_is_used_at_once() -> None:
    state = position(["", ""], dice="*yb*23", jokers=(0, 2), gifts=("!!", ""))
    after = play(state, (0, "[!] *g2 GU HU"))
    assert (after.jokers[0], after.grey[0], after.gifts[0]) == (0, 11, "!")
    both = play(state, (0, "[!][!] *g*1 HU"))
    assert (both.jokers[0], both.grey[0], both.gifts[0]) == (0, 10, "")


def test_as_many_joker_chips_as_the_usable_jokers_fall_short() -> None:
    state = position(["", ""], dice="*yb*23", jokers=(1, 2), gifts=("!!", ""))
    assert reason(state, 0, "[!] *g2 GU HU") == "joker_chip_not_needed"
    assert reason(state, 0, "*g*1 HU") == "too_few_jokers"
    assert reason(state, 0, "[!][!] *g*1 HU") == "joker_chip_not_needed"
    assert "[!] *g*1 HU" in texts(state, 0)
    assert reason(state, 0, "[!] y2 GQ HQ") == "joker_chip_not_needed"
    assert all(not text.startswith("[!]") or text.count("*") == 2 for text in texts(state, 0))


def test_a_grey_joker_has_to_be_left() -> None:
    state = position(["", ""], dice="*yb123", jokers=(0, 2), grey=(0, 12), gifts=("!", ""))
    assert reason(state, 0, "[!] *g1 HU") == "no_grey_joker"
    assert all("!" not in text for text in texts(state, 0))


def test_plus_or_minus_one_changes_the_number_die_for_this_seat_only() -> None:
    state = position(["", ""], dice="gyb223", roll=2, gifts=("1", ""))
    assert "[+1] g4 GU GV HU HV" in texts(state, 0)
    assert "[-1] g1 HU" in texts(state, 0)
    assert reason(state, 1, "g1 HU") == "number_not_available"
    after = play(state, (0, "[-1] g1 HU"), (1, "g2 GU HU"))
    assert (after.crossed[0], after.gifts[0]) == (mask("HU"), "")


def test_a_value_that_another_die_shows_is_fine() -> None:
    state = position(["", ""], dice="gyb223", gifts=("1", ""))
    assert {"g3 GU GV HU", "[+1] g3 GU GV HU"} <= set(texts(state, 0))


def test_several_of_one_sign_add_up() -> None:
    state = position(["", ""], dice="gyb222", gifts=("11", ""))
    assert "[+1][+1] g4 GU GV HU HV" in texts(state, 0)
    assert reason(state, 0, "[+1][+1][+1] g5 GU GV HU HV IU") == "no_such_chip"
    assert play(state, (0, "[+1][+1] g4 GU GV HU HV")).gifts[0] == ""


def test_only_the_sum_has_to_lie_within_1_and_5() -> None:
    state = position(["HP", ""], dice="yyb155", gifts=("11", ""))
    assert reason(state, 0, "[-1] y0 HQ") == "unknown_number"
    assert {"[-1]", "[-1][-1]"} == {text.split()[0] for text in texts(state, 0) if text.startswith("[-")}
    assert all(text.split()[1][1] in "34" for text in texts(state, 0) if text.startswith("[-"))


def test_both_signs_together_are_refused() -> None:
    state = position(["", ""], dice="gyb222", gifts=("11", ""))
    assert reason(state, 0, "[+1][-1] g2 GU HU") == "both_signs"


def test_not_on_a_joker() -> None:
    state = position(["", ""], dice="gyb*23", gifts=("1", ""))
    assert reason(state, 0, "[+1] g*3 GU GV HU") == "plus_minus_on_joker"


def test_it_never_changes_what_a_pass_counts() -> None:
    state = position(["", ""], dice="gyb222", start=("o3", "o3"), gifts=("1", ""))
    assert texts(state, 0)[-1] == "pass"
    assert play(state, (0, "pass")).track[0] == 1
    assert reason(state, 0, Move("pass", plus=1)) == "not_a_pass"


def test_six_dice_lets_a_seat_take_what_the_active_seat_took() -> None:
    state = play(position(["", ""], dice="gyb123", gifts=("", "6")), (0, "g2 GU HU"))
    assert "[6] g2 GU HU" in texts(state, 1)
    assert "[6] g1 HU" in texts(state, 1)
    assert "[6] y2 GQ HQ" in texts(state, 1)
    after = play(state, (1, "[6] g2 GU HU"))
    assert (after.crossed[1], after.gifts[1]) == (mask("GU HU"), "")


def test_six_dice_only_when_needed_and_one_at_most() -> None:
    state = play(position(["", ""], dice="gyb123", gifts=("", "66")), (0, "g2 GU HU"))
    assert reason(state, 1, "[6] y1 HQ") == "six_not_needed"
    assert reason(state, 1, "[6][6] g2 GU HU") == "one_six"
    twice = play(position(["", ""], dice="ggb123", gifts=("", "6")), (0, "g2 GU HU"))
    assert reason(twice, 1, "[6] g1 HU") == "six_not_needed"


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_six_dice_is_illegal_in_rolls_1_to_3(roll: int) -> None:
    state = position(["", ""], dice="gyb123", roll=roll, gifts=("6", "6"))
    assert reason(state, 1, "[6] y1 HQ") == "six_not_needed"


def test_six_dice_is_illegal_when_the_active_seat_passed_and_for_the_active_seat() -> None:
    state = position(["", ""], dice="gyb123", gifts=("6", "6"))
    assert reason(state, 0, "[6] y1 HQ") == "six_not_needed"
    assert reason(play(state, (0, "pass")), 1, "[6] y1 HQ") == "six_not_needed"


def test_six_dice_with_a_changed_number() -> None:
    state = play(position(["", ""], dice="gyb123", gifts=("", "16")), (0, "g2 GU HU"))
    assert "[+1][6] g3 GU GV HU" in texts(state, 1)
    assert "[+1][6] b3 FR GR HR" in texts(state, 1)
    assert reason(state, 1, "[+1][6] b4 FR GR HR IR") == "six_not_needed"
    assert "[+1] b4 FR GR HR IR" in texts(state, 1)


def test_the_active_seats_own_chip_takes_the_die_that_it_changed() -> None:
    state = position(["", ""], dice="gyb223", gifts=("1", ""))
    state = play(state, (0, "[-1] g1 HU"))
    assert GAME.view(state, 1).available == ("y", "b", "2", "3")


def test_a_chip_that_is_not_held_is_refused() -> None:
    state = position(["", ""], dice="*yb123", jokers=(0, 2))
    for text in ("[!] *g1 HU", "[+1] y3 FQ GQ HQ", "[-1] y1 HQ", "[6] y1 HQ"):
        assert reason(state, 0, text) == "no_such_chip"
    assert reason(state, 0, Move("place", "y", 1, cells=("HQ",), plus=-1)) == "no_such_chip"


def test_fewer_chips_come_first_then_fewer_stars_then_colour_number_cells_then_the_text() -> None:
    state = position(["", ""], dice="*gg124", jokers=(2, 2), gifts=("1", ""))
    found = texts(state, 0)
    chips = [text.count("[") for text in found[:-1]]
    assert chips == sorted(chips)
    assert found[-1] == "pass"
    plain = [text for text in found if not text.startswith("[") and "*" not in text]
    assert found[: len(plain) - 1] == plain[:-1]
    ones = [text for text in found if text.endswith(" g3 GU GV HU")]
    assert ones == ["[+1] g3 GU GV HU", "[-1] g3 GU GV HU"]
