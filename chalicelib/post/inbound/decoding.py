"""A text of a mail in characters: its encoding undone, its character set read, flowed lines put together."""

from __future__ import annotations

import binascii
import re
from contextlib import suppress

from chalicelib.post.inbound.message import Text

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))
_KNOWN = re.compile(
    r"utf-?(?:8|16|16le|16be)|us-ascii|ascii|iso-?8859-?[0-9]{1,2}|latin-?[0-9]|(?:windows-?|cp)(?:125[0-8]|437|850|874)"
    r"|koi8-[ru]|macintosh|gb2312|gbk|gb18030|big5|shift[_-]jis|euc-(?:jp|kr)|iso-2022-jp"
)
"""Character sets of letters; others of Python's codecs are none (zlib), or take their time (punycode)."""


def decoded(text: Text) -> str:
    """The characters of a text, lines ended by "\\n"; whatever cannot be read stands there as U+FFFD."""
    read = _read(_bytes(text), text.parameters.get("charset", "").strip().lower())
    return read.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").removeprefix("\ufeff")


def _read(content: bytes, charset: str) -> str:
    if _KNOWN.fullmatch(charset):
        with suppress(LookupError):
            return content.decode(charset, "replace")
    return content.decode("utf-8", "replace")


def lines_of(text: Text) -> list[str]:
    """The lines of a plain text, those that its writer's program broke put together again (RFC 3676)."""
    lines = decoded(text).split("\n")
    if text.parameters.get("format", "").lower() != "flowed":
        return lines
    return unflowed(lines, drops_space=text.parameters.get("delsp", "").lower() == "yes")


def unflowed(lines: list[str], *, drops_space: bool = False) -> list[str]:
    """Lines of the same depth of quotation that end in a space go on in the next one."""
    whole: list[tuple[int, list[str]]] = []
    flows = False
    for line in lines:
        rest = line.lstrip(">")
        depth = len(line) - len(rest)
        rest = rest.removeprefix(" ")
        is_signature = rest == "-- "
        if flows and whole[-1][0] == depth and not is_signature:
            whole[-1][1].append(rest)
        else:
            whole.append((depth, [rest]))
        flows = rest.endswith(" ") and not is_signature
        if flows and drops_space:
            whole[-1][1][-1] = rest[:-1]
    return [">" * depth + (" " if depth else "") + "".join(parts) for depth, parts in whole]


def _bytes(text: Text) -> bytes:
    if text.encoding == "quoted-printable":
        return binascii.a2b_qp(text.content)
    if text.encoding != "base64":
        return text.content
    letters = text.content.translate(None, _NOT_BASE64)
    whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
