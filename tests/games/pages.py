"""Reads a board page back: its tables, and whether every letter stands out from its ground."""

from __future__ import annotations

from collections.abc import Collection
from html.parser import HTMLParser
from typing import NamedTuple

VOID = {"br"}
TAGS = {"div", "p", "strong", "b", "span", "br", "ul", "li"} | {"table", "caption", "thead", "tbody", "tr", "th", "td"}
"""What a mail may be made of."""

_FROM_ELSEWHERE = ("http", "<script", "<img", "url(", " id=", "class=", "//")


class Look(NamedTuple):
    """Text with the colours it is printed in."""

    text: str
    ink: str
    ground: str


class Page(HTMLParser):
    """A fragment taken apart; `problems` lists tags that do not match, names of tags and attributes are collected."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.problems: list[str] = []
        self.looks: list[Look] = []
        self.tables: list[list[list[str]]] = []
        self.captions: list[str] = []
        self.named_cells: list[str] = []
        self._open: list[tuple[str, str, str]] = [("", "", "")]
        self.feed(html)
        self.close()
        self.problems += [f"{tag} is never closed" for tag, _, _ in self._open[1:]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element, or a row or cell of a table."""
        given = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes |= set(given)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "caption":
            self.captions.append("")
        if tag == "td" and "aria-label" in given:
            self.named_cells.append(given["aria-label"])
        if tag not in VOID:
            self._open.append((tag, *self._colours(given.get("style", ""))))

    def _colours(self, style: str) -> tuple[str, str]:
        _, ink, ground = self._open[-1]
        for declaration in filter(None, style.split(";")):
            name, _, value = declaration.partition(":")
            ink = value if name == "color" else ink
            ground = value if name == "background" else ground
        return ink, ground

    def handle_endtag(self, tag: str) -> None:
        """Closes an element."""
        if self._open[-1][0] == tag:
            self._open.pop()
        else:
            self.problems.append(f"{tag} closes {self._open[-1][0]}")

    def handle_data(self, data: str) -> None:
        """Notes what is printed, and where."""
        _, ink, ground = self._open[-1]
        self.looks.append(Look(data, ink, ground))
        inside = [tag for tag, _, _ in self._open]
        if "td" in inside or "th" in inside:
            self.tables[-1][-1][-1] += data
        elif "caption" in inside:
            self.captions[-1] += data

    def boards(self) -> list[list[list[str]]]:
        """The cells of every sheet, row by row, without the row's number."""
        found = []
        for table in self.tables:
            rows = [row[1:] for row in table if row[0] in set("1234567") and len(row) == 16]
            if rows:
                found.append(rows)
        return found


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    parts = [int(digit * 2, 16) for digit in digits]
    assert len(parts) == 3, colour
    red, green, blue = (_linear(part / 255) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def check_alone(html: str, page: Page, attributes: Collection[str]) -> None:
    """Raise AssertionError where a fragment is not balanced, has what no mail may, or brings things from elsewhere."""
    assert page.problems == []
    assert page.tags <= TAGS
    assert page.attributes <= set(attributes)
    assert not [word for word in _FROM_ELSEWHERE if word in html.lower()]
