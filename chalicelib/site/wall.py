"""What is typed as the wall shows it where the visitor is: a date with a time."""

from __future__ import annotations

import re
from datetime import date

from chalicelib.matches import wall_clock
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.site.visitor import Visitor

_LOCAL = re.compile(r"(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?", re.ASCII)


def typed_moment(visitor: Visitor, name: str) -> int:
    """The moment at which the visitor's wall shows what was typed, in epoch seconds; 0 where nothing was.

    What the wall shows twice means the first time in the field `from`, where something begins, and else the second.
    Raises InvalidMatchError.
    """
    text = visitor.form.get(name, "")
    if not text:
        return 0
    try:
        found = _LOCAL.fullmatch(text)
        if not found:
            raise ValueError(text)
        reading = wall_clock.first if name == "from" else wall_clock.last
        return reading(visitor.zone, date.fromisoformat(found[1]), int(found[2]) * 60 + int(found[3]))
    except (ValueError, OverflowError):
        raise InvalidMatchError("A date and a time are written as in 2026-07-01T18:00.", name) from None


def shown_now(visitor: Visitor) -> str:
    """What the wall shows there now, as a field for date and time has it."""
    return wall_clock.wall_time(visitor.zone, visitor.container.env.clock.now()).strftime("%Y-%m-%dT%H:%M")
