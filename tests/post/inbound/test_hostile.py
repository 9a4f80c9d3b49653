"""Mails that were made to keep a reader busy: 64 KB of each are read, once, in steps as many as there are bytes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import pytest

from chalicelib.post.inbound import decoding, header, meaning, message, own_words, page_text, replied, verdict
from chalicelib.post.inbound.message import LIMIT, read
from tests.post.inbound.corpus import MARKS, raw

MEGABYTE = 1_048_576
STEPS_A_BYTE = 24
"""Lines of Python that are run for a byte, with all that is done with it; the worst of these mails takes half of it."""

_HEAD = b"From: a@example.com\r\nTo: b@example.org\r\n"


def filled(head: str, unit: str | bytes, tail: str = "") -> bytes:
    """A mail of a megabyte: this header, and the unit over and over."""
    piece = unit.encode() if isinstance(unit, str) else unit
    body = piece * (MEGABYTE // len(piece))
    return _HEAD + head.encode() + b"\r\n\r\n" + body + tail.encode()


def nested(depth: int) -> bytes:
    parts = (f"Content-Type: multipart/mixed; boundary={number}b\r\n\r\n--{number}b\r\n" for number in range(depth))
    return _HEAD + "".join(parts).encode() + b"\r\nhello\r\n" * 9_000


PLAIN, PAGE = "Content-Type: text/plain; charset=utf-8", "Content-Type: text/html"
FLOWED = "Content-Type: text/plain; format=flowed"
MIXED = "Content-Type: multipart/mixed; boundary=b"

HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested parts": lambda: nested(20_000),
    "the same boundary in itself": lambda: filled(MIXED, f"--b\r\n{MIXED}\r\n\r\n"),
    "very many parts": lambda: filled(MIXED, "--b\r\n\r\nx\r\n"),
    "very many empty boundaries": lambda: filled(MIXED, "--b\r\n"),
    "lines that are nearly boundaries": lambda: filled(MIXED, "--bb\r\n", "--b--"),
    "boundaries with blanks": lambda: filled(MIXED, "--b" + " " * 270 + "\r\n"),
    "very many header fields": lambda: _HEAD + b"X: y\r\n" * 200_000,
    "a header that never ends": lambda: _HEAD + b"Subject: " + b"x" * MEGABYTE,
    "a header that is folded without end": lambda: _HEAD + b"Subject: x\r\n" + b" y\r\n" * 250_000,
    "a type of semicolons": lambda: _HEAD + b"Content-Type: text/plain" + b"; a=b" * 200_000,
    "a type of quotation marks": lambda: _HEAD + b"Content-Type: text/plain; a=" + b'"' * MEGABYTE,
    "a sender of angle brackets": lambda: b"From: " + b"<" * MEGABYTE,
    "senders without end": lambda: b"From: a@example.com\r\n" * 50_000,
    "one line": lambda: filled(PLAIN, "x"),
    "one line of blanks": lambda: filled(PLAIN, " ") + b"x",
    "line ends": lambda: filled(PLAIN, "\r\n"),
    "carriage returns": lambda: filled(PLAIN, "\r"),
    "nothing but quotation": lambda: filled(PLAIN, ">"),
    "short quotations": lambda: filled(PLAIN, ">\n"),
    "lines that nearly lead to a quotation": lambda: filled(PLAIN, "On 1 2026 wrote\n"),
    "one line that nearly leads to a quotation": lambda: filled(PLAIN, "On 1 2026 wrote "),
    "hyphens": lambda: filled(PLAIN, "-"),
    "lines of hyphens": lambda: filled(PLAIN, "----a\n"),
    "talk that goes on": lambda: filled(PLAIN, "say: " + "x" * 60 + "\n"),
    "talk that goes on in long lines": lambda: filled(PLAIN, "say: " + "x" * 1_900 + "\n"),
    "sent from": lambda: filled(PLAIN, "sent sent iphon "),
    "flowed lines": lambda: filled(FLOWED, " \n"),
    "flowed quotations": lambda: filled(FLOWED, "> x \n>> y \n"),
    "broken base64": lambda: filled(f"{PLAIN}\r\nContent-Transfer-Encoding: base64", "=A=?"),
    "broken quoted-printable": lambda: filled(f"{PLAIN}\r\nContent-Transfer-Encoding: quoted-printable", "=\n=4"),
    "characters of two names": lambda: filled("Content-Type: text/plain; charset=punycode", "a-b-"),
    "what composes": lambda: filled(PLAIN, "\u0344\u0345\u1fb7"),
    "what becomes long": lambda: filled(PLAIN, "\ufdfa"),
    "any bytes": lambda: filled(PLAIN, bytes(range(256))),
    "deep divisions": lambda: filled(PAGE, "<div>"),
    "deep quotations": lambda: filled(PAGE, "<blockquote>"),
    "divisions of quotations": lambda: filled(PAGE, '<div class="gmail_quote">x'),
    "tags that do not end": lambda: filled(PAGE, "<a "),
    "nothing but beginnings": lambda: filled(PAGE, "<"),
    "comments that do not end": lambda: filled(PAGE, "<!--"),
    "declarations that do not end": lambda: filled(PAGE, "<!x"),
    "scripts that do not end": lambda: filled(PAGE, "<script>"),
    "scripts in styles": lambda: filled(PAGE, "<style><script></style>"),
    "attributes without end": lambda: filled(PAGE, "<div class=") + b">",
    "attributes of divisions": lambda: filled(PAGE, "<div " + "class='x' " * 300 + ">"),
    "references": lambda: filled(PAGE, "&"),
    "long references": lambda: filled(PAGE, "&#" + "9" * 5_000),
    "named references": lambda: filled(PAGE, "&notit;"),
}


class Counted:
    """A source that counts what is taken of it, and gives nothing twice."""

    def __init__(self, content: bytes, piece: int = MEGABYTE) -> None:
        self._content = content
        self._piece = piece
        self.taken = 0

    def read(self, size: int, /) -> bytes:
        found = self._content[self.taken : self.taken + min(size, self._piece)]
        self.taken += len(found)
        return found


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the lines of our own that are run."""
    files = {module.__file__ for module in (decoding, header, meaning, message, own_words, page_text, replied, verdict)}
    count = [0]

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        count[0] += event == "line"
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        return line if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield count
    finally:
        sys.settrace(before)


