"""Header fields of a mail: unfolded, with small names; and what a structured one says. Each character is read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_LINES = 1_000
"""Lines of a header that are taken; a mail of people has some hundred."""


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a mail or of one of its parts, in their order.

    `is_whole` is False where there were too many, or where others may read other fields than we do.
    """

    fields: tuple[tuple[str, str], ...] = ()
    is_whole: bool = True

    def all(self, name: str) -> list[str]:
        """The values of all fields of this name, which is in small letters."""
        return [value for found, value in self.fields if found == name]

    def first(self, name: str) -> str:
        """The value of the first field of this name; "" without one."""
        return next((value for found, value in self.fields if found == name), "")

    def has(self, *names: str) -> bool:
        """Whether there is a field of one of these names."""
        return any(found in names for found, _ in self.fields)


def header(lines: Iterable[bytes]) -> Header:
    """The header that stands in these lines, without their ends; a line that is no field is passed over."""
    fields: list[tuple[str, list[str]]] = []
    for count, line in enumerate(lines):
        if count >= MOST_LINES:
            return Header(_joined(fields), is_whole=False)
        text = line.decode("utf-8", "replace")
        if text[:1] in (" ", "\t"):
            if fields:
                fields[-1][1].append(text)
            continue
        name, colon, value = text.partition(":")
        if colon:
            fields.append((_plain(name), [value]))
    return Header(_joined(fields))


def _plain(name: str) -> str:
    """A name in small letters, without characters that no name has and that some readers pass over."""
    return "".join(character for character in name if "!" <= character <= "~").lower()


def _joined(fields: Iterable[tuple[str, list[str]]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, "".join(parts).strip()) for name, parts in fields)


def split(value: str) -> tuple[str, Mapping[str, str]]:
    """The first word of a structured field in small letters, and its parameters by small names; the first one counts.

    A semicolon within quotation marks parts nothing.
    """
    pieces = _pieces(value)
    found: dict[str, str] = {}
    for piece in pieces[1:]:
        name, _, said = piece.partition("=")
        found.setdefault(name.strip().lower(), said.strip())
    return pieces[0].strip().lower(), found


def _pieces(value: str) -> list[str]:
    """The value parted at its semicolons, without quotation marks."""
    pieces: list[list[str]] = [[]]
    quoted = escaped = False
    for character in value:
        if escaped:
            pieces[-1].append(character)
            escaped = False
        elif quoted and character == "\\":
            escaped = True
        elif character == '"':
            quoted = not quoted
        elif character == ";" and not quoted:
            pieces.append([])
        else:
            pieces[-1].append(character)
    return ["".join(piece) for piece in pieces]
