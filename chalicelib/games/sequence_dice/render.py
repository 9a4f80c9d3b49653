"""The position as people see it: plain text for mail and terminals, an HTML fragment for mail and pages."""

from __future__ import annotations

from chalicelib.games.sequence_dice import render_html, render_text
from chalicelib.games.sequence_dice.state import View


def text(view: View, language: str) -> str:
    """The position in plain text, at most 72 columns wide, for one of LANGUAGES."""
    return render_text.text(view, language)


def html(view: View, language: str) -> str:
    """The position as an HTML fragment with inline styles, for one of LANGUAGES."""
    return render_html.html(view, language)
