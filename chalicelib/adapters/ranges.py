"""Ranges of sort keys as both engines understand them: by the bytes of UTF-8."""

from __future__ import annotations

_AFTER_ALL = b"\xff"  # above every UTF-8 text


def check_limit(limit: int | None) -> None:
    """Raises ValueError for a page of less than one item."""
    if limit is not None and limit < 1:
        raise ValueError(f"a page has at least 1 item, not {limit}")


def text_bytes(text: str) -> bytes:
    """What a text is ordered by.

    Half a surrogate pair is in no stored key, but may be asked for: it is found nowhere and breaks nothing.
    """
    return text.encode("utf-8", "surrogatepass")


def bounds(prefix: str, after: str | None, reverse: bool) -> tuple[bytes, bytes]:
    """The range low <= sort < high that a query asks for."""
    low, high = text_bytes(prefix), _AFTER_ALL
    if low:
        high = low[:-1] + bytes((low[-1] + 1,))  # no byte of UTF-8 is 0xff
    if after is None:
        return low, high
    if reverse:
        return low, min(high, text_bytes(after))
    return max(low, text_bytes(after) + b"\x00"), high
