"""Texts in characters, whatever they were sent in."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chalicelib.post.inbound.decoding import decoded, lines_of, unflowed
from chalicelib.post.inbound.message import Text


def text(content: bytes, encoding: str = "", **parameters: str) -> Text:
    return Text("text/plain", parameters, encoding, content)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "iso-8859-1", "windows-1252", "latin1", "utf-16", "cp850"])
def test_character_sets_are_read(charset: str) -> None:
    assert decoded(text("ångra".encode(charset), charset=charset)) == "ångra"


@pytest.mark.parametrize(
    "charset", ["", "x-unknown", "punycode", "idna", "zlib", "hex", "rot13", "iso-8859-99", "../x", "undefined"]
)
def test_others_are_read_as_utf_8(charset: str) -> None:
    assert decoded(text("ångra\u00a0".encode() + b"\xff", charset=charset)) == "ångra\u00a0\ufffd"


def test_encodings_are_undone() -> None:
    assert decoded(text(b"r3 =C3=A5=\nb =3D", "quoted-printable")) == "r3 åb ="
    assert decoded(text(base64.encodebytes("r3 å".encode()), "base64")) == "r3 å"
    assert decoded(text(b"r3 =3D", "7bit")) == decoded(text(b"r3 =3D", "x-unknown")) == "r3 =3D"


@pytest.mark.parametrize("cut", range(1, 8))
def test_base64_that_is_cut_off_or_soiled_is_read_as_far_as_it_goes(cut: int) -> None:
    whole = base64.b64encode(b"r3 H3 I2 I3 and so on")
    assert b"r3 H3 I2 I3 and so on".startswith(decoded(text(whole[:-cut], "base64")).encode())
    assert decoded(text(b"!" + whole[:4] + b"\n*" + whole[4:], "base64")) == "r3 H3 I2 I3 and so on"


def test_line_ends_and_what_is_not_seen() -> None:
    assert decoded(text(b"\xef\xbb\xbfa\r\nb\rc\nd\x00")) == "a\nb\nc\nd"


def test_flowed_lines_are_put_together() -> None:
    lines = ["r3 ", "H3 ", "I2", " stuffed ", "x", "> quoted ", "> on", ">> deeper ", "own", "-- ", "Anna"]
    assert unflowed(lines) == ["r3 H3 I2", "stuffed x", "> quoted on", ">> deeper ", "own", "-- ", "Anna"]
    assert unflowed(["aa ", "bb"], drops_space=True) == ["aabb"]
    assert lines_of(text(b"a \nb", format="Flowed")) == ["a b"]
    assert lines_of(text(b"a \nb", format="flowed", delsp="YES")) == ["ab"]
    assert lines_of(text(b"a \nb")) == ["a ", "b"]


@given(some.binary(max_size=300), some.sampled_from(["", "base64", "quoted-printable"]), some.text(max_size=20))
def test_any_bytes_are_some_text(content: bytes, encoding: str, charset: str) -> None:
    assert "\r" not in decoded(text(content, encoding, charset=charset))
