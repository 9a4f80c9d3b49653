"""The HTML of a mail as lines of text, quotations marked by "> " as in plain text. One pass; any characters are HTML.

The standard library's parser is not used: before an end that never comes it reads the rest once for each beginning.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});?")
_NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9]{0,20}")
_MARK = re.compile(r"(?:class|id)\s{0,3}=\s{0,3}[\"']?([^\"'>]{1,120})")
_UNTOLD = ("script", "style", "head", "title", "template", "noscript", "textarea", "svg")
"""What holds nothing that the writer wrote."""
_BLOCKS = frozenset(
    (
        *(
            "p",
            "div",
            "br",
            "li",
            "ul",
            "ol",
            "tr",
            "table",
            "td",
            "th",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "pre",
            "hr",
        ),
        *("blockquote", "section", "article", "header", "footer", "center"),
    )
)
_QUOTES = ("gmail_quote", "yahoo_quoted", "protonmail_quote", "moz-cite-prefix", "gmail_attr")
"""Classes of what mail programs put around what they quote, and around the line that leads to it."""
CUT = "-----"
"""The line that stands where a program began the mail that is answered, without a quotation around it."""
_CUTS = ("divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container", "ms-outlook-mobile-reference")
_LONGEST_TAG = 2_000
_MOST_QUOTED = 3
"""Deeper quotations look as these do."""


def lines_of(page: str, marks: Sequence[str] = ()) -> list[str]:
    """The lines of a page; a link with one of the `marks` in it is where a mail begins that is answered."""
    reduction = _Reduction(page, tuple(mark.lower() for mark in marks))
    reduction.run()
    return reduction.finished()


@dataclass(slots=True)
class _Reduction:
    """How far the page is read: the line at hand, how deep in quotations it stands, and which `<div>`s began one."""

    page: str
    marks: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    quoted: int = 0
    divisions: int = 0
    quoting: list[int] = field(default_factory=list)
    lowered: str = ""
    missing: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Read the page from its beginning to its end."""
        self.lowered = self.page.lower() if len(self.page.lower()) == len(self.page) else self.page
        place = 0
        while place < len(self.page):
            opened = self.page.find("<", place)
            if opened < 0:
                self._tell(self.page[place:])
                return
            if opened > place:
                self._tell(self.page[place:opened])
            place = self._tag(opened)

    def finished(self) -> list[str]:
        """All lines."""
        self._break()
        return self.lines

    def _tag(self, opened: int) -> int:
        """Read what begins at a "<"; where it ends."""
        if self.page.startswith("<!--", opened):
            return self._after("-->", opened + 4)
        found = _NAME.match(self.page, opened + 1)
        if found is None:
            if self.page.startswith(("<!", "<?"), opened):
                return self._after(">", opened)
            self.line.append("<")
            return opened + 1
        end = self._after(">", found.end())
        name = found[0].lower()
        if name in _UNTOLD:
            return self._after(">", self._after(f"</{name}", end))
        self._act(name, self.page[found.end() : min(end, found.end() + _LONGEST_TAG)])
        return end

    def _after(self, mark: str, start: int) -> int:
        """Where the next `mark` ends; the end of the page without one, which is then looked for no more."""
        if mark in self.missing:
            return len(self.page)
        found = self.lowered.find(mark, start)
        if found < 0:
            self.missing.add(mark)
            return len(self.page)
        return found + len(mark)

    def _act(self, name: str, attributes: str) -> None:
        plain = name.removeprefix("/")
        if plain in _BLOCKS:
            self._break()
        if plain == "blockquote":
            self.quoted = max(self.quoted + (1 if name == plain else -1), 0)
        elif plain in ("div", "hr"):
            self._divide(name, attributes)
        elif name == "a" and not self._depth() and any(mark in attributes.lower() for mark in self.marks):
            self._break()
            self.lines.append(CUT)

    def _divide(self, name: str, attributes: str) -> None:
        """A division begins or ends; some of them hold what is quoted, or begin what is answered."""
        marks = " ".join(found.lower() for found in _MARK.findall(attributes))
        if any(cut in marks for cut in _CUTS):
            self.lines.append(CUT)
        if name == "div":
            self.divisions += 1
            if any(quote in marks for quote in _QUOTES) and len(self.quoting) < _MOST_QUOTED:
                self.quoting.append(self.divisions)
        elif name == "/div":
            if self.quoting and self.quoting[-1] >= self.divisions:
                self.quoting.pop()
            self.divisions = max(self.divisions - 1, 0)

    def _depth(self) -> int:
        """In how many quotations the line at hand stands, as far as that is told apart."""
        return min(self.quoted + len(self.quoting), _MOST_QUOTED)

    def _tell(self, text: str) -> None:
        said = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
        self.line.append(" ".join(said.replace("\xa0", " ").split(" ")).replace("\n", " "))

    def _break(self) -> None:
        """End the line at hand. Of empty ones in a row one is kept."""
        said = " ".join("".join(self.line).split())
        self.line.clear()
        if said:
            depth = self._depth()
            self.lines.append(">" * depth + (" " if depth else "") + said)
        elif self.lines and self.lines[-1]:
            self.lines.append("")
