"""What people type, made plain before a game reads it: their phones add capitals, odd spaces and marks nobody sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from chalicelib.rules.errors import MalformedMoveError

LONGEST = 200
"""Characters of the longest text that is looked at."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212-"
"""All that stand for a hyphen, which comes last so that they may stand in a regular expression's set."""

_NO_QUOTES = str.maketrans(dict.fromkeys('"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\uff02', " "))
_SINGLE = "'`\u2018\u2019\u201a\u201b"

_UNSEEN = ("Mn", "Cf")
"""Categories of characters that are left out: accents, once they stand apart, and marks that show nothing."""


def to_plain(text: str) -> str:
    """The text in small letters without accents, odd spaces and marks that show nothing."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in decomposed if unicodedata.category(char) not in _UNSEEN).strip()


def _unquoted(text: str) -> str:
    """The text without double quotation marks, and without a pair of single ones around it."""
    text = " ".join(text.translate(_NO_QUOTES).split())
    while len(text) > 1 and text[0] in _SINGLE and text[-1] in _SINGLE:
        text = text[1:-1].strip()
    return text


def read_plain(text: str, plain: Callable[[str], str] = to_plain, longest: int = LONGEST) -> str:
    """The text as `plain` makes it, single spaces in it, no quotation marks around or in it.

    Raises MalformedMoveError (too long, or nothing is left).
    """
    text = " ".join(text.split())
    if len(text) > longest:
        raise MalformedMoveError("This is too long for a move.", "too_long")
    if said := plain(_unquoted(text)):
        return said
    raise MalformedMoveError("There is no move here.", "nothing")
