"""What people type, made plain; and when it means one thing only."""

from __future__ import annotations

import re

import pytest

from chalicelib.games.keer_family.board import Colour
from chalicelib.games.keer_family.typed import Typed, only_one, read_placement, read_plain, tokens
from chalicelib.rules import AmbiguousMoveError, MalformedMoveError

CELL = re.compile(r"[a-z]+[0-9]+")
KNOWN = ("G4", "G5", "H5")
WORDS: dict[str, Colour] = {"b": "b", "blau": "b"}


@pytest.mark.parametrize(
    "text",
    [
        "b3 G4 G5 H5",
        "B 3: g4, g5, h5",
        "b3\u00a0G4\u202fG5\u2009H5",
        "Blau\u200b3 G4–G5—H5",
        "  b3 h5 + g4 / g5. ",
        "\u200fb3 G4 \u2066G5\u2069 H5\u200e",
        "b3" + " " * 300 + "G4 G5 H5",
    ],
)
def test_one_placement_as_many_a_phone_writes_it(text: str) -> None:
    found = read_placement(read_plain(text), WORDS, KNOWN, CELL, "b3 G4")
    assert (found.colour, found.number, found.colour_joker, found.number_joker) == ("b", 3, False, False)
    assert sorted(found.cells) == ["G4", "G5", "H5"]


@pytest.mark.parametrize("text", ["*b3 G4", "∗b3 G4", "★b3 G4", "* b 3 G4"])
def test_any_star_is_a_star(text: str) -> None:
    found = read_placement(read_plain(text), WORDS, KNOWN, CELL, "b3 G4")
    assert found == Typed("b", 3, True, False, ("G4",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing"),
        ("\u2060 \ufeff", "nothing"),
        ("b" * 201, "too_long"),
        ("hello", "unknown_word"),
        ("x3 G4", "unknown_colour"),
        ("b6 G4", "unknown_number"),
        ("b33 G4", "unknown_number"),
        ("b3", "no_cells"),
        ("b3 G4 G", "unknown_cell"),
        ("b3 G4 Z9", "unknown_cell"),
        ("b3 G4 g4", "repeated_cell"),
    ],
)
def test_what_is_no_placement_is_malformed(text: str, reason: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        read_placement(read_plain(text), WORDS, KNOWN, CELL, "b3 G4")
    assert caught.value.reason == reason


def test_a_text_that_fits_several_moves_lists_them() -> None:
    assert only_one("typed", ["legal"], str.upper) == "legal"
    assert only_one("typed", [], str.upper) == "typed"
    with pytest.raises(AmbiguousMoveError) as caught:
        only_one("typed", ["one", "two"], str.upper)
    assert caught.value.candidates == ("ONE", "TWO")


def test_what_stands_between_words_does_not_matter() -> None:
    assert tokens("a, b;c - d\u2013e\tf") == list("abcdef")
