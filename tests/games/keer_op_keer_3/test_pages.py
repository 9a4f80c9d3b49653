"""The rules for players: every ruling, every figure and every notation stands in every language."""

from __future__ import annotations

import re

import pytest

from chalicelib import games
from chalicelib.games.keer_op_keer_3 import CHIPS, META, notation
from chalicelib.games.keer_op_keer_3.board import FIGURES
from chalicelib.games.keer_op_keer_3.scoring import level
from chalicelib.games.keer_op_keer_3.words import words
from chalicelib.rules import LANGUAGES

KEY = "keer-op-keer-3"
RULINGS = {
    "H stays open": {
        "en": "Column H stays open as a start for the whole match",
        "nl": "Kolom H blijft de hele partij open om te beginnen",
        "sv": "Kolumn H är öppen som start under hela partiet",
        "af": "Kolom H bly die hele wedstryd oop as begin",
    },
    "a pass takes its full count": {
        "en": "A pass takes all the fields that it counts, not fewer",
        "nl": "Wie past, neemt alle velden die geteld worden, niet minder",
        "sv": "Ett pass tar alla fält som räknas, inte färre",
        "af": "'n Pas neem al die vakke wat dit tel, nie minder nie",
    },
    "jokers never match": {
        "en": "Jokers never match",
        "nl": "Jokers tellen nooit mee",
        "sv": "Jokrar räknas aldrig",
        "af": "Jokers tel nooit nie",
    },
    "three in a row are one to three cells, apart if need be": {
        "en": "one to three open cells of one row, each of which touches a cross that stood before; "
        "they need not touch",
        "nl": "één tot drie open vakjes van één rij aan, die elk een kruisje raken dat er al stond; elkaar hoeven",
        "sv": "en till tre öppna rutor i en rad, som var och en rör ett kryss som redan stod där; varandra behöver",
        "af": "een tot drie oop blokkies van een ry, wat elkeen raak aan 'n kruisie wat al daar gestaan het; "
        "aan mekaar",
    },
    "fields bring what they bring one after the other": {
        "en": "takes effect in their order, each before the next one is crossed",
        "nl": "gebeurt in hun volgorde, telkens voor het volgende veld wordt aangekruist",
        "sv": "sker i deras ordning, vart och ett innan nästa kryssas",
        "af": "gebeur in hul volgorde, telkens voordat die volgende vak gekruis word",
    },
    "a gift of a timeout goes clockwise on a tie": {
        "en": "the next one clockwise where several have as few",
        "nl": "bij gelijke aantallen naar de eerstvolgende met de klok mee",
        "sv": "vid lika till nästa medurs",
        "af": "by gelyke getalle na die volgende een met die klok saam",
    },
    "H alone opens no block": {
        "en": "column H alone is not enough",
        "nl": "kolom H alleen is niet genoeg",
        "sv": "kolumn H ensam räcker inte",
        "af": "kolom H alleen is nie genoeg nie",
    },
    "first anywhere within a roll": {
        "en": "anywhere within one roll are both first",
        "nl": "ergens binnen één worp hetzelfde vol maken, zijn allebei de eersten",
        "sv": "någonstans inom ett kast är båda de första",
        "af": "êrens binne een gooi volmaak, is albei die eerstes",
    },
    "no gift in the last roll": {
        "en": "In the roll that ends the match no chip is given",
        "nl": "In de worp waarmee de partij eindigt, wordt geen fiche gegeven",
        "sv": "I det kast som avslutar partiet ges ingen bricka",
        "af": "In die gooi wat die wedstryd beëindig, word geen skyfie gegee nie",
    },
    "chips are an assumption": {
        "en": "is an assumption, and an option",
        "nl": "is een aanname, en een optie",
        "sv": "är ett antagande, och ett val",
        "af": "is 'n aanname, en 'n opsie",
    },
    "levels are our own": {
        "en": "levels for one player are our own",
        "nl": "niveaus voor één speler zijn van onszelf",
        "sv": "Nivåerna för en spelare är våra egna",
        "af": "vlakke vir een speler is ons eie",
    },
    "the move limit": {
        "en": "roll 300 (the move limit)",
        "nl": "worp 300 (de zettenlimiet)",
        "sv": "kast 300 (draggränsen)",
        "af": "gooi 300 (die skuiflimiet)",
    },
    "a timeout spends nothing": {
        "en": "never spends a joker or a chip",
        "nl": "gaat nooit een joker of een fiche verloren",
        "sv": "kostar aldrig en joker eller en bricka",
        "af": "kos nooit 'n joker of 'n skyfie nie",
    },
    "an active seat that leaves counts as passed": {
        "en": "counts as having passed",
        "nl": "telt als gepast",
        "sv": "räknas som att den passade",
        "af": "tel asof dit gepas het",
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
}
TYPED = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def _rules(language: str) -> str:
    return " ".join(games.rules_text(KEY, language).split())


def _rows(language: str) -> list[list[str]]:
    lines = games.rules_text(KEY, language).splitlines()
    rows = [line for line in lines if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_named(ruling: str, language: str) -> None:
    assert RULINGS[ruling][language] in _rules(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_option_and_its_default_are_named(language: str) -> None:
    assert [option.key for option in META.options] == ["chips"]
    assert "`chips`" in _rules(language)
    assert f"`{CHIPS}`" in _rules(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_those_of_the_game(language: str) -> None:
    rules = _rules(language)
    for figure in (FIGURES.fields, FIGURES.black, FIGURES.grey, FIGURES.roll_limit, FIGURES.solo_rolls, 43, 21, 15, 14):
        assert re.search(rf"\b{figure}\b", rules)
    fields = [row[0] for row in _rows(language)][1:6]
    assert fields == ["2, 4", "6", "9", "12", "16"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_are_those_of_the_game(language: str) -> None:
    rows = _rows(language)
    place = next(number for number, row in enumerate(rows) if row[1:] == [str(each) for each in range(1, 11)])
    for number, band in enumerate(rows[place - 1][1:], 1):
        for xs in map(int, re.findall(r"\d+", band)):
            assert level(xs) == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moves_it_shows_can_be_typed(language: str) -> None:
    shown = TYPED.findall(games.rules_text(KEY, language))
    kinds = [notation.read(text, language).kind for text in shown]
    assert kinds == ["place"] * 6 + ["pass", "block", "bomb", "row", "give"]
    for chip in re.findall(r"`([a-z-]+)`", games.rules_text(KEY, language).split("CQ DQ DR")[1].split("\n\n")[0]):
        assert notation.read(f"give {chip} to 2", language).chip in ("plus-minus", "six")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_colours_are_explained(language: str) -> None:
    for letter in "gybro":
        assert f"`{letter}` {words(language)['colours'][letter]}" in _rules(language)


def test_the_pages_have_the_same_parts() -> None:
    shapes = {
        language: [line.split(" ")[0] for line in games.rules_text(KEY, language).splitlines() if line[:1] in "#|"]
        for language in LANGUAGES
    }
    assert all(shape == shapes["en"] for shape in shapes.values())
