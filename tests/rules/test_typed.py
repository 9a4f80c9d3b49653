"""Typed text made plain, before any game reads it."""

from __future__ import annotations

import re

import pytest

from chalicelib.rules import MalformedMoveError
from chalicelib.rules.typed import DASHES, LONGEST, read_plain, to_plain


@pytest.mark.parametrize(
    "text", ["Blå 3", "  BLÅ 3 ", "bl\u0061\u030a 3", "\u200fblå\u200b 3\u2069", "blå\u00ad 3", "blå ３", "blå\u00a03"]
)
def test_one_text_as_phones_have_it(text: str) -> None:
    assert to_plain(text) == "bla 3"


def test_spaces_do_not_count_for_the_length_and_characters_do() -> None:
    assert read_plain("b" + " \n\t" * 500 + "3") == "b 3"
    assert read_plain("b" * LONGEST) == "b" * LONGEST
    with pytest.raises(MalformedMoveError) as caught:
        read_plain("b" * (LONGEST + 1))
    assert caught.value.reason == "too_long"
    with pytest.raises(MalformedMoveError):
        read_plain("bbb", longest=2)


@pytest.mark.parametrize("text", ["", " \u00a0", "\u200b\u200f", "\u0301"])
def test_nothing_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        read_plain(text)
    assert caught.value.reason == "nothing"


def test_a_game_may_make_it_plainer() -> None:
    assert read_plain("× C3", lambda text: to_plain(text).replace("×", "x")) == "x c3"


def test_the_dashes_may_stand_in_a_set_of_an_expression() -> None:
    assert re.fullmatch(rf"[{DASHES}]+", "-–—−‑") is not None
    assert re.search(rf"[{DASHES}]", "b3 g4") is None


@pytest.mark.parametrize("typed", ["“c3”", "„c3”", "«c3»", "'c3'", "‘c3’", '"c3"', "”c3”", " ‚c3‘ "])
def test_quotation_marks_are_left_out(typed: str) -> None:
    assert read_plain(typed) == "c3"


def test_an_apostrophe_is_no_quotation_mark() -> None:
    assert read_plain("trek 'n steen") == "trek 'n steen"
