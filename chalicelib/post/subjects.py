"""The subject of a mail as it is sent: what its reader sees is what was written, however long it is.

The library's own way of folding loses blanks between words that are not ASCII, and may begin a long one with a blank.
"""

from __future__ import annotations

import re
from email.header import Header
from email.headerregistry import BaseHeader, UnstructuredHeader
from email.policy import Policy
from typing import Any

LINE = 76
"""Characters of a line at most, if words allow it: RFC 2047 has this limit for lines with encoded words."""
_LONG = re.compile(r"\S{60}|=\?")
"""What no line can be broken in, or would be read as an encoded word."""


class Subject(UnstructuredHeader, BaseHeader):
    """A subject that is folded between words, or written in encoded words from its beginning to its end."""

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        """Take what was written as it stands: what looks like an encoded word is none."""
        super().parse(value, kwds)
        kwds["decoded"] = value

    def fold(self, *, policy: Policy) -> str:
        """The field as it is sent."""
        text = str(self)
        charset = "us-ascii" if text.isascii() and not _LONG.search(text) else "utf-8"
        told = Header(text, charset, maxlinelen=LINE, header_name=self.name).encode(
            splitchars=" ", linesep=policy.linesep
        )
        return f"{self.name}: {told}{policy.linesep}"
