"""What tells a match that is damaged where it is kept from one that can be read."""

from __future__ import annotations

import zlib
from typing import get_args

from chalicelib.matches.match import Head, Status

DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zlib.error)
"""What reading something that nobody can have written comes to."""
IS_DAMAGED = "This match is damaged where it is kept, and cannot be read."

_STATUSES = get_args(Status)


def check_head(head: Head, seats: int) -> None:
    """Raises ValueError where lists and pages would stumble over what stands there."""
    if head.status not in _STATUSES:
        raise ValueError("no match has such a status")
    columns = (head.opened, head.deadlines, head.hows, head.begun, head.stopped, head.banks, head.misses, head.reminded)
    if any(len(column) not in ((seats,) if head.status == "running" else (0, seats)) for column in columns):
        raise ValueError("there is not one value for each seat")
    numbers = (head.ply, head.due, head.started, head.ended, *head.opened, *head.deadlines, *head.begun)
    if not all(isinstance(number, int) for number in numbers):
        raise ValueError("something is no number")
