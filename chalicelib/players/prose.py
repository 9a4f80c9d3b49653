"""What people write to be read by people: kept as it was typed, but for characters that steer or hide text. Pure."""

from __future__ import annotations

import unicodedata

from chalicelib.players.errors import InvalidTextError
from chalicelib.players.profile import is_refused, is_seen


def clean_text(text: str, most: int, least: int = 1) -> str:
    """The text as it is kept: NFC, without blanks around it, lines ended by one "\\n". Raises InvalidTextError.

    It has at most `most` characters and at least `least` (0: it may be empty), one of them visible. What a name may not
    hold it may not either, but for line breaks, and tabs, which become blanks.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    normal = unicodedata.normalize("NFC", lines.replace("\t", " ")).strip()
    if any(is_refused(character) for character in normal if character != "\n"):
        raise InvalidTextError("A text has no control characters and no invisible marks in it.")
    if not least <= len(normal) <= most:
        raise InvalidTextError("A text has {least} to {most} characters.", least=least, most=most)
    if normal and not any(map(is_seen, normal)):
        raise InvalidTextError("A text has at least one visible character.")
    return normal
