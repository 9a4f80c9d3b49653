"""Pieces of markup that the boards of the family are made of: tags, inks, dice."""

from __future__ import annotations

from html import escape

OPEN = {"g": "#be9", "y": "#fe7", "b": "#bdf", "r": "#fbc", "o": "#fc8", "*": "#fff"}
CROSSED = {"g": "#262", "y": "#650", "b": "#158", "r": "#914", "o": "#940"}
INK = "#222"
SOFT = "#555"
LINE = "#ccc"
STAR, CROSS, PENDING, SCORED, GONE = "★", "✕", "+", "✓", "–"
FONT = "font:15px/1.4 system-ui,-apple-system,'Segoe UI',Arial,sans-serif"


def tag(name: str, content: str, style: str = "", **attributes: str) -> str:
    """An element; `content` is HTML already, attribute values are plain text, `_` in their names is a hyphen."""
    given = {**attributes, "style": style} if style else attributes
    said = "".join(f' {key.strip("_").replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{said}>{content}</{name}>"


def plain(text: str) -> str:
    """Text as markup."""
    return escape(text, quote=False)


def whole(content: str, language: str) -> str:
    """A whole fragment in its language."""
    style = f"background:#fff;color:{INK};{FONT};overflow-wrap:anywhere"
    return tag("div", content, style, lang=language)


def small(content: str) -> str:
    """A soft line above something."""
    return tag("div", content, f"font-size:13px;color:{SOFT}")


def die_box(face: str, name: str, taken: str) -> str:
    """A box with the face and its word; a taken die is an empty, dashed one that says so (`taken` is the word)."""
    words = f"{name}, {taken}" if taken else name
    border = f"2px dashed {SOFT}" if taken else f"2px solid {INK}"
    ground = "#fff" if taken or face.isdigit() else OPEN[face]
    under = taken or ("" if face.isdigit() else name)
    struck = ";text-decoration:line-through" if taken else ""
    shown = tag("b", face, f"display:block;font-size:22px;line-height:{28 if under else 44}px{struck}")
    style = (
        f"display:inline-block;width:58px;height:46px;margin:0 6px 0 0;border:{border};border-radius:9px;"
        f"background:{ground};color:{SOFT if taken else INK};"
        "text-align:center;font-size:12px;line-height:14px;vertical-align:top"
    )
    return tag("span", shown + plain(under), style, role="img", aria_label=words)


def dice_boxes(groups: tuple[str, ...], name: str) -> str:
    """Groups of boxes side by side."""
    boxes = (tag("div", group, "display:inline-block;margin:0 14px 6px 0") for group in groups)
    return tag("div", "".join(boxes), "margin:0 0 4px", role="group", aria_label=name)


def seat_list(title: str, said: list[tuple[int, str]]) -> str:
    """A title, and below it a line for each seat; nothing where there is none."""
    items = "".join(tag("li", f"<b>@{seat}</b>: {plain(status)}") for seat, status in said)
    if not items:
        return ""
    listed = tag("ul", items, "margin:0;padding:0;list-style:none")
    return tag("div", f"{small(plain(title))}{listed}", "margin:0 0 10px")


def legend(title: str, notes: str) -> str:
    """What the signs of a board mean."""
    return tag(
        "div",
        f"<b>{plain(title)}</b>{tag('p', notes, 'margin:6px 0 0')}",
        f"font-size:13px;color:{INK};border-top:1px solid {LINE};padding:8px 0 0;max-width:720px;line-height:1.75",
    )


def sample(letters: str, ground: str, ink: str = INK, border: str = "2px solid transparent") -> str:
    """A cell as it stands in a legend."""
    style = f"display:inline-block;padding:0 4px;background:{ground};color:{ink};border:{border}"
    return tag("span", letters, style)
