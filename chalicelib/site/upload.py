"""Forms with a file in them: multipart/form-data (RFC 7578), as browsers send it."""

from __future__ import annotations

import re

from chalicelib.web.errors import MalformedRequestError

KIND = "multipart/form-data"
_BOUNDARY = re.compile(r"""boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))""", re.IGNORECASE)
_NAME = re.compile(rb'''(?:^|[;\s])name="([^"\r\n]{0,60})"''')
_MOST = 60


def is_upload(content_type: str) -> bool:
    """Whether a form of this content type comes in parts."""
    return content_type.split(";")[0].strip().lower() == KIND


def fields(raw: bytes, content_type: str) -> dict[str, str]:
    """What stands in each field of a form, files included; of several with one name, the last that holds anything.

    Raises MalformedRequestError.
    """
    found = _BOUNDARY.search(content_type)
    if found is None:
        raise MalformedRequestError("This form cannot be read.")
    mark = b"\r\n--" + (found[1] or found[2]).encode("latin-1", "replace")
    _, *parts = (b"\r\n" + raw).split(mark, _MOST + 2)
    if not parts or not parts[-1].startswith(b"--"):
        raise MalformedRequestError("This form broke off, or has too many fields.")
    told: dict[str, str] = {}
    for name, text in map(_part, parts[:-1]):
        told[name] = text or told.get(name, "")
    return told


def _part(part: bytes) -> tuple[str, str]:
    """The name and the text of one field, which begins with the end of the line of its mark."""
    head, _, value = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-disposition:")]
    name = _NAME.search(lines[0]) if lines else None
    if name is None:
        raise MalformedRequestError("This form cannot be read.")
    try:
        return name[1].decode(), value.decode()
    except UnicodeDecodeError:
        raise MalformedRequestError("This is not text in UTF-8.") from None
