"""Texts that people write: kept as typed, but for what steers or hides text."""

from __future__ import annotations

import pytest

from chalicelib.players.errors import InvalidTextError
from chalicelib.players.prose import clean_text

FAMILY = "\U0001f469\u200d\U0001f467"
"""An emoji of two, held together by a joiner."""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Hello", "Hello"),
        ("  Hello,\n\n  you there \n", "Hello,\n\n  you there"),
        ("one\r\ntwo\rthree\u2028four\u2029five", "one\ntwo\nthree\nfour\nfive"),
        ("a\tb", "a b"),
        ("Cafe\u0301", "Café"),
        ("<b>&amp;</b> {name} %s", "<b>&amp;</b> {name} %s"),
        ("שלום", "שלום"),
        (FAMILY, FAMILY),
        ("?", "?"),
    ],
)
def test_a_text_is_kept_as_it_was_typed(typed: str, kept: str) -> None:
    assert clean_text(typed, 100) == kept
    assert clean_text(kept, 100) == kept


@pytest.mark.parametrize(
    "sign", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\u200b", "\ufeff", "\ufdd0"]
)
def test_what_steers_or_hides_text_is_refused(sign: str) -> None:
    with pytest.raises(InvalidTextError, match="invisible"):
        clean_text(f"a{sign}b", 100)


@pytest.mark.parametrize("text", ["", "  \n\t ", "x" * 11, "\u3164", "\u0301"])
def test_a_text_has_so_many_characters_and_something_to_see(text: str) -> None:
    with pytest.raises(InvalidTextError) as refused:
        clean_text(text, 10)
    assert refused.value.field == "text"
    assert refused.value.message.format(**refused.value.values) == refused.value.message


def test_the_longest_and_an_empty_one_are_taken_where_they_may_be() -> None:
    assert clean_text(f" {'x' * 10}\n", 10) == "x" * 10
    assert clean_text(" \n", 10, 0) == ""
