"""HTML as lines: what is seen, quotations marked, and nothing of scripts and styles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chalicelib.post.inbound.page_text import CUT, lines_of


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("<p>one <b>two</b>&nbsp;three</p>four<br>five", ["one two three", "four", "five"]),
        ("one\n  two", ["one two"]),
        ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", ["a", "> b", ">> c", "> d", "e"]),
        ('<div>a<div class="gmail_quote x">b<div>c</div></div>d</div>', ["a", "> b", "> c", "d"]),
        ("a</blockquote></div></div>b<blockquote>c", ["a", "b", "> c"]),
        ('a<div id="divRplyFwdMsg">b</div>', ["a", CUT, "b"]),
        ("<head><title>t</title><style>p{}</style></head><body>a<script>b</script>c", ["ac"]),
        ("a<style>b", ["a"]),
        ("a<!-- b --><!doctype c><?d?>e", ["ae"]),
        ("a<!-- b", ["a"]),
        ("1 < 2 &lt; 3 &#51;&#x33; &amp;lt; &unknown; &# &#x;", ["1 < 2 < 3 33 &lt; &unknown; &# &#x;"]),
        ("a <b", ["a"]),
        ("", []),
    ],
)
def test_a_page_is_these_lines(page: str, lines: list[str]) -> None:
    assert [line for line in lines_of(page) if line] == lines


@given(some.text(alphabet="<>/!-&#;=\"' abdivpstylecrhe0\n", max_size=200))
def test_any_characters_are_a_page(page: str) -> None:
    assert all("\n" not in line for line in lines_of(page))


def test_a_link_to_us_begins_what_is_answered_unless_it_is_quoted() -> None:
    page = 'a<a href="https://us.example/m/1">b</a><p>c</p>'
    marks = ("https://US.example/",)
    assert [line for line in lines_of(page, marks) if line] == ["a", CUT, "b", "c"]
    assert [line for line in lines_of(f"<blockquote>{page}</blockquote>d", marks) if line] == ["> ab", "> c", "d"]
    assert CUT not in lines_of(page)
