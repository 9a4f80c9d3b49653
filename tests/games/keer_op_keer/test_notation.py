"""Moves typed by people: every legal move in four languages and many forms, and what is no move at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from chalicelib.games.keer_op_keer.notation import read
from chalicelib.games.keer_op_keer.state import Move, State
from chalicelib.rules import LANGUAGES, AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from tests.games.keer_op_keer.positions import GAME, chance, move, play, position
from tests.games.walks import Setting, sample

WORDS = {
    "en": {"g": "green", "y": "yellow", "b": "blue", "r": "red", "o": "orange"},
    "nl": {"g": "groen", "y": "geel", "b": "blauw", "r": "rood", "o": "oranje"},
    "sv": {"g": "grön", "y": "gul", "b": "blå", "r": "röd", "o": "orange"},
    "af": {"g": "groen", "y": "geel", "b": "blou", "r": "rooi", "o": "oranje"},
}
PASSES = {
    "en": ["pass", "I pass", "skip"],
    "nl": ["pass", "pas", "Ik pas", "passen"],
    "sv": ["pass", "passa", "Jag passar", "passar"],
    "af": ["pass", "pas", "Ek pas", "slaan oor"],
}


def head(choice: Move, colour: str) -> tuple[str, str]:
    return "*" * choice.colour_joker + colour, "*" * choice.number_joker + str(choice.number)


def in_words(choice: Move, language: str) -> str:
    return " ".join([*head(choice, WORDS[language][choice.colour]), *choice.cells])


def shouted(choice: Move, language: str) -> str:
    return in_words(choice, language).upper()


def closed_up(choice: Move, language: str) -> str:
    return "".join([*head(choice, WORDS[language][choice.colour].title()), *choice.cells])


def backwards(choice: Move, _language: str) -> str:
    return "".join(head(choice, choice.colour)) + " " + " ".join(reversed(choice.cells)).lower()


def with_commas(choice: Move, language: str) -> str:
    return " ".join(head(choice, WORDS[language][choice.colour])) + ": " + ", ".join(choice.cells) + "."


def with_phone_dashes(choice: Move, _language: str) -> str:
    return "".join(head(choice, choice.colour)) + " – " + "—".join(choice.cells)


def with_odd_spaces(choice: Move, _language: str) -> str:
    first, second = head(choice, choice.colour.upper())
    spread = f"\u00a0{first} \u2009 {second}".replace("*", "* ")
    return spread + "\u00a0\u00a0" + "\u202f".join(choice.cells) + " \t\r\n"


def with_odd_signs(choice: Move, _language: str) -> str:
    wide = str.maketrans("0123456789*", "０１２３４５６７８９＊")
    return GAME.format(choice).translate(wide)


FORMS: tuple[Callable[[Move, str], str], ...] = (
    lambda choice, _language: GAME.format(choice),
    in_words,
    shouted,
    closed_up,
    backwards,
    with_commas,
    with_phone_dashes,
    with_odd_spaces,
    with_odd_signs,
)


@cache
def positions() -> tuple[tuple[State, int], ...]:
    """Two hundred positions, and a seat to move in each, of matches on every sheet."""
    found = []
    sheets = ("black", "red", "blue", "green", "orange", "purple", "yellow")
    for number, seats in enumerate((1, 2, 2, 3, 3, 4, 6, 2, 5, 1)):
        setting = Setting("keer-op-keer", seats, (("sheet", sheets[number % 7]),), 900 + number)
        found += [(step.before, step.seat) for step in sample(setting, 20)]
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_move_of_200_positions_can_be_typed_in_every_form(language: str) -> None:
    assert len(positions()) == 200
    for state, seat in positions():
        for choice in GAME.legal_moves(state, seat):
            forms = PASSES[language] if choice.kind == "pass" else [form(choice, language) for form in FORMS]
            for typed in forms:
                assert GAME.parse(state, seat, typed, language) == choice, typed


def test_stars_left_out_are_completed_when_only_one_reading_is_legal() -> None:
    for state, seat in positions()[::2]:
        legal = GAME.legal_moves(state, seat)
        for choice in legal[:-1]:
            bare = GAME.format(choice).replace("*", "")
            readings = [other for other in legal if GAME.format(other).replace("*", "") == bare]
            if move(bare) in legal:
                assert GAME.parse(state, seat, bare, "en") == move(bare)
            elif len(readings) == 1:
                assert GAME.parse(state, seat, bare, "en") == choice
            else:
                with pytest.raises(AmbiguousMoveError) as caught:
                    GAME.parse(state, seat, bare, "en")
                assert caught.value.candidates == tuple(GAME.format(other) for other in readings)


@pytest.mark.parametrize(
    ("dice", "typed", "meant"),
    [
        ("gyb123", "y1 H6", "y1 H6"),
        ("*yb123", "y1 H6", "y1 H6"),
        ("*gb123", "y1 H6", "*y1 H6"),
        ("gyb*23", "y1 H6", "y*1 H6"),
        ("*gb*23", "y1 H6", "*y*1 H6"),
        ("*gb*23", "*y1 H6", "*y*1 H6"),
        ("*gb*23", "y*1 H6", "*y*1 H6"),
        ("*gb*23", "*y*1 H6", "*y*1 H6"),
        ("*yb*13", "*y1 H6", "*y1 H6"),
        ("*yb*13", "y*1 H6", "y*1 H6"),
        ("*yb*13", "y1 H6", "y1 H6"),
    ],
)
def test_stars_typed_are_claims_and_missing_ones_are_completed(dice: str, typed: str, meant: str) -> None:
    assert GAME.parse(position(["H7", ""], dice=dice), 0, typed, "en") == move(meant)


def test_a_text_that_fits_several_legal_moves_lists_them() -> None:
    state = position(["H7", ""], dice="*gb*13")
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.parse(state, 0, "yellow 1 h6", "en")
    assert caught.value.candidates == ("*y1 H6", "*y*1 H6")
    assert "*y1 H6 or *y*1 H6" in caught.value.message
    one_joker = position(["H7", ""], dice="*gb*13", jokers=(1, 8))
    assert GAME.parse(one_joker, 0, "yellow 1 h6", "en") == move("*y1 H6")


def test_a_star_too_many_is_not_taken_away() -> None:
    state = position(["H7", ""], dice="gyb123")
    assert GAME.parse(state, 0, "*y1 H6", "en") == move("*y1 H6")


@pytest.mark.parametrize("text", ["*y1 H6", "y2 H6", "y2 H6 J6", "b2 I1 J1", "r1 K6", "y5 A7 B7 C2 D1 E1", "y1 H7"])
def test_what_is_well_formed_is_read_and_refused_by_the_rules(text: str) -> None:
    state = position(["H7", ""], dice="gyb123")
    read_as = GAME.parse(state, 0, text, "en")
    assert read_as == move(text)
    with pytest.raises(IllegalMoveError):
        GAME.apply_move(state, 0, read_as, chance())


MALFORMED = (
    ("g\u0663 H1 H2 H3", "unknown_word"),
    ("g1 H\u0661", "unknown_cell"),
    ("", "nothing"),
    ("   ", "nothing"),
    ("\n\t\u00a0", "nothing"),
    ("\u200b\ufeff", "nothing"),
    ("x3 H4 H5 G4", "unknown_colour"),
    ("pink3 H4 H5 G4", "unknown_colour"),
    ("bleu 3 H4 H5 G4", "unknown_colour"),
    ("gg3 H4 H5 G4", "unknown_colour"),
    ("gы3 H4 H5 G4", "unknown_colour"),
    ("b0 H4", "unknown_number"),
    ("b6 B6 C6 C7 D7 E7 F7", "unknown_number"),
    ("b9 H4", "unknown_number"),
    ("b12 H4 H5", "unknown_number"),
    ("b03 H4 H5 G4", "unknown_number"),
    ("b99999999999999999999 H4", "unknown_number"),
    ("b3", "no_cells"),
    ("*b*3", "no_cells"),
    ("b3 - , .", "no_cells"),
    ("b3 P4 H5 G4", "unknown_cell"),
    ("b3 H0 H5 G4", "unknown_cell"),
    ("b3 H8 H5 G4", "unknown_cell"),
    ("b3 H10 H5 G4", "unknown_cell"),
    ("b3 HH5 G4", "unknown_cell"),
    ("b3 H H5 G4", "unknown_cell"),
    ("b3 5 6 7", "unknown_cell"),
    ("b3 4H 5H 4G", "unknown_cell"),
    ("b3 H4 H5 and G4", "unknown_cell"),
    ("b3 *H4 H5 G4", "unknown_cell"),
    ("b3 H4 H5 G4 pass", "unknown_cell"),
    ("b3 H4 H4 H5", "repeated_cell"),
    ("b3 H4 h4 H5", "repeated_cell"),
    ("b 3 4", "unknown_cell"),
    ("3b H4 H5 G4", "unknown_word"),
    ("b H4 H5 G4", "unknown_word"),
    ("H4 H5 G4", "unknown_colour"),
    ("blue", "unknown_word"),
    ("3", "unknown_word"),
    ("*", "unknown_word"),
    ("**b3 H4 H5 G4", "unknown_word"),
    ("b**3 H4 H5 G4", "unknown_word"),
    ("b-3 H4 H5 G4", "unknown_word"),
    ("b3* H4 H5 G4", "unknown_cell"),
    ("pass H4", "unknown_word"),
    ("pass 1", "unknown_colour"),
    ("passs", "unknown_word"),
    ("pass pass", "unknown_word"),
    ("draw", "unknown_word"),
    ("roll", "unknown_word"),
    ("bomb 3", "unknown_colour"),
    ("row P: 3", "unknown_word"),
    ("thank you, what a nice move!", "unknown_word"),
    ("<b>3 H4</b>", "unknown_word"),
    ("☃", "unknown_word"),
    ("b3 H4 H5 G4 " + "x" * 400, "too_long"),
    ("*" * 100_000, "too_long"),
)


@pytest.mark.parametrize(("text", "reason"), MALFORMED, ids=[repr(text[:30]) for text, _ in MALFORMED])
def test_what_is_no_move_at_all_is_malformed(text: str, reason: str) -> None:
    state = position(["H7", ""], dice="*bg*33")
    with pytest.raises(MalformedMoveError) as caught:
        GAME.parse(state, 0, text, "en")
    assert caught.value.reason == reason
    assert caught.value.message


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_words_are_those_of_the_players_language_and_english_letters_those_of_all(language: str) -> None:
    for letter in "gybro":
        assert read(f"{letter}1 H4", language).colour == letter
        assert read(f"{letter.upper()}1 H4", language).colour == letter
    own = {*WORDS[language].values(), *WORDS["en"].values()}
    for other in LANGUAGES:
        for letter, word in WORDS[other].items():
            if word in own:
                assert read(f"{word} 1 H4", language).colour == letter
            else:
                with pytest.raises(MalformedMoveError, match="no colour"):
                    read(f"{word} 1 H4", language)


@pytest.mark.parametrize("typed", ["grön 1 H1", "GRÖN1 h1", "gro\u0308n 1 H1", "gron 1 H1", "g 1 H1."])
def test_letters_with_and_without_accents(typed: str) -> None:
    assert read(typed, "sv") == move("g1 H1")


@pytest.mark.parametrize("typed", ["pass", " PASS ", "Pass.", "pass!", "pas\u200bs", "PASS,"])
def test_to_pass_in_any_dress(typed: str) -> None:
    for language in LANGUAGES:
        assert read(typed, language) == move("pass")


def test_an_unknown_language_is_read_as_english() -> None:
    assert read("green 1 H1", "xx") == move("g1 H1")


def test_a_seat_that_has_sealed_can_be_read_as_if_it_had_not() -> None:
    state = play(position(["H7", "H7"], dice="*gb123", roll=2), (0, "pass"))
    assert GAME.parse(state, 0, "y1 H6", "en") == move("*y1 H6")


def test_reading_needs_no_seat_to_move() -> None:
    over = play(position(["H7"], roll=30, dice="gy12"), (0, "pass"))
    running = position(["H7", ""], dice="*gb*23")
    for state, seat in ((over, -1), (over, 0), (over, 7), (running, -1), (running, 2)):
        assert GAME.parse(state, seat, "y1 H6", "en") == move("y1 H6")


def test_the_sentence_names_the_numbers_there_are() -> None:
    with pytest.raises(MalformedMoveError, match="1 to 5"):
        read("b6 H4", "en")


def test_spaces_around_a_move_are_surplus_however_many() -> None:
    assert read(" " * 1000 + "b1 H4" + "\n" * 1000, "en") == move("b1 H4")
    assert read("b1" + " " * 195 + "H4", "en") == move("b1 H4")


def test_long_texts_are_refused_at_once() -> None:
    with pytest.raises(MalformedMoveError, match="too long"):
        read("b3 " + "H4 " * 1_000_000, "en")
