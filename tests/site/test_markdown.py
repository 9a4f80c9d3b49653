"""The rules pages' Markdown: what it knows, and that nothing else gets through."""

from __future__ import annotations

import pytest

from chalicelib import games
from chalicelib.players.profile import SPOKEN
from chalicelib.site.markdown import to_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# One\ntext", "<h1>One</h1>\n<p>text</p>"),
        ("### Three ###", "<h3>Three</h3>"),
        ("a\nb\n\nc", "<p>a b</p>\n<p>c</p>"),
        ("- a\n- b\n  more", "<ul><li>a</li><li>b more</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("**a** *b* `c*d*`", "<p><strong>a</strong> <em>b</em> <code>c*d*</code></p>"),
        ("`*g3` and 2 * 3", "<p><code>*g3</code> and 2 * 3</p>"),
        ("```\n<b>\n\nx\n```\nafter", "<pre><code>&lt;b&gt;\n\nx</code></pre>\n<p>after</p>"),
        ("[a](https://b.example/?c=1&d)", '<p><a href="https://b.example/?c=1&amp;d">a</a></p>'),
        ("[a](javascript:alert(1))", "<p>a)</p>"),
        ("[a](//evil.example)", "<p>a</p>"),
        ("<script>&", "<p>&lt;script&gt;&amp;</p>"),
        ('[a](/b"onclick=)', '<p><a href="/b&quot;onclick=">a</a></p>'),
    ],
)
def test_what_becomes_of(text: str, html: str) -> None:
    assert to_html(text) == html


def test_a_table() -> None:
    html = to_html("| a | b |\n|---|:-:|\n| 1 | **2** |")
    head = '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
    body = "<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody>"
    assert html == f'<div class="wide" tabindex="0"><table>{head}{body}</table></div>'


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("key", games.keys())
def test_no_mark_is_left_in_the_rules_of_a_game(key: str, language: str) -> None:
    html = to_html(games.rules_text(key, language))
    assert html.startswith("<h1>")
    assert html.count("<h1>") == 1
    assert not any(mark in html for mark in ("**", "](", "\n#", "|--", "```"))


def test_a_comment_gives_the_heading_below_it_an_id() -> None:
    assert to_html("# One\n[//]: # (moves)\n\n## Two\n\ntext") == '<h1>One</h1>\n<h2 id="moves">Two</h2>\n<p>text</p>'
    assert to_html("[//]: # (moves)\n\ntext") == "<p>text</p>"
