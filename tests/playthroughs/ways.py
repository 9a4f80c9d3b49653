"""The table of all ways to end, drawn up from what a game offers and from its own list; each wants a playthrough."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from chalicelib import games
from chalicelib.rules import Meta, OptionValue
from tests.games.parts import part
from tests.games.walks import values

WITH_EVERY_OPTION = ("normal", "resigned")
"""The terminations that each value of an option has to be seen with; whether a limit is reached hangs on none."""


class Recorded(NamedTuple):
    """How a recorded match ended, and what was played; its options with their defaults filled in."""

    seats: int
    termination: str
    end: str
    options: Mapping[str, OptionValue]


class Way(NamedTuple):
    """A way to end: by this termination with one of these numbers of seats.

    With `end`, so as the game tells its ends apart; with `option`, where that option had that value.
    """

    seats: tuple[int, ...]
    termination: str
    end: str = ""
    option: tuple[str, OptionValue] | None = None

    def is_shown_by(self, match: Recorded) -> bool:
        """Whether that match ended in this way."""
        if match.seats not in self.seats or match.termination != self.termination:
            return False
        if self.option and match.options.get(self.option[0]) != self.option[1]:
            return False
        return self.end in ("", match.end)

    def __str__(self) -> str:
        seats = "/".join(map(str, self.seats))
        option = f" with {self.option[0]}={self.option[1]!r}" if self.option else ""
        return f"{seats} seats: {self.termination}{f' ({self.end})' * bool(self.end)}{option}"


def ways(key: str, version: int = 0) -> list[Way]:
    """All ways for a game to end: by seats and termination, as its ends.py lists them, and with each option's values.

    Raises MissingPartError.
    """
    meta, listed = games.meta(key, version), part(key, "ends", version).WAYS
    return [*_by_seats(listed), *_by_end(listed), *_by_option(meta)]


Listed = Mapping[tuple[int, ...], Mapping[str, Sequence[str]]]


def _by_seats(listed: Listed) -> Iterator[Way]:
    for together, terminations in listed.items():
        yield from (Way((seats,), termination) for seats in together for termination in terminations)


def _by_end(listed: Listed) -> Iterator[Way]:
    for together, terminations in listed.items():
        for termination, ends in terminations.items():
            yield from (Way(together, termination, end) for end in ends)


def _by_option(meta: Meta) -> Iterator[Way]:
    for option in meta.options:
        seats = option.seats or meta.seats
        for value in values(option):
            yield from (Way(seats, how, option=(option.key, value)) for how in WITH_EVERY_OPTION)


def seen(file: Mapping[str, Any]) -> Recorded:
    """How the match of a playthrough's file ended."""
    record = file["record"]
    return Recorded(len(record["seats"]), record["outcome"]["termination"], file["way"], record["options"])


def missing(key: str, recorded: Sequence[Recorded], set_up: Container[str] = (), version: int = 0) -> list[str]:
    """The ways to end of a game that no recorded match shows, except by terminations that are set up elsewhere.

    Raises MissingPartError.
    """
    asked = (way for way in ways(key, version) if way.termination not in set_up)
    return [str(way) for way in asked if not any(way.is_shown_by(match) for match in recorded)]


def unlisted(key: str, recorded: Sequence[Recorded], version: int = 0) -> list[str]:
    """The ends of recorded matches that the game's ends.py does not list. Raises MissingPartError."""
    listed = list(_by_end(part(key, "ends", version).WAYS))
    return [str(match) for match in recorded if not any(way.is_shown_by(match) for way in listed)]
