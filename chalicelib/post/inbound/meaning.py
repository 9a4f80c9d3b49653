"""What somebody asks for in a reply: a move, one of a few words, something to be said at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from chalicelib.rules import MalformedMoveError, RuleError
from chalicelib.rules.typed import DASHES

Kind = Literal["move", "retract", "resign", "resign_yes", "yes", "help", "stop", "nothing"]

LONGEST = 200
"""Characters of a line that can be a move or one of our words."""
MOST = 40
"""So many lines are tried."""

WORDS: dict[Kind, tuple[str, ...]] = {
    "retract": (
        *("retract", "undo", "take back"),
        *("terugnemen", "neem terug", "herroepen"),
        *("ångra", "ta tillbaka"),
        *("terugneem", "herroep"),
    ),
    "resign": (
        *("resign", "give up", "opgeven", "geef op", "ik geef op", "ge upp", "jag ger upp"),
        *("opgee", "gee op", "ek gee op", "gee oor", "ek gee oor"),
    ),
    "resign_yes": (
        *("resign yes", "yes resign", "opgeven ja", "ja opgeven", "ge upp ja", "ja ge upp"),
        *("opgee ja", "ja opgee", "gee op ja", "ja gee op", "gee oor ja", "ja gee oor"),
    ),
    "yes": ("yes", "ja"),
    "help": ("help", "?", "hulp", "hjälp"),
    "stop": ("stop", "unsubscribe", "afmelden", "stoppen", "stopp", "sluta", "staak"),
}
"""Words that stand alone in a line, in the languages that we write in; all of them hold, whatever the reader's is."""

PASSES = ("pass", "pas", "passen", "ik pas", "passa", "jag passar", "i pass", "ek pas")
_SAY = re.compile(r"(?:say|zeg|säg|sê|se)\s{0,3}:\s{0,3}(.*)", re.IGNORECASE | re.DOTALL)
_NEAREST = 4
"""Among so many lines that are no move we look for the one that was to be one."""
_WRAPPED = 55
"""A line at least as long may have been broken by a program, so that what is said goes on in the next one."""

_MOST_SAID = 1_200
"""Characters after which nobody waits for the rest of what is said: it is too long as it is."""

_PLAIN = str.maketrans({**dict.fromkeys(DASHES, "-"), "×": "x", "✕": "x", "⁄": "/", "→": ">", "•": "-"})
_ENDS = ".,;:!?…"
_LISTED = re.compile(r"(?:[-*>]|\d{1,2}[.)])\s+")
_EXPLAINED = re.compile(r"\s[-=]\s")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is asked for; `text` is the move as the game reads it, or the line that nothing could be made of.

    `talk` is what is to be said at the table ("": nothing).
    """

    kind: Kind
    text: str = ""
    talk: str = ""


Reads = Callable[[str], object]
"""Reads a text as a move of the decision at hand. Raises RuleError."""


def meaning(lines: Sequence[str], reads: Reads) -> Meaning:
    """What the writer's own lines ask for: the first one that is a move or one of our words, and what is to be said."""
    talk, rest = _talk(lines, reads)
    failed: list[tuple[bool, str]] = []
    for line, after in islice(((line, after) for line, after in pairwise([*rest, ""]) if line), MOST):
        if (whole := _whole(line, after, reads)) is not None:
            return Meaning("move", whole, talk)
        if (word := word_in(line)) is not None:
            return Meaning(word, line, talk)
        if (text := _move(line, reads)) is not None:
            return Meaning("move", text, talk)
        failed.append((_is_nearly(line, reads), line))
    nearest = next((line for nearly, line in failed[:_NEAREST] if nearly), None)
    if nearest is not None:
        return Meaning("move", _cut(nearest), talk)
    return Meaning("nothing", _cut(failed[0][1]) if failed else "", talk)


def _whole(line: str, after: str, reads: Reads) -> str | None:
    """The move that a program broke into two lines, the first of which might be a shorter one; None: it is none."""
    if len(line) < _WRAPPED or not after:
        return None
    try:
        reads(f"{line} {after}"[: LONGEST + 1])
    except RuleError:
        return None
    return f"{line} {after}"


def word_in(line: str) -> Kind | None:
    """Which of our words a line is, if it is one."""
    said = to_plain(line).casefold()
    said = said if said == "?" else said.strip(_ENDS + " ")
    said = " ".join(said.replace(",", " ").split())
    return next((kind for kind, words in WORDS.items() if said in words), None)


def to_plain(line: str) -> str:
    """A line with plain hyphens, crosses, fractions and blanks in place of what programs make of them."""
    if len(line) > 2 * LONGEST:
        return line
    return " ".join(unicodedata.normalize("NFKC", line).translate(_PLAIN).split())


def readings(line: str) -> Iterator[str]:
    """A line as it stands and as it may have been meant, each once: what programs and habits add is taken off."""
    if len(line) > LONGEST:
        return
    seen: set[str] = set()
    for text in _readings(line):
        if text and text not in seen:
            seen.add(text)
            yield text


def _readings(line: str) -> Iterator[str]:
    plain = to_plain(line)
    bare = plain.rstrip(_ENDS + " ")
    yield from (line, plain, bare)
    if bare.casefold() in PASSES:
        yield "pass"
    if len(bare) > 2 and bare[0] == bare[-1] == "*":
        yield bare.strip("*")
    listed = _LISTED.sub("", bare, count=1) if _LISTED.match(bare) else bare
    yield listed
    yield _EXPLAINED.split(listed, 1)[0]
    yield listed.replace(". ", " ").replace(", ", " ")


def _move(line: str, reads: Reads) -> str | None:
    """The line as the game reads it; also where it means several moves, or one that is refused. None: it is no move."""
    refused: str | None = None
    for text in readings(line):
        try:
            reads(text)
        except MalformedMoveError:
            continue
        except RuleError:
            refused = refused or text
        else:
            return text
    return refused


def _is_nearly(line: str, reads: Reads) -> bool:
    """Whether the game knows what kind of move this was to be."""
    try:
        reads(to_plain(line)[:LONGEST])
    except MalformedMoveError as error:
        return error.reason not in ("unknown_word", "nothing", "too_long", "")
    except RuleError:
        return True
    return True


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _talk(lines: Sequence[str], reads: Reads) -> tuple[str, list[str]]:
    """What is to be said, and the other lines. It goes on where a program may have broken a long line."""
    said: list[str] = []
    rest: list[str] = []
    goes_on = False
    for line in lines:
        found = _SAY.fullmatch(line)
        if found:
            said.append(found[1])
        elif goes_on and line and word_in(line) is None and _move(line, reads) is None:
            said[-1] += f" {line}"
        else:
            rest.append(line)
        goes_on = (bool(found) or goes_on) and len(line) >= _WRAPPED and len(said[-1]) <= _MOST_SAID
    return "\n".join(part for part in said if part), rest
