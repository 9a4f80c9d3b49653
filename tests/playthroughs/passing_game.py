"""The ways for the Passing Game to end; each has a recorded match.

The move limit, round 500, is not among them: so many rounds without a winner fill no small file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from chalicelib.games.passing_game.state import State
from chalicelib.rules import OptionValue, Termination
from tests.games.passing_game.ends import WAYS
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot, ended, passing

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


def _after_a_tie(table: Table) -> bool:
    state: State = table.state
    won = sum(state.standing.rounds_won)
    return table.ended().termination is Termination.NORMAL and won < state.round


def _left(table: Table) -> int:
    state: State = table.state
    return (state.departed | state.resigned).bit_count()


def _all_but_one_left(table: Table) -> bool:
    return table.ended().termination is Termination.RESIGNED and _left(table) == table.seats - 1


def _both_partners_left(table: Table) -> bool:
    return table.ended().termination is Termination.RESIGNED and table.state.resigned & 0b101 == 0b101


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


def drawing_on(table: Table, seat: int) -> str:
    """A seat that draws as long as it may, and gives up when all others have passed since."""
    others = [entry.move for entry in table.record[1 - table.seats :]]
    if others == ["pass"] * (table.seats - 1):
        return RESIGN
    texts = [table.game.format(move) for move in table.game.legal_moves(table.state, seat)]
    return "draw" if "draw" in texts else texts[0]


def _deciding(seats: int, how: str) -> tuple[Chooser, ...]:
    """Seats whose rounds end so now and then."""
    if how == "somebody left":
        return (*(passing,) * (seats - 1), drawing_on)
    return (GOOD,) * seats if how == "passed" else _mixed(seats)


def _mixed(seats: int) -> tuple[Chooser, ...]:
    return tuple((GOOD, PLAIN)[seat % 2] for seat in range(seats))


ATTEMPTS: Mapping[str, int] = {
    "two-out-exactly": 28,
    "two-blocked-exactly": 111,
    "two-blocked": 18,
    "two-passed-exactly": 3,
    "two-passed": 1,
    "two-after-a-tie": 1,
    "three-out-exactly": 12,
    "three-blocked-exactly": 136,
    "three-blocked": 2,
    "three-passed-exactly": 81,
    "three-passed": 6,
    "three-somebody-left-exactly": 97,
    "three-somebody-left": 15,
    "three-after-a-tie": 18,
    "four-out-exactly": 2,
    "four-blocked-exactly": 124,
    "four-passed-exactly": 4,
    "four-passed": 19,
    "four-somebody-left-exactly": 5,
    "four-after-a-tie": 56,
    "partners-out-exactly": 9,
    "partners-out": 1,
    "partners-blocked-exactly": 35,
    "partners-blocked": 1,
    "partners-passed-exactly": 10,
    "partners-after-a-tie": 8,
}
"""Which dice lead to an ending; 0 where nothing stands here."""


_TELLS = {
    "out": "somebody plays the last tile",
    "blocked": "nobody can play any more",
    "passed": "everybody passes in a row",
    "somebody left": "somebody leaves",
}


def _normal(at: Seated) -> Iterator[Ending]:
    """What every table has: all ways for the deciding round to end, the exact target, a tie on the way."""
    name, seats = at.name, at.seats
    table = "partners" if at.options.get("partnership") else f"{seats} seats"
    for end in WAYS[(seats,)]["normal"]:
        of, how, reached = end.split(", ")
        if of == table:
            tells = f"The deciding round ends because {_TELLS[how]}; the winner has {reached}."
            short = f"{name}-{how.replace(' ', '-')}{'-exactly' * reached.startswith('exactly')}"
            most = 40 if seats == 4 and how == "somebody left" else 25
            target = 20 if most == 25 and reached.startswith("exactly") else most
            yield _ending(short, tells, at, _deciding(seats, how), ended("normal", end), target)
    tells = "A round in which the lowest count is a tie, so that nobody scores."
    yield _ending(f"{name}-after-a-tie", tells, at, (passing,) * seats, _after_a_tie, 40)


def _ending(
    name: str, tells: str, at: Seated, choosers: tuple[Chooser, ...], holds: Callable[[Table], bool], target: int
) -> Ending:
    return Ending(name, tells, at.seats, choosers, holds, {**at.options, "target": target}, ATTEMPTS.get(name, 0))


TWO, THREE, FOUR, PARTNERS = TABLES

SET_UP = {"move_limit": "tests.games.passing_game.test_ways_to_end.test_round_500_ends_the_match_by_the_move_limit"}

ENDINGS = (
    *(ending for at in TABLES for ending in _normal(at)),
    Ending("two-usual", "A whole match by the usual target.", 2, (GOOD, PLAIN), ended("normal")),
    Ending("four-usual", "A whole match of four by their usual target.", 4, (GOOD, PLAIN) * 2, ended("normal")),
    _ending("two-one-point", "The first point wins.", TWO, (GOOD, PLAIN), ended("normal"), 1),
    _ending("four-one-point", "The first point wins.", FOUR, (GOOD, PLAIN) * 2, ended("normal"), 1),
    *(
        Ending(
            f"{at.name}-long",
            "The highest target that can be set.",
            at.seats,
            (passing,) * at.seats,
            ended("normal"),
            {**at.options, "target": 1000},
            stride=20,
        )
        for at in (THREE, PARTNERS)
    ),
    Ending("two-resigned", "One of two gives up.", 2, (GOOD, resigning(9, PLAIN)), _all_but_one_left),
    _ending(
        "two-one-point-resigned",
        "One of two gives up before anybody can have a point.",
        TWO,
        (GOOD, resigning(3, PLAIN)),
        _all_but_one_left,
        1,
    ),
    _ending(
        "partners-one-point-resigned",
        "Both partners give up before anybody can have a point.",
        PARTNERS,
        (resigning(2, GOOD), PLAIN, resigning(2, GOOD), PLAIN),
        _both_partners_left,
        1,
    ),
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
        1000,
    ),
    _ending(
        "four-played-on",
        "One of four leaves; later rounds are dealt to three.",
        FOUR,
        (GOOD, PLAIN, resigning(10, PLAIN), GOOD),
        _played_on,
        40,
    ),
    Ending(
        "four-resigned",
        "Three of four leave, one after the other.",
        4,
        (resigning(6, PLAIN), GOOD, resigning(12, PLAIN), resigning(20, PLAIN)),
        _all_but_one_left,
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
        1000,
    ),
)
