"""Filling words in, whatever the words are."""

from __future__ import annotations

import pytest

from chalicelib.games.keer_family.vocabulary import Vocabulary, counted

WORDS = Vocabulary(
    "en",
    {
        "labels": {"roll": "Roll {n}"},
        "colours": {"g": "green", "*": "joker"},
        "and": "and",
        "winners": {"none": "Nobody wins.", "one": "{seats} wins.", "many": "{seats} share the win."},
        "endings": {"alone": "Done.", "normal": "Over."},
        "levels": ["low", "high"],
    },
)


def test_labels_dice_and_levels() -> None:
    assert WORDS.label("roll", n=4) == "Roll 4"
    assert WORDS.dice(("g", "*", "3", "*")) == "green, joker, 3, joker"
    assert (WORDS.level(1), WORDS.level(2)) == ("low", "high")


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ((), "Nobody wins."),
        ((2,), "@2 wins."),
        ((0, 2), "@0 and @2 share the win."),
        ((0, 1, 5), "@0, @1 and @5 share"),
    ],
)
def test_winners_are_listed(winners: tuple[int, ...], said: str) -> None:
    end = WORDS.end("normal", winners, alone=False)
    assert end["ending"] == "Over."
    assert end["winners"].startswith(said)


def test_a_lone_players_match_ends_in_its_own_words() -> None:
    assert WORDS.end("normal", (), alone=True)["ending"] == "Done."


def test_one_and_many_have_forms_of_their_own() -> None:
    forms = {"one": "{n} chip {what}", "other": "{n} chips {what}"}
    assert [counted(forms, number, what="x") for number in (0, 1, 2)] == ["0 chips x", "1 chip x", "2 chips x"]
