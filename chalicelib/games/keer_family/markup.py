"""Pieces of markup that the boards of the family are made of: tags, inks, signs."""

from __future__ import annotations

from html import escape

OPEN = {"g": "#be9", "y": "#fe7", "b": "#bdf", "r": "#fbc", "o": "#fc8", "*": "#fff"}
CROSSED = {"g": "#262", "y": "#650", "b": "#158", "r": "#914", "o": "#940"}
INK = "#222"
SOFT = "#555"
LINE = "#ccc"
STAR, DIAMOND, CROSS, PENDING, SCORED, GONE = "★", "◆", "✕", "+", "✓", "–"
FONT = "font:15px/1.4 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"


def tag(name: str, content: str, style: str = "", **attributes: str) -> str:
    """An element; `content` is HTML already, attribute values are plain text, `_` in their names is a hyphen."""
    given = {**attributes, "style": style} if style else attributes
    said = "".join(f' {key.strip("_").replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>{content}</{name}>"


def plain(text: str) -> str:
    """Text as markup."""
    return escape(text, quote=False)


def small(content: str) -> str:
    """A soft line above something."""
    return tag("div", content, f"font-size:13px;color:{SOFT}")


def sample(letters: str, ground: str, ink: str = INK, border: str = "2px solid transparent") -> str:
    """A cell as it stands in a legend."""
    style = f"display:inline-block;padding:0 4px;background:{ground};color:{ink};border:{border}"
    return tag("span", letters, style)
