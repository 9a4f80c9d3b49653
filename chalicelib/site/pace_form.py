"""The part of the form for a new match that is folded in: the clock, and what comes of missed deadlines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

from chalicelib.matches import pace, wish
from chalicelib.matches.errors import InvalidMatchError
from chalicelib.matches.match import MOST_ABSENCE, MOST_MISSES, Pace, Successor

PACES = tuple(hours * pace.HOUR for hours in (1, 4, 12, 24, 48, 72, 120, 168, 336, 720))
"""The times for a decision that are offered, in seconds."""
BANKS = tuple(days * pace.DAY for days in (0, 1, 3, 7, 14, 30))
INCREMENTS = tuple(hours * pace.HOUR for hours in (0, 1, 4, 12, 24))
"""What is offered as a time bank, and as what a decision adds to it, in seconds."""
THENS: tuple[Successor, ...] = get_args(Successor)

OFFERED = "Choose one of those that are offered."
_FIELDS = {"decision_time": "time", "absence_days": "absence"}
"""How the form names what a refusal of a pace names otherwise."""
_BETWEEN = re.compile(r"[\s,;%]+")
_NUMBER = re.compile(r"[0-9]{1,3}")

Value = Callable[..., str]
"""What stands in a field of a form, by its name and what stands there at first."""


def pace_of(value: Value) -> Pace:
    """The pace that the form asks for. Raises InvalidMatchError."""
    usual = Pace()
    asked = Pace(
        _offered(value, "time", PACES, usual.decision_time),
        _offered(value, "bank", BANKS, usual.bank),
        _offered(value, "increment", INCREMENTS, usual.increment),
        not value("no-weekends"),
        percents(value("reminders", told(usual.ladder)), "reminders"),
        _number(value, "misses", usual.misses, MOST_MISSES),
        then_of(value) or usual.then,
        absence_days=_number(value, "absence", usual.absence_days, MOST_ABSENCE),
    )
    try:
        wish.check_pace(asked)
    except InvalidMatchError as error:
        name = error.field.removeprefix("pace.")
        raise InvalidMatchError(error.pattern, _FIELDS.get(name, name), **error.values) from error
    return asked


def then_of(value: Value) -> Successor | None:
    """What is to become of a seat whose player misses too much, None where the game says. Raises InvalidMatchError."""
    asked = value("then")
    found = [each for each in THENS if each == asked]
    if asked and not found:
        raise InvalidMatchError(OFFERED, "then")
    return found[0] if found else None


def percents(text: str, field: str) -> tuple[int, ...]:
    """Percentages as people write them, "50, 10" or "50 % 10 %", the highest first. Raises InvalidMatchError."""
    parts = [each for each in _BETWEEN.split(text) if each]
    if not all(map(_NUMBER.fullmatch, parts)):
        raise InvalidMatchError("Percentages are written as in 50, 10.", field)
    return tuple(sorted(set(map(int, parts)), reverse=True))


def told(ladder: tuple[int, ...]) -> str:
    """Percentages as they stand in a field."""
    return ", ".join(map(str, ladder))


FOLDED = {
    "bank": str(Pace().bank),
    "increment": str(Pace().increment),
    "no-weekends": "",
    "reminders": told(Pace().ladder),
    "misses": str(Pace().misses),
    "then": "",
    "absence": str(Pace().absence_days),
}
"""The fields that are folded in, and what stands in them at first."""


def _offered(value: Value, name: str, offered: tuple[int, ...], usual: int) -> int:
    asked = value(name, usual)
    if asked not in map(str, offered):
        raise InvalidMatchError(OFFERED, name)
    return int(asked)


def _number(value: Value, name: str, usual: int, most: int) -> int:
    """A whole number; what is none counts as too many, so that it is refused with what there may be."""
    asked = value(name, usual)
    return int(asked) if _NUMBER.fullmatch(asked) else most + 1
