"""One way for a match to end, and how a match is brought to that end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chalicelib.games import get
from chalicelib.rules import OptionValue
from tests.games.cheap import end_of
from tests.games.table import RESIGN, RETRACT, Table
from tests.playthroughs.playthrough import Act, Scribe, finished
from tests.playthroughs.recording import NotedTable

Chooser = Callable[[Table, int], str]
"""What the player on a seat does now: a canonical text or "resign"."""

MOST_ACTS = 20_000


class EndlessMatchError(RuntimeError):
    """A scripted match did not come to its end."""


@dataclass(frozen=True)
class Ending:
    """A way to end: `name` is its file's, `holds` tells whether a match that is over ended so.

    `choosers` are by seat; `attempt` picks the dice; seats in `hesitant` take back their first sealed choice of
    ten moves of the record; `leaves` are seats that resign with a choice sealed, once the record has so many moves;
    `stride` is for how many acts the file has a row.
    """

    name: str
    tells: str
    seats: int
    choosers: tuple[Chooser, ...]
    holds: Callable[[Table], bool]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    attempt: int = 0
    hesitant: tuple[int, ...] = ()
    leaves: Mapping[int, int] = field(default_factory=dict)
    stride: int = 1


def bot(level: int) -> Chooser:
    """A seat played by the game's bot of this level."""
    return lambda table, seat: table.game.format(table.bot(seat, level))


def passing(table: Table, seat: int) -> str:
    """A seat that lets every decision pass."""
    return table.game.format(table.game.timeout_move(table.state, seat))


def until(acts: int, before: Chooser, after: Chooser) -> Chooser:
    """A seat that plays like one until the record has so many moves, and then like another."""
    return lambda table, seat: (before if len(table.record) < acts else after)(table, seat)


def ended(termination: str, end: str = "") -> Callable[[Table], bool]:
    """Whether a match that is over ended so: by this termination and, if it is given, with these words of ends.py."""

    def holds(table: Table) -> bool:
        told = end_of(table.game.key)(table.state)
        return table.ended().termination == termination and end in ("", told)

    return holds


def match_name(game: str, ending: Ending) -> str:
    """The name that the dice of this ending's match come from."""
    return f"{game} {ending.name} {ending.attempt}"


def recorded(game: str, ending: Ending) -> tuple[NotedTable, dict[str, Any]]:
    """The match of this ending played anew, and its file. Raises EndlessMatchError."""
    table = NotedTable(get(game), ending.seats, ending.options, match_name(game, ending))
    scribe = Scribe(table, ending.stride)
    hesitated: set[tuple[int, int]] = set()
    for count in range(MOST_ACTS):
        if table.game.outcome(table.state) is not None:
            return table, finished(table, scribe, ending.name, ending.tells)
        scribe.act(_out_of_turn(table, ending, hesitated) or _in_turn(table, ending, count))
    raise EndlessMatchError(f"{game}: {ending.name}")


def _out_of_turn(table: Table, ending: Ending, hesitated: set[tuple[int, int]]) -> Act | None:
    for seat in range(table.seats):
        if table.game.sealed(table.state, seat) is None:
            continue
        if len(table.record) >= ending.leaves.get(seat, MOST_ACTS):
            return Act(seat, RESIGN)
        here = (len(table.record) // 10, seat)
        if seat in ending.hesitant and here not in hesitated:
            hesitated.add(here)
            return Act(seat, RETRACT)
    return None


def _in_turn(table: Table, ending: Ending, count: int) -> Act:
    owing = table.game.to_move(table.state)
    seat = owing[count % len(owing)]
    return Act(seat, ending.choosers[seat](table, seat))
