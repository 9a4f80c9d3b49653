"""The ways for Sequence Dice to end; each has a recorded match.

The move limit is not among them: 2,000 turns fill no small file. tests/games/sequence_dice/test_ways_to_end.py plays
such matches to their end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chalicelib.games.sequence_dice.board import INDEX, longest
from chalicelib.games.sequence_dice.state import State
from chalicelib.rules import OptionValue, Termination
from tests.games.table import RESIGN, Table
from tests.playthroughs.ending import Chooser, Ending, bot

Holds = Callable[[Table], bool]

GOOD, PLAIN = bot(2), bot(1)


def _normal(table: Table) -> bool:
    return table.ended().termination is Termination.NORMAL


def _last_move(table: Table) -> str:
    state: State = table.state
    return state.last[state.active][-1].move


def by_placing(table: Table) -> bool:
    """Won in the first roll of a turn, by a chip on an empty square."""
    return _normal(table) and not _last_move(table).startswith("x") and table.state.rolls == 1


def by_replacing(table: Table) -> bool:
    """Won by taking an opponent's square."""
    return _normal(table) and _last_move(table).startswith("x")


def in_a_chain(table: Table) -> bool:
    """Won in an extra roll."""
    return _normal(table) and table.state.rolls > 1


def _winners_line(table: Table) -> set[str]:
    return set(table.game.view(table.state, None).line)


def with_partner(table: Table) -> bool:
    """Won by a line in which both partners have put chips."""
    owners: dict[str, int] = {}
    for entry in table.record:
        owners[entry.move.removeprefix("x")] = entry.seat
    return _normal(table) and {owners[square] for square in _winners_line(table)} == set(table.ended().winners)


def longer_than_asked(table: Table) -> bool:
    """Won by six in one line where five are asked."""
    state: State = table.state
    return _normal(table) and longest(state.chips[state.active % len(state.chips)]) > state.line_length


def on_a_short_diagonal(table: Table) -> bool:
    """Won by a diagonal of exactly five squares."""
    line = _winners_line(table)
    steps = {INDEX[square] for square in line}
    return _normal(table) and any(
        steps == {start + step * count for count in range(5)} for start, step in ((1, 7), (6, 7), (4, 5), (11, 5))
    )


def _gave_up(table: Table) -> int:
    resigned: int = table.state.resigned
    return resigned.bit_count()


def resigned_by(count: int) -> Holds:
    """Ended because so many seats gave up."""
    return lambda table: table.ended().termination is Termination.RESIGNED and _gave_up(table) == count


def played_on(table: Table) -> bool:
    """Ended by a line after one seat had given up."""
    return _normal(table) and _gave_up(table) == 1


def won_beside_one_who_gave_up(table: Table) -> bool:
    """The same, by the side of the seat that had given up."""
    return played_on(table) and any(table.state.resigned >> seat & 1 for seat in table.ended().winners)


def resigning(after: int, before: Chooser) -> Chooser:
    """A seat that plays like another until the record has so many moves, and then gives up, once, when it is asked."""

    def chosen(table: Table, seat: int) -> str:
        gone = table.state.resigned >> seat & 1
        return RESIGN if len(table.record) >= after and not gone else before(table, seat)

    return chosen


def resigning_in_a_chain(before: Chooser) -> Chooser:
    """A seat that gives up in its first extra roll."""
    return lambda table, seat: RESIGN if table.state.rolls > 1 else before(table, seat)


WAYS: Mapping[str, tuple[str, Holds]] = {
    "by-placing": ("The line is completed on an empty square.", by_placing),
    "by-replacing": ("The line is completed on an opponent's square.", by_replacing),
    "in-a-chain": ("The line is completed in an extra roll.", in_a_chain),
}
"""How a line may come about, at every table."""

TABLES: Mapping[str, tuple[int, Mapping[str, OptionValue]]] = {
    "two": (2, {}),
    "two-six": (2, {"line_length": 6}),
    "three": (3, {}),
    "four": (4, {}),
    "four-six": (4, {"line_length": 6}),
}
"""Every number of seats with every length of line."""

ATTEMPTS: Mapping[str, int] = {
    "two-by-replacing": 2,
    "two-in-a-chain": 11,
    "two-six-by-placing": 4,
    "two-six-in-a-chain": 5,
    "three-by-placing": 6,
    "three-in-a-chain": 1,
    "four-in-a-chain": 8,
    "four-six-by-replacing": 1,
    "four-six-in-a-chain": 12,
    "two-longer-line": 19,
}
"""Which dice lead to an ending; 0 where nothing stands here."""


def _ending(name: str, tells: str, table: str, choosers: tuple[Chooser, ...], holds: Holds) -> Ending:
    seats, options = TABLES[table]
    return Ending(name, tells, seats, choosers, holds, options, ATTEMPTS.get(name, 0))


def _mixed(table: str) -> tuple[Chooser, ...]:
    return tuple((GOOD, PLAIN)[seat // 2 % 2] for seat in range(TABLES[table][0]))


ENDINGS = (
    *(
        _ending(f"{table}-{way}", tells, table, _mixed(table), holds)
        for table in TABLES
        for way, (tells, holds) in WAYS.items()
    ),
    _ending("two-longer-line", "Six in one line where five are asked.", "two", (GOOD, PLAIN), longer_than_asked),
    _ending("two-short-diagonal", "A diagonal of five squares.", "two", (GOOD, PLAIN), on_a_short_diagonal),
    _ending("two-resigned", "One of two gives up.", "two", (GOOD, resigning(15, PLAIN)), resigned_by(1)),
    _ending("two-six-resigned", "One of two gives up.", "two-six", (resigning(9, GOOD), PLAIN), resigned_by(1)),
    _ending(
        "three-played-on",
        "One of three leaves when it is asked; its chips stay, the others play on to a line.",
        "three",
        (GOOD, resigning(20, PLAIN), PLAIN),
        played_on,
    ),
    _ending(
        "three-left-in-a-chain",
        "One of three leaves in an extra roll; the next seat has the turn.",
        "three",
        (resigning_in_a_chain(GOOD), GOOD, PLAIN),
        played_on,
    ),
    _ending(
        "three-resigned",
        "Two of three leave, one after the other: the last one wins.",
        "three",
        (resigning(10, GOOD), GOOD, resigning(18, PLAIN)),
        resigned_by(2),
    ),
    _ending("four-with-partner", "A line of both partners' chips.", "four", (GOOD, GOOD, PLAIN, PLAIN), with_partner),
    _ending(
        "four-played-on",
        "One partner gives up and is played for; that side wins.",
        "four",
        (GOOD, PLAIN, resigning(12, GOOD), PLAIN),
        won_beside_one_who_gave_up,
    ),
    _ending(
        "four-resigned",
        "Both partners of one side give up.",
        "four",
        (GOOD, resigning(8, PLAIN), PLAIN, resigning(25, GOOD)),
        resigned_by(2),
    ),
    _ending(
        "four-six-resigned",
        "One partner of each side gives up, then a second one of one side.",
        "four-six",
        (resigning(4, GOOD), resigning(8, PLAIN), resigning(20, GOOD), PLAIN),
        resigned_by(3),
    ),
)
