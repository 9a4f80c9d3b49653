"""What a game says beside its news, and what stands there for a game that says nothing."""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib import games
from chalicelib.post.game_words import choice_label, move_label, option_label, option_name, settings, spoken
from chalicelib.rules import LANGUAGES, Chance, Fact, Option

KEER: Any = games.get("keer-op-keer")
SHEET = Option("sheet", "choice", "black", ("black", "tartan"))


class Terse:
    """A game that has words for what happens, and no others."""

    options = (SHEET,)

    def say(self, fact: Fact, language: str) -> str:
        """Words for a roll."""
        return {("roll", "nl"): "Een worp."}[fact.kind, language]


def test_a_game_with_words_is_quoted() -> None:
    assert spoken(KEER, "refused", ("no_cells",), "nl") == "De vakjes ontbreken."
    assert option_label(KEER, SHEET, "sv") == "Bladet"
    assert choice_label(KEER, SHEET, "black", "af") == "swart, die gewone een"


def test_an_option_for_some_numbers_of_seats_may_say_so() -> None:
    domino: Any = games.get("passing-game")
    goals = [option_label(domino, option, "en") for option in domino.options if option.key == "target"]
    assert goals == ["Points that win the match, with 2 or 3 seats", "Points that win the match, with 4 seats"]
    assert option_label(KEER, Option("sheet", "choice", "black", ("black",), seats=(2,)), "sv") == "Bladet"
    assert {option_name(domino, option, "en") for option in domino.options if option.key == "target"} == {
        "Points that win the match"
    }


def test_without_words_the_key_and_the_value_stand_there() -> None:
    terse: Any = Terse()
    assert spoken(terse, "refused", ("no_cells",), "nl") == ""
    assert option_label(terse, SHEET, "nl") == "sheet"
    assert choice_label(terse, SHEET, 7, "nl") == "7"
    assert choice_label(KEER, SHEET, "tartan", "nl") == "tartan"
    assert move_label(terse, "give joker to 1", "nl") == "give joker to 1"
    assert settings(terse, {"sheet": 7}, 2, "nl") == [("sheet", "7")]


def test_a_move_that_counts_seats_is_told_with_whom_it_means() -> None:
    third: Any = games.get("keer-op-keer-3")
    assert move_label(third, "give joker to 1", "en") == "give joker to 1 – the joker chip to @1"
    assert [move_label(third, text, "en") for text in ("pass", "block DP")] == ["pass", "block DP"]
    assert move_label(KEER, "pass", "en") == "pass"


def test_settings_are_told_as_the_game_calls_them() -> None:
    third: Any = games.get("keer-op-keer-3")
    chips = {"chips": "2-2-2-4"}
    assert settings(third, chips, 2, "en") == [
        ("The chips of each seat", "jokers: 2, plus or minus one: 2, six dice: 2, blank: 4")
    ]
    assert settings(third, chips, 1, "en") == []


MOVES = {
    "keer-op-keer": ("pass", "b3 G4 G5 H5"),
    "keer-op-keer-3": ("pass", "block DP", "bomb CQ DQ", "row P: AP CP", "give joker to 2", "g3 GU GV HU"),
    "passing-game": ("draw", "pass", "6-4 left", "6-4 right", "6-6"),
    "sequence-dice": ("c3", "xc3", "-"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", MOVES)
def test_a_move_as_it_is_listed_is_read_as_that_move(key: str, language: str) -> None:
    game = games.get(key)
    state = game.initial_state(3, {}, Chance(bytes(32), (), 0))
    for text in MOVES[key]:
        listed = move_label(game, text, language).replace("@2", "Cees")
        assert game.format(game.parse(state, -1, listed, language)) == text


def test_moves_that_have_english_words_are_listed_with_those_of_the_reader() -> None:
    listed = [move_label(games.get(key), text, "nl") for key in MOVES for text in MOVES[key]]
    assert listed == [
        "pass – pas",
        "b3 G4 G5 H5",
        "pass – pas",
        "block DP – het blok",
        "bomb CQ DQ – de bom",
        "row P: AP CP – drie op een rij",
        "give joker to 2 – jokerfiche aan @2",
        "g3 GU GV HU",
        "draw – trek",
        "pass – pas",
        "6-4 left – links",
        "6-4 right – rechts",
        "6-6",
        "c3",
        "xc3",
        "-",
    ]
    assert [move_label(games.get("keer-op-keer-3"), text, "en") for text in ("pass", "bomb CQ")] == ["pass", "bomb CQ"]
