"""Moves as people type them: four languages, phones, either half first, a side left out."""

from __future__ import annotations

import pytest

from chalicelib.games.passing_game import notation
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from tests.games.passing_game.situations import GAME, chance, move, position

STATE = position(("6-4 6-3 4-1 5-5 6-6", "2-2"), train="=6-2 >4-2", ends=(6, 4), boneyard="0-0 1-1 3-3")
"""6 on the left, 4 on the right: 6-4 fits both, 6-3 the left only, 4-1 the right only, 5-5 neither."""

TYPED = [
    ("en", "6-3 left", "6-3 left"),
    ("en", "6-3 l", "6-3 left"),
    ("en", "6-3l", "6-3 left"),
    ("en", "  6-3   LEFT  ", "6-3 left"),
    ("en", "3-6 left", "6-3 left"),
    ("en", "6-3", "6-3 left"),
    ("en", "3-6", "6-3 left"),
    ("en", "63", "6-3 left"),
    ("en", "6–3 left", "6-3 left"),
    ("en", "6—3 left", "6-3 left"),
    ("en", "6−3", "6-3 left"),
    ("en", "6‑3 left", "6-3 left"),
    ("en", "6\u00a0-\u00a03\u00a0left", "6-3 left"),
    ("en", "6 3 left", "6-3 left"),
    ("en", "6-3" + " " * 100 + "left", "6-3 left"),
    ("en", "\u200f6-3\u200e left\u2069", "6-3 left"),
    ("en", "6:3", "6-3 left"),
    ("en", "6|3", "6-3 left"),
    ("en", "[6|3] left", "6-3 left"),
    ("en", "6/3 left", "6-3 left"),
    ("en", "Play 6-3 on the left.", "6-3 left"),
    ("en", "left 6-3", "6-3 left"),
    ("en", "4-1", "4-1 right"),
    ("en", "4-1 r", "4-1 right"),
    ("en", "6-4 right", "6-4 right"),
    ("en", "4-6 l", "6-4 left"),
    ("en", "6-6", "6-6 left"),
    ("en", "draw", "draw"),
    ("en", "Draw!", "draw"),
    ("en", "I draw", "draw"),
    ("en", "PASS.", "pass"),
    ("en", "i  pass", "pass"),
    ("nl", "6-3 links", "6-3 left"),
    ("nl", "Speel 4-1 rechts", "4-1 right"),
    ("nl", "trek", "draw"),
    ("nl", "Ik pak", "draw"),
    ("nl", "pas", "pass"),
    ("nl", "pass", "pass"),
    ("sv", "6-3 vänster", "6-3 left"),
    ("sv", "6-3 vanster", "6-3 left"),
    ("sv", "6-3 v", "6-3 left"),
    ("sv", "4-1 höger", "4-1 right"),
    ("sv", "4-1 h", "4-1 right"),
    ("sv", "Lägg 4-1 till höger", "4-1 right"),
    ("sv", "dra", "draw"),
    ("sv", "passa", "pass"),
    ("sv", "pass", "pass"),
    ("af", "6-3 links", "6-3 left"),
    ("af", "4-1 regs", "4-1 right"),
    ("af", "lê 4-1", "4-1 right"),
    ("af", "ek trek", "draw"),
    ("af", "slaan oor", "pass"),
]


@pytest.mark.parametrize(("language", "typed", "meant"), TYPED)
def test_what_people_type(language: str, typed: str, meant: str) -> None:
    found = GAME.parse(STATE, 0, typed, language)
    assert found == move(meant)
    GAME.apply_move(STATE, 0, found, chance())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["6-3 left", "6-3 right", "6-3 l", "6-3 r", "draw", "pass"])
def test_the_canonical_words_work_in_every_language(language: str, text: str) -> None:
    found = GAME.parse(STATE, 0, text, language)
    assert GAME.format(found).startswith(text)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "nothing"),
        (" \u00a0 ", "nothing"),
        ("...", "nothing"),
        ("hello", "unknown_word"),
        ("b3 G4 G5 H5", "unknown_word"),
        ("6", "unknown_word"),
        ("6-", "unknown_word"),
        ("6-44", "unknown_word"),
        ("6-4-2", "unknown_word"),
        ("7-2", "unknown_tile"),
        ("9-9 left", "unknown_tile"),
        ("6-4 up", "unknown_word"),
        ("6-4 left right", "two_sides"),
        ("pass 6-4", "unknown_word"),
        ("links 6-4", "unknown_word"),
        ("trek", "unknown_word"),
        ("left", "unknown_word"),
        ("play", "unknown_word"),
        ("pass " * 40, "too_long"),
        ("٦-٤ left", "unknown_word"),
    ],
)
def test_what_is_no_move_is_malformed(typed: str, reason: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        GAME.parse(STATE, 0, typed, "en")
    assert caught.value.reason == reason


@pytest.mark.parametrize("typed", ["6-4", "4-6", "6–4", "64", "play 6-4"])
def test_a_tile_that_fits_both_ends_is_ambiguous(typed: str) -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.parse(STATE, 0, typed, "en")
    assert caught.value.candidates == ("6-4 left", "6-4 right")
    for text in caught.value.candidates:
        GAME.apply_move(STATE, 0, GAME.parse(STATE, 0, text, "en"), chance())


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("2-2", "not_in_hand"),
        ("2-2 left", "not_in_hand"),
        ("5-5", "fits_neither_end"),
        ("5-5 right", "fits_neither_end"),
        ("6-3 right", "does_not_fit"),
        ("4-1 left", "does_not_fit"),
    ],
)
def test_what_is_well_formed_is_read_and_then_refused(typed: str, reason: str) -> None:
    found = GAME.parse(STATE, 0, typed, "en")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(STATE, 0, found, chance())
    assert caught.value.reason == reason


def test_a_side_typed_with_the_first_tile_is_illegal() -> None:
    state = position(("6-4", "2-2"))
    assert GAME.parse(state, 0, "4-6", "en") == move("6-4")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.apply_move(state, 0, GAME.parse(state, 0, "6-4 left", "en"), chance())
    assert caught.value.reason == "first_has_no_side"


def test_what_is_typed_by_a_seat_that_is_not_there_or_not_to_move_is_read_too() -> None:
    assert GAME.parse(STATE, 1, "2-2", "en") == move("2-2")
    assert GAME.parse(STATE, 7, "6-4", "en") == move("6-4")


def test_every_move_there_is_survives_writing_and_reading() -> None:
    for high in range(7):
        for low in range(high + 1):
            for side in ("", " left", " right"):
                text = f"{high}-{low}{side}"
                assert notation.text_of(notation.read(text, "en")) == text


def test_an_unknown_language_reads_english() -> None:
    assert notation.read("draw", "xx") == move("draw")
