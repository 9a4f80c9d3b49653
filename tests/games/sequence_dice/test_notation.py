"""Moves typed by people: every legal move in four languages and many forms, and what is no move at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chalicelib.games.sequence_dice import notation
from chalicelib.games.sequence_dice.notation import read
from chalicelib.games.sequence_dice.state import Move
from chalicelib.rules import LANGUAGES, IllegalMoveError, MalformedMoveError
from tests.games.sequence_dice.positions import GAME, chance, move, position
from tests.games.walks import Setting, sample

NARROW, NO_BREAK, JOINER = "\u202f", "\u00a0", "\u2060"
WIDE = str.maketrans("abcdefx123456", "ａｂｃｄｅｆｘ１２３４５６")
FORMS: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    lambda text: f"  {text}\r\n",
    lambda text: NO_BREAK.join(text),
    lambda text: NARROW.join(text),
    lambda text: JOINER.join(text),
    lambda text: text.translate(WIDE),
    lambda text: text.replace("x", "×"),
    lambda text: text.replace("x", "✕ "),
    lambda text: text.replace("x", "x-"),
    lambda text: text.replace("x", "X – "),
    lambda text: f"{text}.",
    lambda text: f"{text} !",
    lambda text: f"({text})",
)
DASHES = ["-", "–", "—", "−", "‐", "‑", "‒", "―", " - ", "--", "- .", "\u00a0–\u202f"]
SAID = {
    "en": {
        "put c3": "c3",
        "Put a chip on C3.": "c3",
        "put" + " " * 300 + "c3": "c3",
        "\u200f\u2066c3": "c3",
        "replace c3": "xc3",
        "remove c3": "xc3",
        "no move": "-",
    },
    "nl": {"leg c3": "c3", "Leg een fiche op c3": "c3", "vervang c3": "xc3", "haal weg c3": "xc3", "niets": "-"},
    "sv": {"lägg c3": "c3", "LÄGG PÅ C3": "c3", "byt c3": "xc3", "ta bort c3": "xc3", "inget drag": "-"},
    "af": {"sit c3": "c3", "sit 'n skyfie op c3": "c3", "vervang c3": "xc3", "verwyder c3": "xc3", "geen skuif": "-"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_move_can_be_typed_in_every_form(language: str) -> None:
    seen = set()
    for seats in (2, 3, 4):
        for step in sample(Setting("sequence-dice", seats, (), 900 + seats), 40):
            for choice in GAME.legal_moves(step.before, step.seat):
                text = GAME.format(choice)
                seen.add(text)
                for form in FORMS:
                    if choice.kind != "none" or form(text).strip(" .!()") == "-":
                        assert GAME.parse(step.before, step.seat, form(text), language) == choice, form(text)
    assert len(seen) > 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", DASHES, ids=ascii)
def test_any_dash_is_no_move(typed: str, language: str) -> None:
    assert read(typed, language) == move("-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_players_language(language: str) -> None:
    for typed, meant in SAID[language].items():
        assert read(typed, language) == move(meant), typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_list_means_one_thing_and_is_understood(language: str) -> None:
    data = json.loads(Path(notation.__file__).with_name("notation.json").read_text(encoding="utf-8"))[language]
    words = [word for kind in ("place", "take", "none") for word in data[kind]]
    assert len(set(words)) == len(words)
    for kind in ("place", "take"):
        for word in data[kind]:
            assert read(f"{word} e4", language) == Move(kind, "e4")
            assert read(f"{word.upper()} E 4", language) == Move(kind, "e4")
    for word in data["none"]:
        assert read(f"{word}!", language) == move("-")


@pytest.mark.parametrize("typed", ["lägg c3", "LÄGG c3", "la\u0308gg c3", "lagg c3", "på c3"])
def test_letters_with_and_without_accents(typed: str) -> None:
    assert read(typed, "sv") == move("c3")


def test_an_unknown_language_is_read_as_english() -> None:
    assert read("remove c3", "xx") == move("xc3")
    with pytest.raises(MalformedMoveError):
        read("verwijder c3", "xx")


MALFORMED = (
    ("", "nothing"),
    ("   ", "nothing"),
    ("\u200b\ufeff", "nothing"),
    (" . , ", "nothing"),
    ("g1", "unknown_square"),
    ("a7", "unknown_square"),
    ("a0", "unknown_square"),
    ("c33", "unknown_square"),
    ("xc7", "unknown_square"),
    ("x3", "unknown_square"),
    ("put on z9", "unknown_square"),
    ("c", "unknown_word"),
    ("3", "unknown_word"),
    ("3c", "unknown_word"),
    ("x", "unknown_word"),
    ("xx", "unknown_word"),
    ("xxc3", "unknown_word"),
    ("c3x", "unknown_word"),
    ("c3 c4", "unknown_word"),
    ("c3 c3", "unknown_word"),
    ("c3c4", "unknown_word"),
    ("roll", "unknown_word"),
    ("draw", "unknown_word"),
    ("b3 G4 G5 H5", "unknown_word"),
    ("pass", "unknown_word"),
    ("pass c3", "unknown_word"),
    ("no move c3", "unknown_word"),
    ("flip c3", "unknown_word"),
    ("thank you, what a nice move!", "unknown_word"),
    ("<b>c3</b>", "unknown_word"),
    ("ç3ы", "unknown_word"),
    ("c\u0663", "unknown_word"),
    ("☃", "unknown_word"),
    ("c3 " + "x" * 400, "too_long"),
    ("-" * 100_000, "too_long"),
)


@pytest.mark.parametrize(("text", "reason"), MALFORMED, ids=[ascii(text[:20]) for text, _ in MALFORMED])
def test_what_is_no_move_at_all_is_malformed(text: str, reason: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        GAME.parse(position("a1", "b2"), 0, text, "en")
    assert caught.value.reason == reason
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "pass"), ("nl", "pas"), ("sv", "passa"), ("sv", "pass"), ("af", "pas")]
)
def test_passing_is_a_kind_of_move_the_game_does_not_have(language: str, typed: str) -> None:
    with pytest.raises(MalformedMoveError):
        GAME.parse(position("a1", "b2"), 0, typed, language)


@pytest.mark.parametrize("text", ["c3", "xb2", "xe2", "-", "a1", "xa1"])
def test_what_is_well_formed_is_read_and_refused_by_the_rules(text: str) -> None:
    state = position("a1", "b2", dice="34")
    read_as = GAME.parse(state, 0, text, "en")
    assert read_as == move(text)
    with pytest.raises(IllegalMoveError):
        GAME.apply_move(state, 0, read_as, chance())


def test_reading_needs_no_seat_to_move_and_no_running_match() -> None:
    over = GAME.resign(position("a1", "b2"), 0, chance())
    for state, seat in ((over, 0), (over, -1), (position("a1", "b2"), 7)):
        assert GAME.parse(state, seat, "xC3", "en") == move("xc3")


def test_format_writes_what_is_read() -> None:
    for text in ("c3", "xc3", "-"):
        assert GAME.format(move(text)) == text
