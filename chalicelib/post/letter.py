"""A letter: what one mail says, before it is laid out.

The text and the HTML are both made of the same Letter, so neither can say what the other leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A part under a title: paragraphs, then lines set off from them, then a command to copy."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    command: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody said, in their own lines, and when."""

    name: str
    when: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """The one thing to do: what it is called, and where it leads."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Board:
    """The position in both forms, under its title; `html` is trusted markup, and both are "" before the start."""

    title: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail in one language.

    `rows` are labelled values, `quotes` what people said, `earlier` where to find what they said before ("": nothing is
    left out), `also` what else happened, `board` the position (None: there is none to see), `entries` letters within
    this one. All but the board's markup is plain text.
    """

    language: str
    subject: str
    kicker: str
    headline: str
    lead: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    button: Button | None = None
    quotes: tuple[Quote, ...] = ()
    earlier: str = ""
    also: tuple[Section, ...] = ()
    news: Section | None = None
    board: Board | None = None
    answer: Section | None = None
    entries: tuple[Letter, ...] = ()
    footer: tuple[str, ...] = ()
