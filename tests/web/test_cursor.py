"""Cursors and languages: small things that come from outside."""

from __future__ import annotations

import base64

import pytest

from chalicelib.web import cursor, languages
from chalicelib.web.errors import MalformedRequestError
from tests.web.desk import Desk


def test_a_cursor_comes_back_as_it_was_given(desk: Desk) -> None:
    for place in ("D#0001#x", "ü", "1"):
        assert cursor.take(desk.env, "list", cursor.give(desk.env, "list", place)) == place
    assert cursor.give(desk.env, "list", "") == cursor.take(desk.env, "list", "") == ""


def test_cursors_of_other_lists_and_changed_ones_are_refused(desk: Desk) -> None:
    given = cursor.give(desk.env, "list", "5")
    forged = base64.urlsafe_b64encode(b"x" * 9 + b'"5"').decode()
    for wrong in (given[:-1], given + "AAAA", "x", "=", "é", "\ud800", forged, given.swapcase(), "A" * 400):
        with pytest.raises(MalformedRequestError):
            cursor.take(desk.env, "list", wrong)
    with pytest.raises(MalformedRequestError):
        cursor.take(desk.env, "other list", given)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("nl-BE,nl;q=0.9", "nl"),
        ("de, sv;q=0.5", "sv"),
        ("en;q=0.1, af;q=0.9", "af"),
        ("sv;q=0, nl;q=0.1", "nl"),
        ("sv;q=x, nl;q=0.1", "nl"),
        ("sv;q=nan, nl;q=0.1", "nl"),
        ("*", "en"),
        ("SV", "sv"),
        (";;,,=" * 5_000, "en"),
        ("nl;q=0.8, sv;q=0.8", "nl"),
    ],
)
def test_the_language_a_client_likes_best(header: str, language: str) -> None:
    assert languages.accepted(header) == language
