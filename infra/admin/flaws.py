"""What is not as it should be in a match, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chalicelib.matches.events import LogRow
from chalicelib.matches.match import Match
from chalicelib.matches.talk import Message
from chalicelib.players.ports import Env, Item, Key
from chalicelib.rules import AnyGame
from infra.admin.difference import first_difference


@dataclass(frozen=True, slots=True)
class Flaw:
    """Where a match is first not as it should be: after which ply (None: nowhere in its course), in which field.

    `why` never has hidden values in it; what stands there and what should is in `stored` and `expected`.
    """

    ply: int | None
    field: str
    why: str
    stored: Any = None
    expected: Any = None


class FlawError(Exception):
    """A match is not as it should be."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(f"{flaw.field}: {flaw.why}")
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match with its log, in the order of its commits, and the rules that it is played by now.

    `beside` are the rows that owe notices and are no part of the log, each with its sort key, by their versions;
    `talk` is what was said at the table, by its numbers.
    """

    env: Env
    match: Match
    rows: tuple[LogRow, ...]
    game: AnyGame
    items: Mapping[Key, Item]
    beside: tuple[tuple[str, LogRow], ...] = ()
    talk: tuple[Message, ...] = ()


def failed(ply: int | None, field: str, why: str, stored: Any = None, expected: Any = None) -> FlawError:
    """The error that tells of a flaw."""
    return FlawError(Flaw(ply, field, why, stored, expected))


def equal(ply: int | None, field: str, why: str, stored: Any, expected: Any) -> None:
    """Raises FlawError for the first difference."""
    if found := first_difference(field, stored, expected):
        raise failed(ply, found.path, why, found.stored, found.expected)
