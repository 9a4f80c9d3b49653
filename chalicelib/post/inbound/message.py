"""A mail as it came: at most 64 KB of it are read, once and line by line, and the texts in it are found.

The standard library's parser is not used: it calls itself for parts within parts, and fails where they are too deep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Protocol

from chalicelib.post.inbound.header import Header, header, split

LIMIT = 65_536
"""Bytes of a mail that are read."""
MOST_PARTS = 100
"""Parts of a mail that are looked at."""
DEEPEST = 8
"""Parts within parts that are opened."""

_LONGEST_BOUNDARY = 200
"""RFC 2046 allows 70 characters."""
_TEXTS = ("text/plain", "text/html")


class Source(Protocol):
    """What a mail can be read from: a file, or the body of an answer."""

    def read(self, size: int, /) -> bytes:
        """Up to so many bytes, fewer only where the mail ends."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a mail, as it was sent: what its field Content-Type says, how it is encoded, and the bytes."""

    kind: str
    parameters: Mapping[str, str]
    encoding: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Message:
    """What was read of a mail: its header and the texts in it that are no attachments; `raw` are the bytes."""

    header: Header
    texts: tuple[Text, ...]
    raw: bytes


def read(source: Source) -> Message:
    """Read a mail, its first 64 KB; any bytes are one."""
    raw = _first(source)
    lines = raw.split(b"\n")
    walk = _Walk()
    for line in lines:
        if not walk.take(line.removesuffix(b"\r")):
            break
    walk.close()
    found = walk.outermost
    whole = Header(found.fields, is_whole=found.is_whole and _is_plain(lines, has_both=b"\r\n" in raw))
    return Message(whole, tuple(walk.texts), raw)


def _is_plain(lines: list[bytes], *, has_both: bool) -> bool:
    """Whether nobody can take the lines of the header for other lines than we do.

    Who ends lines only with both characters reads another sender where one alone ends some of them.
    """
    head = list(takewhile(lambda line: line not in (b"", b"\r"), lines))
    ends = {line.endswith(b"\r") for line in head}
    odd = any(b"\r" in line[:-1] or b"\x00" in line for line in head)
    return not odd and (ends == {True} or (ends == {False} and not has_both))


def _first(source: Source) -> bytes:
    """What the source has, up to the limit: a stream may give it in pieces."""
    pieces, left = list[bytes](), LIMIT
    while left and (piece := source.read(left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)[:LIMIT]


@dataclass(slots=True)
class _Walk:
    """Where in the mail the reader is: the boundaries that are open, and the part that is being read."""

    outermost: Header = field(default_factory=Header)
    texts: list[Text] = field(default_factory=list)
    _open: list[bytes] = field(default_factory=list)
    _depths: dict[bytes, int] = field(default_factory=dict)
    _parts: int = 0
    _head: list[bytes] | None = field(default_factory=list)
    _body: list[bytes] | None = None
    _kind: str = ""
    _parameters: Mapping[str, str] = field(default_factory=dict)
    _encoding: str = ""

    def take(self, line: bytes) -> bool:
        """Take the next line; False once enough parts were seen."""
        if line[:2] == b"--" and self._depths and self._bounds(line[2:]):
            return self._parts <= MOST_PARTS
        if self._head is not None:
            if line:
                self._head.append(line)
            else:
                self._begin_body()
        elif self._body is not None:
            self._body.append(line)
        return True

    def close(self) -> None:
        """The mail ends here, or what is read of it does."""
        if self._head is not None and not self._parts:
            self.outermost = header(self._head)
        self._end_part()

    def _bounds(self, rest: bytes) -> bool:
        """Whether the line is a boundary that is open; then the part before it has ended."""
        if len(rest) > _LONGEST_BOUNDARY + 80:
            return False
        mark = rest.rstrip(b" \t")
        depth = self._depths.get(mark)
        is_last = depth is None and mark[-2:] == b"--"
        if is_last:
            depth = self._depths.get(mark[:-2])
        if depth is None:
            return False
        self._end_part()
        self._shut(depth if is_last else depth + 1)
        self._head = None if is_last else []
        return True

    def _shut(self, depth: int) -> None:
        """Forget the boundaries from this depth on."""
        while len(self._open) > depth:
            self._depths.pop(self._open.pop(), None)

    def _begin_body(self) -> None:
        found = header(self._head or ())
        if not self._parts:
            self.outermost = found
        self._parts += 1
        self._head = None
        kind, parameters = split(found.first("content-type") or "text/plain")
        if kind.startswith("multipart/"):
            self._enter(parameters.get("boundary", ""))
        elif kind in _TEXTS and split(found.first("content-disposition"))[0] != "attachment":
            self._body = []
            self._kind, self._parameters = kind, parameters
            self._encoding = found.first("content-transfer-encoding").strip().lower()

    def _enter(self, boundary: str) -> None:
        mark = boundary.encode().rstrip(b" \t")
        if mark and len(mark) <= _LONGEST_BOUNDARY and len(self._open) < DEEPEST and mark not in self._depths:
            self._depths[mark] = len(self._open)
            self._open.append(mark)

    def _end_part(self) -> None:
        if self._body is not None:
            content = b"\n".join(self._body)
            self.texts.append(Text(self._kind, self._parameters, self._encoding, content))
        self._body = None
