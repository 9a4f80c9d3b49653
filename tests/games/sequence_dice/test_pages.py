"""The rules for players: every ruling, every figure and every notation stands in every language."""

from __future__ import annotations

import re

import pytest

from chalicelib import games
from chalicelib.games.sequence_dice import META, notation
from chalicelib.games.sequence_dice.board import BOARD, LINES
from chalicelib.games.sequence_dice.words import words
from chalicelib.rules import LANGUAGES

RULINGS = {
    "four squares a number": {
        "en": "There are four.",
        "nl": "Het zijn er vier.",
        "sv": "Det är fyra.",
        "af": "Dit is vier.",
    },
    "replacement on the number rolled": {
        "en": "replace only on the squares of the number you rolled",
        "nl": "Vervangen mag alleen op de vakjes van het gegooide getal",
        "sv": "Byta får man bara på rutorna för det tal som slogs",
        "af": "Vervang mag jy net op die blokkies van die getal wat gegooi is",
    },
    "the extra roll": {
        "en": "only after an empty square was taken",
        "nl": "alleen als er een leeg vakje werd bezet",
        "sv": "bara när en tom ruta togs",
        "af": "net nadat 'n leë blokkie gevat is",
    },
    "the move limit": {
        "en": "2000 turns (the move limit",
        "nl": "2000 beurten (de zettenlimiet",
        "sv": "2000 turer (draggränsen",
        "af": "2000 beurte (die skuiflimiet",
    },
    "three sides play for five": {
        "en": "three sides play for five",
        "nl": "drie kanten spelen om vijf",
        "sv": "tre sidor spelar om fem",
        "af": "drie kante speel vir vyf",
    },
    "defence spares 2 and 12": {
        "en": "never from a square of 2 or 12",
        "nl": "nooit van een vakje van 2 of 12",
        "sv": "aldrig från en ruta för 2 eller 12",
        "af": "nooit van 'n blokkie van 2 of 12",
    },
    "the chips of a seat that left stay": {
        "en": "stay and count as an opponent's",
        "nl": "blijven liggen en tellen als die van een tegenstander",
        "sv": "ligger kvar och räknas som en motståndares",
        "af": "bly lê en tel as 'n teenstander s'n",
    },
    "a broken turn does not count": {
        "en": "nor does a turn that is broken off by leaving",
        "nl": "net zomin als een beurt die zo wordt afgebroken",
        "sv": "lika lite som en tur som avbryts på det sättet",
        "af": "net so min as 'n beurt wat so afgebreek word",
    },
    "a partner cannot resign for both": {
        "en": "one partner cannot resign for both",
        "nl": "kan de ene partner niet voor allebei opgeven",
        "sv": "kan den ena inte ge upp för båda",
        "af": "kan een maat nie vir albei opgee nie",
    },
    "a full board goes on": {
        "en": "play goes on by replacing",
        "nl": "gaat het spel verder met vervangen",
        "sv": "fortsätter spelet med byten",
        "af": "gaan die wedstryd voort met vervanging",
    },
}


def _rules(language: str) -> str:
    return " ".join(games.rules_text(META.key, language).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_named(ruling: str, language: str) -> None:
    assert RULINGS[ruling][language] in _rules(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_and_the_figures_are_those_of_the_game(language: str) -> None:
    lines = games.rules_text(META.key, language).splitlines()
    rows = [
        [int(cell) for cell in line.strip("|").split("|")[1:]] for line in lines if re.match(r"\| [1-6] \| \d", line)
    ]
    assert [number for row in rows for number in row] == list(BOARD.numbers)
    rules = _rules(language)
    for figure in (BOARD.turn_limit, len(LINES[5]), len(LINES[6]), BOARD.defence, BOARD.wild):
        assert re.search(rf"\b{figure}\b", rules)
    for option in META.options:
        assert f"`{option.key}`" in rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moves_it_shows_can_be_typed(language: str) -> None:
    shown = re.findall(r"`([^`]+)`", games.rules_text(META.key, language))
    typed = [text for text in shown if text not in {option.key for option in META.options}]
    assert {"c3", "xc3", "-"} < set(typed)
    assert len({notation.read(text, language) for text in typed}) == 3
    assert sum(" " in text for text in typed) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colours_are_explained(language: str) -> None:
    for name in words(language)["colours"]:
        assert f"{name} ({name[0].upper()})" in _rules(language)


def test_the_pages_have_the_same_parts() -> None:
    shapes = {
        language: [
            line.split(" ")[0] for line in games.rules_text(META.key, language).splitlines() if line[:1] in "#|-"
        ]
        for language in LANGUAGES
    }
    assert all(shape == shapes["en"] for shape in shapes.values())
