"""The options of a match, checked against what its game offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from chalicelib.rules import InvalidOptionError, Meta, Option, OptionValue
from chalicelib.rules.typed import DASHES, to_plain

MANY = 24
"""With more choices than these a text is typed, with an example, and they are not listed in a row."""

_BETWEEN = re.compile(rf"[\s,;/{DASHES}]+")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def _fits(option: Option, value: object) -> bool:
    if option.kind == "flag":
        return isinstance(value, bool)
    if option.kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool) and option.low <= value <= option.high
    return any(type(value) is type(choice) and value == choice for choice in option.choices)


def has_many(option: Option) -> bool:
    """Whether an option has too many values to list them."""
    return len(option.choices) > MANY


def _offer(option: Option) -> str:
    if option.kind == "flag":
        return "true or false"
    if option.kind == "integer":
        return f"a whole number from {option.low} to {option.high}"
    if has_many(option) and option.shape:
        return option.shape
    if has_many(option):
        return f"one of {len(option.choices)} values such as {option.default}"
    choices = ", ".join(map(str, option.choices))
    return f"one of {choices}" if len(option.choices) > 1 else choices


def _at(option: Option, seats: int) -> str:
    return f" with {counted(seats)}" if option.seats and not option.shape else ""


def counted(seats: int) -> str:
    """So many seats, in English."""
    return "1 seat" if seats == 1 else f"{seats} seats"


def checked(meta: Meta, seats: int, given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Every option of the game with its value, defaults filled in. Raises InvalidOptionError.

    What only other numbers of seats may set is dropped where it has its default, and refused otherwise.
    """
    if seats not in meta.seats:
        counts = ", ".join(str(count) for count in meta.seats)
        raise InvalidOptionError(f"{meta.name} is played by {counts}, not by {seats}.", "seats", seats=seats)
    offered = {option.key: option for option in meta.options if holds(option, seats)}
    for key, value in given.items():
        if key not in offered and not _is_default(meta, key, value):
            meant = next((option for option in meta.options if option.key == key), None)
            message = f"{meta.name} has no option {str(key)[:40]!r} with {counted(seats)}."
            raise InvalidOptionError(message, "unknown", meant, seats)
    values: dict[str, OptionValue] = {}
    for key, option in offered.items():
        value = given.get(key, option.default)
        if not _fits(option, value) or not isinstance(value, int | str | bool):
            raise InvalidOptionError(f"{key} must be {_offer(option)}{_at(option, seats)}.", key, option, seats)
        values[key] = value
    return values


def _is_default(meta: Meta, key: str, value: object) -> bool:
    """Whether this spells out what holds anyway, for an option that other numbers of seats have."""
    return any(option.key == key and _fits(option, value) and value == option.default for option in meta.options)


def holds(option: Option, seats: int) -> bool:
    """Whether the option may be set with so many seats."""
    return not option.seats or seats in option.seats


def read(meta: Meta, seats: int, text: Callable[[Option], str]) -> dict[str, OptionValue]:
    """Options as the fields of a form have them, "" for a flag that is not set; what does not fit stays text.

    An option that does not hold for so many seats is left out as long as it has its default, or where another one of
    its key holds: a key may stand there several times, for different numbers of seats.
    """
    found = {option.key: _read(option, text(option)) for option in meta.options if holds(option, seats)}
    for option in meta.options:
        value = _read(option, text(option))
        if option.key not in found and value != option.default:
            found[option.key] = value
    return found


def _read(option: Option, text: str) -> OptionValue:
    if option.kind == "flag":
        return bool(text)
    if option.kind == "integer":
        return int(text) if _WHOLE.fullmatch(text) else text
    typed = _as_typed(text)
    return next((choice for choice in option.choices if _as_typed(str(choice)) == typed), text)


def _as_typed(text: str) -> str:
    """A choice in small letters, with one kind of dash for what stands between its parts: phones have many."""
    return _BETWEEN.sub("-", to_plain(text)).strip("-")
