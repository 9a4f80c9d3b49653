"""The rules for players: every ruling, every figure and every notation stands in every language."""

from __future__ import annotations

import re

import pytest

from chalicelib import games
from chalicelib.games.keer_op_keer import META, notation
from chalicelib.games.keer_op_keer.board import FIGURES
from chalicelib.games.keer_op_keer.scoring import level
from chalicelib.games.keer_op_keer.words import words
from chalicelib.rules import LANGUAGES

RULINGS = {
    "H stays open": {
        "en": "stays open as a start for the whole match",
        "nl": "blijft de hele partij open om te beginnen",
        "sv": "är öppen som start under hela partiet",
        "af": "bly die hele wedstryd oop as begin",
    },
    "the first active seat": {
        "en": "first active seat is drawn by lot",
        "nl": "eerste actieve stoel wordt geloot",
        "sv": "första aktiva platsen lottas",
        "af": "eerste aktiewe stoel word deur loting bepaal",
    },
    "old crosses do not bridge": {
        "en": "Old crosses do not bridge",
        "nl": "Oude kruisjes zijn geen brug",
        "sv": "Gamla kryss är ingen bro",
        "af": "Ou kruisies is nie 'n brug nie",
    },
    "H later brings nothing": {
        "en": "lower value of column H is 0",
        "nl": "lage waarde van kolom H is 0",
        "sv": "lägre värdet för kolumn H är 0",
        "af": "laer waarde van kolom H is 0",
    },
    "the move limit": {
        "en": "roll 300 (the move limit)",
        "nl": "worp 300 (de zettenlimiet)",
        "sv": "kast 300 (draggränsen)",
        "af": "gooi 300 (die skuiflimiet)",
    },
    "jokers are never a six": {
        "en": "never for 6",
        "nl": "nooit voor 6",
        "sv": "aldrig för 6",
        "af": "nooit vir 6",
    },
    "a timeout passes": {
        "en": "a timeout never spends a joker",
        "nl": "daarbij gaat nooit een joker verloren",
        "sv": "det kostar aldrig en joker",
        "af": "dit kos nooit 'n joker nie",
    },
    "an active seat that leaves counts as passed": {
        "en": "counts as having passed",
        "nl": "telt als gepast",
        "sv": "räknas som att den passade",
        "af": "tel asof dit gepas het",
    },
    "firsts of a departed seat stay": {
        "en": "stay filled: later seats get the lower value",
        "nl": "blijven vol: wie later komt, krijgt de lage waarde",
        "sv": "förblir fyllda: de som kommer senare får det lägre värdet",
        "af": "bly vol: wie later kom, kry die laer waarde",
    },
    "ties": {
        "en": "the win is shared",
        "nl": "wordt de winst gedeeld",
        "sv": "delas segern",
        "af": "word die oorwinning gedeel",
    },
    "the order of sealed choices": {
        "en": "not even the next dice",
        "nl": "ook niet voor de volgende dobbelstenen",
        "sv": "inte ens nästa kast",
        "af": "nie eens die volgende dobbelstene nie",
    },
}
MOVE = re.compile(r"`([^`]+ [A-O][1-7])`")


def _rules(language: str) -> str:
    return " ".join(games.rules_text(META.key, language).split())


def _table_rows(language: str) -> list[list[str]]:
    """The rows of the page's tables, without what they are called."""
    lines = games.rules_text(META.key, language).splitlines()
    rows = [line for line in lines if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in row.strip("|").split("|")][1:] for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_named(ruling: str, language: str) -> None:
    assert RULINGS[ruling][language] in _rules(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_its_values_are_named(language: str) -> None:
    rules, said = _rules(language), words(language)
    for option in META.options:
        assert f"**{said['option'][option.key]}** (`{option.key}`)" in rules
        names = [said["choice"][option.key][str(value)].split(",")[0] for value in option.choices]
        assert [name for name in names if name not in rules] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_are_those_of_the_game(language: str) -> None:
    rows = _table_rows(language)
    assert list(map(str, FIGURES.column_first)) in rows
    assert list(map(str, FIGURES.column_later)) in rows
    rules = _rules(language)
    for figure in (FIGURES.jokers, FIGURES.colour_first, FIGURES.colour_later, FIGURES.roll_limit, FIGURES.solo_rolls):
        assert re.search(rf"\b{figure}\b", rules)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_are_those_of_the_game(language: str) -> None:
    rows = _table_rows(language)
    bands = rows[rows.index([str(number) for number in range(1, 14)]) - 1]
    assert len(bands) == 13
    for number, band in enumerate(bands[1:], 2):
        for points in map(int, re.findall(r"\d+", band)):
            assert level(points) == number
    assert level(-1) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moves_it_shows_can_be_typed(language: str) -> None:
    shown = MOVE.findall(games.rules_text(META.key, language))
    assert {"b3 G4 G5 H5", "*b3 G4 G5 H5", "b*3 G4 G5 H5", "*b*3 G4 G5 H5"} <= set(shown)
    assert any(text.startswith(words(language)["colours"]["g"]) for text in shown)
    for text in shown:
        move = notation.read(text, language)
        assert move.kind == "place"
        assert len(move.cells) == move.number


@pytest.mark.parametrize(("language", "word"), [("en", "pass"), ("nl", "pas"), ("sv", "passa"), ("af", "pas")])
def test_the_word_for_passing_can_be_typed(language: str, word: str) -> None:
    assert f"`{word}`" in _rules(language)
    assert notation.read(word, language).kind == "pass"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_colours_are_explained(language: str) -> None:
    rules = _rules(language)
    for letter in "gybro":
        assert f"`{letter}` {words(language)['colours'][letter]}" in rules


def test_the_pages_have_the_same_parts() -> None:
    shapes = {
        language: [line.split(" ")[0] for line in games.rules_text(META.key, language).splitlines() if line[:1] in "#|"]
        for language in LANGUAGES
    }
    assert all(shape == shapes["en"] for shape in shapes.values())
