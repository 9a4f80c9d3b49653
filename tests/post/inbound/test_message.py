"""The texts in a mail: found in its parts, and not in what is attached to it."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chalicelib.post.inbound.message import DEEPEST, MOST_PARTS, Message, read


def mail(*lines: str) -> Message:
    return read(io.BytesIO("\r\n".join(lines).encode()))


def texts(*lines: str) -> list[bytes]:
    return [text.content for text in mail(*lines).texts]


def test_a_mail_without_parts_is_plain_text() -> None:
    found = mail("From: a", "", "one", "two")
    assert [(text.kind, text.content) for text in found.texts] == [("text/plain", b"one\ntwo")]
    assert found.header.first("from") == "a"


def test_only_texts_are_taken_and_no_attachments() -> None:
    assert texts(
        *("Content-Type: multipart/mixed; boundary=A", "", "before", "--A", "", "first", "--A  "),
        *("Content-Type: text/html; charset=x", "Content-Disposition: inline", "", "<p>", "--A"),
        *("Content-Type: text/plain", "Content-Disposition: ATTACHMENT; filename=a.txt", "", "attached", "--A"),
        *("Content-Type: message/rfc822", "", "Subject: in it", "", "forwarded", "--A--", "after"),
    ) == [b"first", b"<p>"]


def test_parts_end_with_the_one_around_them() -> None:
    assert texts(
        *(
            "Content-Type: multipart/mixed; boundary=A",
            "",
            "--A",
            "Content-Type: multipart/alternative; boundary=B",
            "",
        ),
        *("--B", "", "inner", "--A", "", "outer", "--B", "is no boundary any more", "--A--"),
    ) == [b"inner", b"outer\n--B\nis no boundary any more"]


def test_a_boundary_that_begins_another_one_is_not_taken_for_it() -> None:
    assert texts("Content-Type: multipart/mixed; boundary=A", "", "--A", "", "x", "--AA", "--A-", "--A--") == [
        b"x\n--AA\n--A-"
    ]
    assert texts("Content-Type: multipart/mixed; boundary=A--", "", "--A--", "", "x", "--A----", "y") == [b"x"]


def test_what_is_cut_off_is_read_as_far_as_it_goes() -> None:
    assert texts("Content-Type: multipart/mixed; boundary=A", "", "--A", "Content-Type: text/plain") == []
    assert texts("Content-Type: multipart/mixed; boundary=A", "", "--A", "", "x") == [b"x"]
    assert mail("From: a", "To: b").header.first("to") == "b"
    assert texts("Content-Type: multipart/mixed", "", "no boundary") == []
    assert mail("").header.fields == ()


def test_parts_are_opened_so_deep_and_so_many() -> None:
    lines = [
        line
        for depth in range(DEEPEST + 3)
        for line in (f"Content-Type: multipart/mixed; boundary={depth}b", "", f"--{depth}b")
    ]
    assert texts(*lines, "", "x") == []
    shallow = [
        line
        for depth in range(DEEPEST)
        for line in (f"Content-Type: multipart/mixed; boundary={depth}b", "", f"--{depth}b")
    ]
    assert texts(*shallow, "", "x") == [b"x"]
    many = ["Content-Type: multipart/mixed; boundary=A", ""] + ["--A", "", "x"] * 2 * MOST_PARTS
    assert len(texts(*many)) == MOST_PARTS


@given(some.lists(some.sampled_from(["--A", "--A--", "--B", "", "x", "Content-Type: multipart/mixed; boundary=B"])))
def test_no_order_of_boundaries_is_too_much(lines: list[str]) -> None:
    found = texts("Content-Type: multipart/mixed; boundary=A", "", *lines)
    assert sum(map(len, found)) <= sum(len(line) + 1 for line in lines)


@pytest.mark.parametrize(
    "raw",
    [
        b"X: a\nFrom: anna@example.com\n\n\r\nFrom: eve@example.net\r\n\r\nr3",
        b"From: anna@example.com\n\nFrom: eve@example.net\r\n\r\nr3",
        b"From: anna@example.com\r\nX: a\nY: b\r\n\r\nr3",
        b"From: anna@example.com\rFrom: eve@example.net\r\n\r\nr3",
        b"From: anna@example.com\r\nX: \x00\r\n\r\nr3",
        b"From: anna@example.com\r\r\n\r\nr3",
    ],
)
def test_a_header_that_others_may_read_otherwise_is_told(raw: bytes) -> None:
    assert not read(io.BytesIO(raw)).header.is_whole


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_lines_may_end_either_way(end: bytes) -> None:
    assert read(io.BytesIO(end.join([b"From: a", b" folded", b"", b"x", b""]))).header.is_whole
