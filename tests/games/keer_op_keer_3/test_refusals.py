"""Every reason for a refusal, once, and its words in every language."""

from __future__ import annotations

import pytest

import chalicelib.games.keer_op_keer_3 as package
from chalicelib.games.keer_op_keer_3.sentences import say
from chalicelib.games.keer_op_keer_3.state import Move, State
from chalicelib.games.keer_op_keer_3.words import words
from chalicelib.rules import LANGUAGES, Chance, Fact, IllegalMoveError
from tests.games.keer_family.reasons import reasons
from tests.games.keer_op_keer_3.positions import GAME, asking, column, position, reason

PLAIN = position(["HP", ""], dice="gyb123")
JOKERS = position(["HP", ""], dice="**y124")
NUMBER_JOKER = position(["HP", ""], dice="gyb12*")
BLOCK = asking(["block", ""], ["HP", ""])
BOMB = asking(["bomb", ""], ["HP", ""])
ROW = asking(["row", ""], ["HP", ""])
GIVE = asking(["give", "", ""], ["", "", ""], owed=("1", "", ""), departed=4)


def place(**parts: object) -> Move:
    return Move(**{"kind": "place", "colour": "y", "number": 1, "cells": ("HQ",), **parts})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (PLAIN, "bomb AP", "other_decision"),
        (PLAIN, "give joker to 1", "other_decision"),
        (BOMB, "pass", "other_decision"),
        (BOMB, "row P: GP", "other_decision"),
        (PLAIN, Move("pass", number=1), "not_a_pass"),
        (PLAIN, place(colour=""), "unknown_colour"),
        (PLAIN, place(number=9), "unknown_number"),
        (PLAIN, place(cells=()), "no_cells"),
        (PLAIN, place(cells=("H1",)), "unknown_cell"),
        (PLAIN, place(cells=("HQ", "HQ")), "repeated_cell"),
        (PLAIN, place(to=1), "odd_part"),
        (PLAIN, place(chip="joker"), "odd_part"),
        (PLAIN, place(row="P"), "odd_part"),
        (PLAIN, "r1 GP", "colour_not_available"),
        (PLAIN, "y4 EP FP FQ GQ", "number_not_available"),
        (JOKERS, "g3 GU GV HU", "number_not_available"),
        (JOKERS, "r1 GP", "star_missing"),
        (NUMBER_JOKER, "y4 EP FP FQ GQ", "star_missing"),
        (NUMBER_JOKER, "r4 EP FP FQ GQ", "colour_not_available"),
        (PLAIN, "y2 HQ", "wrong_count"),
        (PLAIN, "y1 HR", "wrong_colour"),
        (position(["HQ", ""], dice="gyb123"), "y1 HQ", "already_crossed"),
        (PLAIN, "y2 HQ JV", "not_one_block"),
        (PLAIN, "y2 EP HQ", "not_connected"),
        (PLAIN, "b1 AQ", "does_not_touch"),
        (BLOCK, "block AP", "block_out_of_reach"),
        (BLOCK, Move("block", cells=("HP", "AQ")), "not_one_block"),
        (BLOCK, Move("block"), "no_cells"),
        (BLOCK, Move("block", cells=("HP",), row="P"), "odd_part"),
        (asking(["block", ""], [f"{column('G')} HP IP JP", ""]), "block HP", "already_crossed"),
        (BOMB, "bomb AP AQ BP BQ CP", "not_a_window"),
        (BOMB, "bomb AP CP", "not_a_window"),
        (BOMB, "bomb GP HP", "already_crossed"),
        (BOMB, Move("bomb", cells=("A1",)), "unknown_cell"),
        (ROW, "row P: GP HQ", "not_one_row"),
        (ROW, Move("row", cells=("GP",)), "not_one_row"),
        (ROW, Move("row", cells=("GP",), row="X"), "not_one_row"),
        (ROW, Move("row", cells=("GP",), row="PQ"), "not_one_row"),
        (asking(["row", ""], ["AP CP EP GP", ""]), "row P: BP DP FP HP", "too_many_cells"),
        (ROW, "row P: GP HP", "already_crossed"),
        (ROW, "row P: AP", "not_beside_old"),
        (GIVE, "give joker to 1", "wrong_chip"),
        (GIVE, "give plus-minus to 0", "own_seat"),
        (GIVE, "give plus-minus to 3", "no_such_seat"),
        (GIVE, "give plus-minus to 2", "seat_has_left"),
        (GIVE, Move("give", chip="plus-minus", to=-1), "no_such_seat"),
        (GIVE, Move("give", chip="plus-minus", to=1, number=3), "odd_part"),
    ],
)
def test_the_reason_names_the_rule(state: State, move: str | Move, why: str) -> None:
    assert reason(state, 0, move) == why


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    assert len(reasons(package)) > 35
    assert set(words(language)["refused"]) == reasons(package)
    assert all(say(Fact("refused", None, (why,)), language).endswith(".") for why in reasons(package))


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (JOKERS, "g3 GU GV HU", "number_not_available"),
        (JOKERS, "g2 GU GV", "does_not_touch"),
        (JOKERS, "[+1] g2 GU GV", "no_such_chip"),
        (NUMBER_JOKER, "g3 GU GV HQ", "wrong_colour"),
        (position(["HP", ""], dice="**y124", jokers=(0, 0)), "g2 GU HU", "too_few_jokers"),
    ],
)
def test_a_text_without_stars_is_refused_for_what_is_really_wrong(state: State, text: str, why: str) -> None:
    move = GAME.parse(state, 0, text, "en")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, 0, move, Chance(b"", (), 1))
    assert caught.value.reason == why