def judged(source: Counted) -> None:
    """All that is done with a mail before anybody is asked for anything."""
    found = read(source)
    verdict.not_to_be_answered(found.header, verdict.Verdicts())
    with suppress(verdict.UnprovedSenderError):
        verdict.proved_sender(found.header, verdict.Verdicts(dmarc="PASS"))
    meaning.meaning(replied.own_words(found, MARKS), _no_move)


def _no_move(text: str) -> object:
    from chalicelib.rules import MalformedMoveError

    assert len(text) <= meaning.LONGEST * 18  # a letter may stand for as many
    raise MalformedMoveError("There is no move here.", "nothing")


@pytest.mark.parametrize("name", HOSTILE)
def test_at_most_64_kilobytes_are_read_once_and_in_as_many_steps(name: str) -> None:
    source = Counted(HOSTILE[name]())
    with counted() as steps:
        judged(source)
    assert source.taken <= LIMIT
    assert steps[0] <= STEPS_A_BYTE * source.taken


def test_a_source_that_gives_little_at_a_time_is_read_as_well() -> None:
    content = raw("gmail-web-en")
    source = Counted(content, piece=7)
    assert read(source) == read(Counted(content))
    assert source.taken == len(content)


def test_what_comes_after_64_kilobytes_is_not_read() -> None:
    found = read(Counted(_HEAD + b"\r\n" + b"x" * LIMIT + b"\r\npass\r\n"))
    assert len(found.raw) == LIMIT
    assert b"pass" not in found.texts[0].content
