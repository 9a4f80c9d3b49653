"""What of a mail its writer has just written: without what is answered, what leads to it, and what stands under it.

Answers above and below what they quote are read, and those between its lines. Where a program does not mark what it
quotes, everything from the line that leads to it is left out: the mail that is answered is full of moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

MOST_READ = 4_000
"""Lines that are looked at."""
MOST = 200
"""Lines of a writer's own that are taken."""
LONGEST = 2_000
"""Characters of a line that are taken."""

_LEADING = 400
_WRAPPED = 3
"""A line that leads to a quotation is broken into so many at most."""

_WROTE = re.compile(r"\b(?:wrote|writes|schreef|geschreven|skrev|skrivit|geskryf|skryf|schrieb|écrit)\b", re.IGNORECASE)
_LEADS = re.compile(r"(?:on|op|den|am|le)\s", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_DATED = re.compile(r"\d{1,4}[-./ ].{0,20}\b(?:19|20)\d\d\b|(?:19|20)\d\d\b")
_RULE = re.compile(r"[-_=*]{5,200}")
_TITLED_RULE = re.compile(r"-{2,40}\s{0,4}[^\W\d_][\w .'’]{3,60}\s{0,4}-{2,40}")
_FORWARDED = re.compile(
    r"(?:begin forwarded message|begin doorgestuurd bericht|vidarebefordrat brev|begin aangestuurde boodskap)\s?:",
    re.IGNORECASE,
)
_SENDER_FIELD = re.compile(r"\*?(?:from|van|från|von|de)\s?:\*?\s.{3,}", re.IGNORECASE)
_SIGNATURE = "--"
_SENT_FROM = re.compile(
    r"(?:sent|verzonden|verstuurd|gestuurd|skickat|skickades|gestuur|versend|get|download|hämta|laai|ontvang|haal)\b"
    r".{0,40}\b(?:iphone|ipad|android|samsung|galaxy|outlook|gmail|yahoo|proton\s?mail|proton|mail|mobile|phone|foon"
    r"|telefoon|mobil|telefon|selfoon|windows)\b.{0,80}",
    re.IGNORECASE,
)


def own_lines(lines: Iterable[str], marks: Sequence[str] = (), titles: Sequence[str] = ()) -> list[str]:
    """The writer's own lines in their order, an empty one where paragraphs end.

    A line that has one of the `marks` in it, as our own addresses, begins what is answered, and so does one that is one
    of the `titles`.
    """
    known = frozenset(" ".join(title.split()).casefold() for title in titles)
    reading = _Reading(tuple(mark.lower() for mark in marks), known)
    for line in islice(lines, MOST_READ):
        if not reading.take(line[:LONGEST]):
            break
    return reading.finished()[:MOST]


class _Reading:
    """How far the mail is read: what is own, lines that may lead to a quotation, and whether one has to follow."""

    def __init__(self, marks: tuple[str, ...], titles: frozenset[str]) -> None:
        self._marks = marks
        self._titles = titles
        self._own: list[str] = []
        self._pending: list[str] = []
        self._led = False

    def finished(self) -> list[str]:
        """The lines that are the writer's own."""
        self._give_back()
        return self._own

    def take(self, line: str) -> bool:
        """Take the next line; False once nothing of the writer's own can follow."""
        if line.lstrip().startswith(">"):
            self._give_back()
            self._led = False
            self._keep("")
            return True
        said = " ".join(line.split())
        if self._ends(said):
            return False
        if not said:
            return self._take_empty()
        if self._led:
            return False
        self._judge(said)
        return len(self._own) <= MOST

    def _take_empty(self) -> bool:
        if not self._led:
            self._give_back()
            self._keep("")
        return True

    def _ends(self, said: str) -> bool:
        """Whether what is answered begins here, or what stands under every mail of the writer's."""
        if not said:
            return False
        lowered = said.lower()
        return (
            said == _SIGNATURE
            or said.casefold() in self._titles
            or bool(_RULE.fullmatch(said) or _TITLED_RULE.fullmatch(said))
            or bool(_FORWARDED.match(said) or _SENDER_FIELD.fullmatch(said))
            or any(mark in lowered for mark in self._marks)
        )

    def _judge(self, said: str) -> None:
        """Keep a line, unless it leads to a quotation, by itself or with those before it."""
        if _LEADS.match(said) or (_DATED.match(said) and _is_leading(said)):
            self._give_back()
        joined = " ".join((*self._pending, said))
        if _is_leading(joined):
            self._pending.clear()
            self._led = True
        elif self._pending and len(self._pending) + 1 < _WRAPPED and len(joined) < _LEADING:
            self._pending.append(said)
        else:
            self._give_back()
            self._begin(said)

    def _begin(self, said: str) -> None:
        if _DIGIT.search(said) and (_LEADS.match(said) or _DATED.match(said)):
            self._pending = [said]
        elif not _SENT_FROM.fullmatch(said):
            self._keep(said)

    def _give_back(self) -> None:
        """What might have led to a quotation did not."""
        for said in self._pending:
            self._keep(said)
        self._pending.clear()

    def _keep(self, said: str) -> None:
        if said or (self._own and self._own[-1]):
            self._own.append(said)


def _is_leading(said: str) -> bool:
    """Whether this leads to a quotation: "On 3 Nov 2026, Turnpost <...> wrote:"."""
    if len(said) > _LEADING or not said.endswith((":", ": ")):
        return False
    return bool(_DIGIT.search(said) and _WROTE.search(said))
