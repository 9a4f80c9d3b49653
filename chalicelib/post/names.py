"""Seats by their players' names. Games write `@0`, `@1` ...; here the names are put in, in one pass and for good."""

from __future__ import annotations

import html
import re
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.matches.match import Roster, Seat
    from chalicelib.post.language import Catalogue

WIDTH = 72
"""Columns of a mail in plain text."""

_SEAT = re.compile(r"@(\d+)")
_NO_BREAK = "\u00a0"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: str) -> str:
    """The text with every run of line breaks and control characters as one space."""
    return _UNPRINTABLE.sub(" ", text).strip()


def isolated(name: str) -> str:
    """A name that is kept to its own direction of writing where that may be from right to left; plain text alone."""
    is_mixed = any(unicodedata.bidirectional(character) in ("R", "AL") for character in name)
    return f"\u2068{name}\u2069" if is_mixed else name


def name_of(catalogue: Catalogue, seat: Seat) -> str:
    """What whoever sits there is called."""
    if seat.name:
        return one_line(seat.name)
    if seat.kind == "bot":
        return catalogue.gettext("Bot (level {level})").format(level=seat.level)
    if seat.kind == "reserved":
        return catalogue.gettext("somebody invited by mail")
    if seat.kind == "player":
        return catalogue.gettext("somebody who left")
    return catalogue.gettext("an open seat")


def name_before(catalogue: Catalogue, roster: Roster, seat: int, version: int) -> str:
    """What whoever sat there before the commit of this version is called, if somebody else has come since; else ""."""
    found = roster.handed_over(seat, version)
    if found is None:
        return ""
    return one_line(found.name) or catalogue.gettext("somebody who left")


def named(text: str, names: Sequence[str]) -> str:
    """A game's plain text with names for seats."""
    return _filled(text, names)


def named_lines(text: str, names: Sequence[str]) -> str:
    """A game's text in lines with names for seats; a line that a name makes too long goes on in the next one.

    Neither names nor what a game holds together by no-break spaces, which become plain ones, is torn apart.
    """
    glued = [name.replace(" ", _NO_BREAK) for name in names]
    lines = (each for line in text.split("\n") for each in _within(line, named(line, glued)))
    return "\n".join(lines).replace(_NO_BREAK, " ")


def _within(line: str, filled: str) -> list[str]:
    if len(filled) <= WIDTH or line == filled:
        return [filled]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(filled, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def named_html(fragment: str, names: Sequence[str]) -> str:
    """A game's HTML with names for seats, each kept to its own direction of writing."""
    return _filled(fragment, [f"<bdi>{html.escape(name)}</bdi>" for name in names])


def with_seats(text: str, names: Sequence[str]) -> str:
    """The text in small letters with `@0`, `@1` ... for the names in it; a name that several seats have stays.

    It is the text as it stands where there is no such name.
    """
    known = [name.casefold() for name in names]
    alone = sorted((name for name in known if known.count(name) == 1), key=len, reverse=True)
    if not alone:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, alone))})(?!\w)"
    said, count = re.subn(pattern, lambda found: f"@{known.index(found[0])}", text.casefold())
    return said if count else text


def listed(catalogue: Catalogue, names: Sequence[str]) -> str:
    """Names in a row: "Anna, Bert and Chris"."""
    if len(names) < 2:
        return "".join(names)
    return catalogue.gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _filled(text: str, names: Sequence[str]) -> str:
    return _SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)
