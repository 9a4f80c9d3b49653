"""The ways for the Passing Game to end; each has a recorded match.

The move limit, round 500, is not among them: so many rounds without a winner fill no small file. A position just
before it stands in tests/games/passing_game/test_ways_to_end.py, for every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from chalicelib.games.passing_game.state import How, LastRound, State
from chalicelib.rules import OptionValue, Termination
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, passing

GOOD, PLAIN = bot(2), bot(1)


class Seated(NamedTuple):
    """A table: its name, its seats, and what it is played with beside the target."""

    name: str
    seats: int
    options: Mapping[str, OptionValue]


TABLES = (
    Seated("two", 2, {}),
    Seated("three", 3, {"lead": "rotate"}),
    Seated("four", 4, {}),
    Seated("partners", 4, {"partnership": True, "lead": "rotate"}),
)


def _last(table: Table) -> LastRound:
    state: State = table.state
    assert state.standing.last is not None
    return state.standing.last


def _best(table: Table) -> int:
    state: State = table.state
    return max(state.standing.points)


def _target(table: Table) -> int:
    state: State = table.state
    return state.terms.target


def _ends_by(how: How) -> Callable[[Table], bool]:
    """By reaching the target, past it, in a round that ends so."""

    def holds(table: Table) -> bool:
        normal = table.ended().termination is Termination.NORMAL
        return normal and _last(table).how == how and _best(table) > _target(table)

    return holds


def _exactly(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and _best(table) == _target(table)


def _after_a_tie(table: Table) -> bool:
    state: State = table.state
    won = sum(state.standing.rounds_won)
    return table.ended().termination is Termination.NORMAL and won < state.round


def _usual(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and _target(table) == 101


def _resigned(table: Table) -> bool:
    return table.ended().termination is Termination.RESIGNED


def _left(table: Table) -> int:
    state: State = table.state
    return (state.departed | state.resigned).bit_count()


def _all_but_one_left(table: Table) -> bool:
    return _resigned(table) and _left(table) == table.seats - 1


def _both_partners_left(table: Table) -> bool:
    return _resigned(table) and table.state.resigned & 0b101 == 0b101


def _played_on(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL and _left(table) == 1


def resigning(after: int, before: Chooser) -> Chooser:
    """A seat that plays like another until the record has so many moves, and then gives up, once, when it is asked."""

    def chosen(table: Table, seat: int) -> str:
        gone = table.state.resigned >> seat & 1
        return RESIGN if len(table.record) >= after and not gone else before(table, seat)

    return chosen


def resigning_as_leader(from_round: int, before: Chooser) -> Chooser:
    """A seat that gives up when it is to lead a round, this one or a later one."""

    def chosen(table: Table, seat: int) -> str:
        leads = table.state.round >= from_round and not table.state.story
        return RESIGN if leads else before(table, seat)

    return chosen


def _mixed(seats: int) -> tuple[Chooser, ...]:
    return tuple((GOOD, PLAIN)[seat % 2] for seat in range(seats))


ATTEMPTS: Mapping[str, int] = {
    "two-blocked": 18,
    "two-passed": 1,
    "two-exactly": 18,
    "two-after-a-tie": 1,
    "three-blocked": 2,
    "three-passed": 6,
    "three-exactly": 18,
    "three-after-a-tie": 18,
    "four-passed": 19,
    "four-exactly": 13,
    "four-after-a-tie": 56,
    "partners-out": 1,
    "partners-blocked": 1,
    "partners-exactly": 3,
    "partners-after-a-tie": 8,
}
"""Which dice lead to an ending; 0 where nothing stands here."""


def _normal(at: Seated) -> Iterator[Ending]:
    """What every table has: the three ways for the deciding round to end, the exact target, a tie on the way."""
    name, seats = at.name, at.seats
    sayings: tuple[tuple[How, str], ...] = (
        ("out", "somebody plays the last tile"),
        ("blocked", "nobody can play any more"),
        ("passed", "everybody passes in a row"),
    )
    for how, saying in sayings:
        tells = f"The deciding round ends because {saying}; the winner is past the target."
        choosers = (GOOD,) * seats if how == "passed" else _mixed(seats)
        yield _ending(f"{name}-{how}", tells, at, choosers, _ends_by(how), 25)
    yield _ending(f"{name}-exactly", "The winner has exactly the target.", at, _mixed(seats), _exactly, 20)
    tells = "A round in which the lowest count is a tie, so that nobody scores."
    yield _ending(f"{name}-after-a-tie", tells, at, (passing,) * seats, _after_a_tie, 40)


def _ending(
    name: str, tells: str, at: Seated, choosers: tuple[Chooser, ...], holds: Callable[[Table], bool], target: int
) -> Ending:
    return Ending(name, tells, at.seats, choosers, holds, {**at.options, "target": target}, ATTEMPTS.get(name, 0))


TWO, THREE, FOUR, PARTNERS = TABLES

ENDINGS = (
    *(ending for at in TABLES for ending in _normal(at)),
    Ending("two-usual", "A whole match by the usual target.", 2, (GOOD, PLAIN), _usual),
    _ending("two-resigned", "One of two gives up.", TWO, (GOOD, resigning(9, PLAIN)), _all_but_one_left, 40),
    _ending(
        "three-played-on",
        "One of three leaves in mid-round; the others play on, and to the end.",
        THREE,
        (GOOD, resigning(8, PLAIN), PLAIN),
        _played_on,
        30,
    ),
    _ending(
        "three-leader-left",
        "The leader of a round leaves before the first tile; the next seat leads.",
        THREE,
        (resigning_as_leader(2, PLAIN), GOOD, PLAIN),
        _played_on,
        40,
    ),
    _ending(
        "three-resigned",
        "Two of three leave one after the other.",
        THREE,
        (resigning(6, PLAIN), GOOD, resigning(12, PLAIN)),
        _all_but_one_left,
        90,
    ),
    _ending(
        "four-played-on",
        "One of four leaves; later rounds are dealt to three.",
        FOUR,
        (GOOD, PLAIN, resigning(10, PLAIN), GOOD),
        _played_on,
        40,
    ),
    _ending(
        "four-resigned",
        "Three of four leave, one after the other.",
        FOUR,
        (resigning(6, PLAIN), GOOD, resigning(12, PLAIN), resigning(20, PLAIN)),
        _all_but_one_left,
        90,
    ),
    _ending(
        "partners-played-on",
        "One partner gives up and is played for; the match goes on to its end.",
        PARTNERS,
        (GOOD, resigning(7, PLAIN), PLAIN, GOOD),
        _played_on,
        30,
    ),
    _ending(
        "partners-resigned",
        "Both partners of one side give up.",
        PARTNERS,
        (resigning(5, GOOD), PLAIN, resigning(14, GOOD), PLAIN),
        _both_partners_left,
        60,
    ),
)
